#include "cosim/certify/worker_runner.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "cosim/chain/path_bytes.h"

namespace bw::cosim {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* was_interrupted = "the run was interrupted.";
constexpr double worth_dropping = 4;  // of a started chain: work left, relative to work done
constexpr int poll_interval = 50;     // milliseconds between two checks for an interruption

// Everything that a path depends on.
bool same(const ChainOrder& a, const ChainOrder& b) {
  return a.base == b.base && a.mesh == b.mesh && a.steps == b.steps &&
         a.rolls_back == b.rolls_back && a.locates_events == b.locates_events &&
         a.event_resolution == b.event_resolution && a.variant == b.variant && a.parts == b.parts &&
         a.divided_from == b.divided_from && a.options.hold == b.options.hold &&
         a.options.iterations == b.options.iterations &&
         a.options.fallback_step == b.options.fallback_step &&
         a.options.tolerance.relative == b.options.tolerance.relative &&
         a.options.tolerance.absolute == b.options.tolerance.absolute;
}

double steps_of(const ChainOrder& order) {
  const std::size_t intervals = order.mesh != nullptr ? order.mesh->intervals() : 1;
  return static_cast<double>(order.steps) * static_cast<double>(intervals);
}

template <class List>
auto find(List& list, const ChainOrder& order) {
  return std::ranges::find_if(list, [&](const auto& entry) { return same(entry.order, order); });
}

Path ended(Path::End end, std::string reason, std::string subject = {}, double time = 0) {
  Path path;
  path.end = end;
  path.time = time;
  path.subject = std::move(subject);
  path.reason = std::move(reason);
  return path;
}

// What a child delivers begins with one of them.
constexpr char path_mark = 'p', error_mark = 'e';

}  // namespace

WorkerRunner::Finished WorkerRunner::finished_from(const ChainOrder& order,
                                                   Child::Outcome& outcome) const {
  const std::string& bytes = outcome.bytes;  // mark, exit code, sentence
  if (outcome.delivered && bytes.size() > 1 && bytes[0] == error_mark)
    return {order, {}, Error(static_cast<ExitCode>(bytes[1]), bytes.substr(2))};
  return {order, path_from(outcome, Path::End::lost)};
}

Path WorkerRunner::path_from(Child::Outcome& outcome, Path::End otherwise) const {
  if (outcome.is_cut_off && !settings_.culprits.empty())  // the next chain would do the same
    throw ComponentFailure(
        settings_.culprits, BellCode::fmu_error, settings_.culprits, outcome.time,
        settings_.culprits +
            " closed or replaced the descriptors of its process; --isolate gives "
            "each a process of its own.");
  if (!outcome.delivered) {
    Path path =
        ended(otherwise, std::move(outcome.reason), std::move(outcome.component), outcome.time);
    if (outcome.death) path.bell = bell_code(outcome.death->kind);
    return path;
  }
  if (outcome.bytes.starts_with(path_mark))
    if (auto path = from_bytes(std::string_view(outcome.bytes).substr(1))) return std::move(*path);
  return ended(otherwise, "a worker process returned an unreadable result.");
}

// ---- bookkeeping ----

bool WorkerRunner::is_running(const ChainOrder& order) const {
  return find(running_, order) != running_.end();
}

bool WorkerRunner::is_expected(const ChainOrder& order) const {
  return std::ranges::any_of(expected_,
                             [&](const ChainOrder& other) { return same(other, order); });
}

std::optional<Path> WorkerRunner::take_finished(const ChainOrder& order) {
  const auto found = find(finished_, order);
  if (found == finished_.end()) return {};
  const std::optional<Error> error = std::move(found->error);
  std::optional<Path> path = std::move(found->path);
  finished_.erase(found);
  if (error) throw Error(*error);
  return path;
}

std::optional<Path> WorkerRunner::take_known(const ChainOrder& order) {
  if (auto path = take_finished(order)) return path;
  return settings_.store != nullptr ? settings_.store->find(order) : std::nullopt;
}

void WorkerRunner::keep(const ChainOrder& order, const Path& path) const {
  if (settings_.store != nullptr) settings_.store->keep(order, path);
}

// The first chain is always computed here, to measure how long the others will take.
bool WorkerRunner::is_worth_a_child(const ChainOrder& order) const {
  if (settings_.always_fork) return true;
  return settings_.processes > 1 && seconds_per_step_ &&
         *seconds_per_step_ * steps_of(order) >= settings_.worth_a_process;
}

// A chain that searches for events makes more steps than its order says.
double WorkerRunner::steps_done(const ChainOrder& order) const {
  if (find(finished_, order) != finished_.end()) return steps_of(order);
  if (const auto running = find(running_, order); running != running_.end())
    return std::min(static_cast<double>(running->child->polls()), steps_of(order));
  return &order == current_ ? std::min(static_cast<double>(steps_here_), steps_of(order)) : 0;
}

WorkerRunner::Amount WorkerRunner::amount() const {
  Amount amount{returned_steps_, returned_steps_, returned_, returned_};
  const auto add = [&](const ChainOrder& order) {
    amount.done += steps_done(order);
    amount.expected += steps_of(order);
    ++amount.expected_chains;
  };
  if (current_ != nullptr) add(*current_);
  for (const ChainOrder& order : expected_) add(order);
  return amount;
}

// ---- chains ----

// Inline, so that a step of a component is not deeper in the stack than it must be.
[[gnu::always_inline]] inline Path WorkerRunner::attempt(
    const ChainOrder& order, const std::function<bool()>& wanted) const {
  try {
    return make_(order, wanted);
  } catch (const ComponentFailure& failure) {
    Path path = ended(Path::End::component_failed, failure.what(), failure.component, failure.time);
    path.bell = failure.code;
    return path;
  } catch (const Error&) {  // as where no descriptor is left for a component: it ends the run,
    throw;                  // because other step sizes would not help
  } catch (const std::exception& error) {
    return ended(Path::End::lost, error.what());
  } catch (...) {
    return ended(Path::End::lost, "an exception without a message.");
  }
}

std::string WorkerRunner::attempt_in_child(const ChainOrder& order,
                                           const Child::Wanted& wanted) const {
  try {
    return path_mark + to_bytes(attempt(order, wanted));
  } catch (const Error& error) {
    return std::string{error_mark, static_cast<char>(error.exit_code())} + error.what();
  }
}

bool WorkerRunner::may_drop() const {
  return settings_.processes > 1 && !seconds_per_step_ && !expected_.empty() &&
         !has_other_threads();
}

std::optional<Path> WorkerRunner::compute_here(const ChainOrder& order) {
  const Clock::time_point begin = Clock::now();
  const bool may_be_dropped = may_drop();
  bool dropped = false;
  long& steps = steps_here_;
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  Path path = attempt(order, [&] {
    if (!is_wanted()) return false;
    ++steps;
    const bool checks = may_be_dropped && ((steps & (steps - 1)) == 0 || steps % 64 == 0);
    if (!checks) return true;
    const double so_far = seconds(),
                 left = so_far * (steps_of(order) / static_cast<double>(steps) - 1);
    dropped = so_far >= settings_.worth_a_process && left >= worth_dropping * so_far;
    return !dropped;
  });
  seconds_per_step_ =
      seconds() / std::max(1.0, dropped ? static_cast<double>(steps) : steps_of(order));
  steps = 0;
  if (dropped) return {};
  return path;
}

bool WorkerRunner::start(const ChainOrder& order) {
  if (!settings_.always_fork && has_other_threads()) return false;
  auto child = Child::start(
      [this, order](const Child::Wanted& wanted) { return attempt_in_child(order, wanted); },
      settings_.fork);
  if (child == nullptr) return false;
  running_.push_back({order, std::move(child)});
  return true;
}

void WorkerRunner::start_expected() {
  for (const ChainOrder& order : expected_) {
    if (is_full()) return;
    if (!is_worth_a_child(order) || is_running(order) || find(finished_, order) != finished_.end())
      continue;
    if (!start(order)) return;
  }
}

// Ends the newest child that is not expected any more, else the newest: it loses the least work.
void WorkerRunner::free_process() {
  if (!is_full() || running_.empty()) return;
  const auto unneeded = std::find_if(running_.rbegin(), running_.rend(), [&](const Running& other) {
    return !is_expected(other.order);
  });
  running_.erase(unneeded == running_.rend() ? std::prev(running_.end())
                                             : std::prev(unneeded.base()));
}

// Where the system gives no process, children that were started early end to free theirs.
bool WorkerRunner::start_in_any_case(const ChainOrder& order) {
  free_process();
  if (start(order)) return true;
  if (running_.empty()) return false;
  running_.clear();
  return start(order);
}

bool WorkerRunner::start_in_turn(const ChainOrder& order, bool was_expected) {
  if (was_expected) wait_for_process();
  return is_wanted() && start_in_any_case(order);
}

// ---- waiting ----

void WorkerRunner::listen() {
  std::vector<pollfd> pipes;
  for (const Running& one : running_) pipes.push_back({one.child->fd(), POLLIN, 0});
  poll(pipes.data(), pipes.size(), poll_interval);
  std::erase_if(running_, [this](Running& one) {
    if (!one.child->listen()) return false;
    finished_.push_back(finished_from(one.order, one.child->outcome()));
    if (!finished_.back().error) keep(one.order, finished_.back().path);
    return true;
  });
}

Path WorkerRunner::await(const ChainOrder& order) {
  for (;;) {
    if (auto path = take_finished(order)) return std::move(*path);
    if (!is_wanted()) return stop(order);
    listen();
    start_expected();
  }
}

// While all running children will be requested, too: none of them is ended for an expected one.
void WorkerRunner::wait_for_process() {
  const auto needed = [this](const Running& one) { return is_expected(one.order); };
  while (is_full() && is_wanted() && std::ranges::all_of(running_, needed)) listen();
}

// Ends all chains; the requested one, or the one it waits for, has some time to deliver its path.
Path WorkerRunner::stop(const ChainOrder& requested) {
  expected_.clear();
  const ChainOrder order =
      is_running(requested) || running_.empty() ? requested : running_.front().order;
  for (const Running& one : running_) one.child->dismiss();
  const Clock::time_point deadline = Clock::now() + settings_.patience;
  while (is_running(order) && Clock::now() < deadline) listen();
  std::optional<Path> path = take_finished(order);
  if (const auto still = find(running_, order); still != running_.end()) {
    still->child->end();
    path = path_from(still->child->outcome(), Path::End::interrupted);
  }
  running_.clear();
  const bool another = !same(order, requested) && path && path->end != Path::End::interrupted;
  if (!path || another) return ended(Path::End::interrupted, was_interrupted);
  return std::move(*path);
}

// ---- the public calls ----

void WorkerRunner::prepare(const ChainOrder& order) {
  if (order.rolls_back && settings_.before_rollback)
    std::exchange(settings_.before_rollback, nullptr)();
}

void WorkerRunner::expect(const std::vector<ChainOrder>& orders) {
  for (const ChainOrder& order : orders) prepare(order);
  expected_ = orders;
  if (settings_.store != nullptr)
    std::erase_if(expected_,
                  [this](const ChainOrder& order) { return settings_.store->contains(order); });
  if (is_wanted()) start_expected();
}

Path WorkerRunner::run(const ChainOrder& order) {
  prepare(order);
  current_ = &order;
  Path path = run_order(order);
  current_ = nullptr;
  returned_steps_ += steps_of(order);
  ++returned_;
  return path;
}

Path WorkerRunner::run_order(const ChainOrder& order) {
  const bool was_expected = is_expected(order);
  std::erase_if(expected_, [&](const ChainOrder& other) { return same(other, order); });
  if (auto path = take_known(order)) return std::move(*path);
  if (!is_wanted()) return ended(Path::End::interrupted, was_interrupted);
  bool in_child = is_running(order);
  if (!in_child && is_worth_a_child(order)) in_child = start_in_turn(order, was_expected);
  if (!in_child) {
    if (!is_wanted()) return stop(order);
    if (settings_.always_fork)
      return ended(
          Path::End::lost,
          fmt::format("a component allows one instance per process only, and the operating system "
                      "cannot start another process ({}).",
                      std::generic_category().message(errno)));
    if (std::optional<Path> path = compute_here(order)) {
      keep(order, *path);
      if (is_wanted()) start_expected();
      return std::move(*path);
    }
    if (!start_in_turn(order, was_expected)) return std::move(*compute_here(order));
  }
  start_expected();
  return await(order);
}

}  // namespace bw::cosim
