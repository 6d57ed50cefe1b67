#include "model/isolated/link.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/run_control.h"
#include "base/text.h"
#include "model/isolated/news.h"

namespace bw::model {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t messages_between_copies = 4096;  // 100 us for some ms of what is computed
constexpr std::chrono::milliseconds patience(500);     // with a component, after Ctrl-C
constexpr double longest_end = 10;          // seconds, of freeing a component whose result is known
constexpr int most_retries_after_kill = 3;  // somebody else ended the process: it may go well later

// Between the fork and the host's own handlers no signal reaches the program's handlers there.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

bool is_kill(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL; }

}  // namespace

Link::Link(std::string component, MakeServant make, const Isolation& how, Bells& bells)
    : visited_(std::move(component)),
      make_(std::move(make)),
      how_(how),
      bells_(bells),
      window_(make_window()),
      channel_(*window_, Window::Turn::proxy),
      watch_([this] { watch(); }),
      next_copy_at_(messages_between_copies) {
  try {
    for (;;) try {
        start_host();
        break;
      } catch (const Died& died) {
        if (failures_++ > 0) give_up(died, "");
      }
    measure_waiting();
  } catch (...) {
    end();
    throw;
  }
}

Link::~Link() { end(); }

// ---- processes ----

void Link::start_host() {
  forget_words();
  window_->turn.store(Window::Turn::host);
  window_->active.store(++numbers_);
  std::fflush(nullptr);  // or both would write it
  {
    HostOrder order{.parent = getpid(), .window = window_.get(), .number = numbers_};
    order.make = &make_;
    order.before = &how_.before_loading;
    const SignalsBlocked blocked;
    order.signals = blocked.before();
    const pid_t pid = fork();
    if (pid == 0) be_host(order);
    if (pid < 0)
      throw ComponentFailure(component(),
                             fmt::format("component '{}' needs a process of its own, and the "
                                         "operating system gives none ({}).",
                                         component(), std::generic_category().message(errno)));
    pid_ = pid;
  }
  verb_ = Verb::ping;
  began_ = Clock::now();
  const Visit visit(visited_, words_of(verb_));
  const std::string answer(channel_.receive(watch_));
  const OpenedLetter opened = open(answer, !is_introduced_);
  if (!std::exchange(is_introduced_, true)) introduction_ = std::string(opened.rest());
}

void Link::forget_words() {
  window_->last_words.event = LastWords::Event::none;
  window_->last_words.call = {};
}

bool Link::has_died(pid_t pid, int& status) const {
  pid_t answer = 0;
  do answer = waitpid(pid, &status, WNOHANG);
  while (answer < 0 && errno == EINTR);
  return answer != 0;  // also where somebody else has waited for it
}

void Link::kill_process(pid_t& pid) {
  if (pid == 0) return;
  kill(pid, SIGKILL);
  dying_.push_back(std::exchange(pid, 0));
  reap(false);
}

void Link::reap(bool wait) {
  std::erase_if(dying_, [&](pid_t pid) {
    int status = 0;
    if (!wait) return has_died(pid, status);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return true;
  });
}

void Link::end() {
  if (pid_ != 0 && broken_.empty() && !in_flight_) try {
      how_.call_timeout = std::min(how_.call_timeout, longest_end);
      own_.clear();
      own_.put(verb_ = Verb::end);
      began_ = Clock::now();
      channel_.send(own_.bytes(), watch_);
      OpenedLetter answer = open(channel_.receive(watch_), true);
      (void)answer;
    } catch (...) {  // what it computed is known; that it does not end well changes nothing
    }
  broken_ = "has ended";
  kill_process(pid_);
  for (WaitingCopy& copy : copies_) kill_process(copy.pid);
  reap(true);
}

// ---- waiting ----

// While nothing has come for some milliseconds.
void Link::watch() {
  int status = 0;
  if (has_died(pid_, status)) {
    // It may have answered before it died.
    if (window_->turn.load() == Window::Turn::proxy) return;
    pid_ = 0;
    throw Died{status};
  }
  const Clock::time_point now = Clock::now();
  if (std::chrono::duration<double>(now - began_).count() > how_.call_timeout) {
    broken_ = fmt::format(
        "component '{}' did not return from {} at t = {} within {} s, the limit "
        "of one call, and was ended.",
        component(), words_of(verb_), brief(visited_.time), brief(how_.call_timeout));
    kill_process(pid_);
    throw ComponentFailure(component(), broken_);
  }
  if (!is_interrupted()) {
    interrupted_ = {};
    return;
  }
  if (interrupted_ == Clock::time_point{}) interrupted_ = now;
  if (now - interrupted_ < patience) return;
  broken_ = fmt::format("{} while component '{}' was in {} at t = {}.", ended_by(), component(),
                        words_of(verb_), brief(visited_.time));
  kill_process(pid_);
  throw Interrupted(broken_);
}

double Link::ping_seconds() {
  constexpr int pings = 12;
  std::array<double, pings> seconds{};
  for (double& one : seconds) {
    const Clock::time_point begin = Clock::now();
    own_.clear();
    own_.put(Verb::ping);
    (void)exchange(own_.bytes());
    one = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  std::nth_element(seconds.begin(), seconds.begin() + pings / 2, seconds.end());
  return seconds[pings / 2];
}

// Whether both ends find a processor at the same time, now: spinning saves some microseconds of
// each call then, and costs as much where they do not.
void Link::measure_waiting() {
  if (std::thread::hardware_concurrency() < 2) return;
  const double asleep = ping_seconds();
  window_->may_spin.store(true);
  window_->may_spin.store(ping_seconds() < 0.7 * asleep);
}

// ---- messages ----

Letter& Link::request(Verb verb) {
  letter_.clear();
  letter_.put(verb_ = verb);
  return letter_;
}

OpenedLetter Link::exchange(std::string_view bytes) {
  began_ = Clock::now();
  channel_.send(bytes, watch_);
  return open(channel_.receive(watch_), true);
}

// The results of an answer. `is_new`: the user has not heard its news.
OpenedLetter Link::open(std::string_view answer, bool is_new) {
  OpenedLetter opened(answer);
  const auto kind = opened.get<Answer>();
  const std::string_view news = opened.text(), results = opened.text();
  if (is_new && !news.empty()) deliver_news(news, bells_, how_.log);
  if (kind == Answer::done) return OpenedLetter(results);
  const std::string_view text = OpenedLetter(results).text();
  if (kind == Answer::thrown) rethrow(text);
  throw NoCopy(component(), std::string(text));
}

void Link::send() {
  if (!broken_.empty()) throw ComponentFailure(component(), broken_);
  keep_in_bounds();
  history_.add(letter_.bytes());
  in_flight_ = true;
  began_ = Clock::now();
  try {
    channel_.send(letter_.bytes(), watch_);
  } catch (const Died& died) {
    recover(died);
  }
}

OpenedLetter Link::wait() {
  const Visit visit(visited_, words_of(verb_));
  for (;;) try {
      const std::string_view answer = channel_.receive(watch_);
      in_flight_ = false;
      return open(answer, true);
    } catch (const Died& died) {
      recover(died);
    } catch (const Garbled&) {
      broken_ =
          fmt::format("component '{}' damaged the memory in which it answers, in {} at t = {}.",
                      component(), words_of(verb_), brief(visited_.time));
      throw ComponentFailure(component(), broken_);
    }
}

OpenedLetter Link::ask() {
  send();
  return wait();
}

// ---- copies ----

std::uint32_t Link::free_berth() const {
  std::uint32_t berth = 0;
  const auto taken = [&](const WaitingCopy& copy) { return copy.pid != 0 && copy.berth == berth; };
  while (std::any_of(copies_.begin(), copies_.end(), taken)) ++berth;
  if (berth >= most_copies)
    throw NoCopy(component(), fmt::format("{} copies of it are kept already, the most there can be",
                                          most_copies));
  return berth;
}

// Makes the process of a copy, where the component is now.
void Link::place(WaitingCopy& copy) {
  copy.berth = free_berth();
  copy.number = ++numbers_;
  copy.common = history_.size();
  copy.tail.clear();
  window_->berths[copy.berth].state.store(Berth::State::empty);
  own_.clear();
  own_.put(verb_ = Verb::copy);
  own_.put(copy.berth);
  own_.put(copy.number);
  const Visit visit(visited_, words_of(verb_));
  copy.pid = exchange(own_.bytes()).get<pid_t>();
}

WaitingCopy& Link::copy() {
  if (!broken_.empty()) throw ComponentFailure(component(), broken_);
  for (;;) try {
      WaitingCopy made;
      place(made);
      return copies_.emplace_back(std::move(made));
    } catch (const Died& died) {
      recover(died);
    }
}

bool Link::is_waiting(WaitingCopy& copy) {
  if (copy.pid == 0) return false;
  int status = 0;
  if (!has_died(copy.pid, status)) return true;
  copy.pid = 0;
  return false;
}

// The copy answers from now on; another one waits in its place.
void Link::activate(WaitingCopy& copy) {
  Berth& berth = window_->berths[copy.berth];
  kill_process(pid_);
  pid_ = std::exchange(copy.pid, 0);
  const std::uint32_t number = std::exchange(copy.number, ++numbers_);
  forget_words();
  window_->active.store(number);
  window_->turn.store(Window::Turn::host);
  berth.next.store(copy.number);
  berth.wanted.store(number);
  wake_sleeper(berth.wanted);
  began_ = Clock::now();
  try {
    copy.pid = open(channel_.receive(watch_), true).get<pid_t>();
  } catch (const NoCopy&) {  // it goes on; there is no further one for the next time
  }
}

void Link::return_to(WaitingCopy& copy) {
  if (!broken_.empty()) throw ComponentFailure(component(), broken_);
  history_.return_to(copy, copies_);
  verb_ = Verb::restore;
  const Visit visit(visited_, words_of(verb_));
  if (is_waiting(copy)) try {
      return activate(copy);
    } catch (const Died&) {
      copy.pid = 0;
    }
  recover({SIGKILL});
  try {
    place(copy);
  } catch (const NoCopy&) {  // the next time it is computed again
  } catch (const Died& died) {
    recover(died);
  }
}

void Link::drop(WaitingCopy& copy) {
  kill_process(copy.pid);
  copies_.remove_if([&](const WaitingCopy& one) { return &one == &copy; });
}

// ---- taking over ----

WaitingCopy* Link::newest_copy() {
  WaitingCopy* newest = nullptr;
  for (WaitingCopy& copy : copies_)
    if (copy.is_on_the_way() && is_waiting(copy) &&
        (newest == nullptr || newest->position() < copy.position()))
      newest = &copy;
  return newest;
}

std::string Link::last_words(const Died& died) const {
  const LastWords& words = window_->last_words;
  const bool said = words.event.load() != LastWords::Event::none;
  std::string how = "its process ended";
  if (said && words.event.load() == LastWords::Event::exit)
    how = fmt::format("it ended its process (exit code {})", words.number);
  else if (WIFSIGNALED(died.status))
    how = fmt::format("it crashed (signal {}, {})", WTERMSIG(died.status),
                      strsignal(WTERMSIG(died.status)));
  else if (WIFEXITED(died.status))
    how = fmt::format("its process ended itself (exit code {})", WEXITSTATUS(died.status));
  if (is_kill(died.status)) how = "its process was killed (signal 9)";
  const std::string call(words.call.data(), strnlen(words.call.data(), words.call.size()));
  return fmt::format("{} in {} at t = {}", how, call.empty() ? words_of(verb_) : call,
                     brief(visited_.time));
}

void Link::give_up(const Died& died, const std::string& further) {
  broken_ = fmt::format("component '{}': {}{}.", component(), last_words(died), further);
  throw ComponentFailure(component(), broken_);
}

// Another process at the newest point of the way that there is.
void Link::take_over() {
  for (;;) {
    WaitingCopy* newest = newest_copy();
    if (newest == nullptr) break;
    try {
      activate(*newest);
      return replay(newest->position());
    } catch (const Died&) {
      newest->pid = 0;
    }
  }
  if (history_.first() > 0) throw ComponentFailure(component(), "no process is left to take over");
  kill_process(pid_);
  start_host();
  replay(0);
}

// All that the component was told from there on; the answers are known.
void Link::replay(std::size_t from) {
  const std::size_t end = history_.size() - (in_flight_ ? 1 : 0);
  for (std::size_t i = from; i < end; ++i) {
    began_ = Clock::now();
    channel_.send(history_[i], watch_);
    (void)channel_.receive(watch_);
  }
}

void Link::recover(const Died& first) {
  Died died = first;
  for (;;) {
    if (std::exchange(failed_at_, history_.size()) != history_.size()) failures_ = 0;
    if (++failures_ > (is_kill(died.status) ? most_retries_after_kill : 1))
      give_up(died, failures_ > 1 ? ", as before when the same call was repeated" : "");
    const std::string what = last_words(died);
    if (history_.first() > 0 && newest_copy() == nullptr)
      give_up(died, fmt::format("; it cannot be resumed, because more than {} MB of calls were "
                                "made and its process could not be copied{}",
                                History::most_bytes >> 20,
                                no_own_copy_.empty() ? "" : " (" + no_own_copy_ + ")"));
    try {
      take_over();
      ++resumed_;
      bells_.ring(BellCode::component_resumed, visited_.time, component(),
                  fmt::format("component '{}': {}; it was resumed in another process and went on "
                              "from there.",
                              component(), what));
      began_ = Clock::now();
      if (in_flight_) channel_.send(letter_.bytes(), watch_);
      return;
    } catch (const Died& again) {
      died = again;
    }
  }
}

// A copy now and then makes taking over short and keeps the memory bounded.
void Link::lay_up() {
  next_copy_at_ = history_.size() + messages_between_copies;
  try {
    WaitingCopy& made = copy();
    if (own_copy_ != nullptr) drop(*own_copy_);
    own_copy_ = &made;
    no_own_copy_.clear();
  } catch (const NoCopy& refused) {
    no_own_copy_ = refused.reason;
    next_copy_at_ += 15 * messages_between_copies;  // what prevents it mostly stays
  }
}

void Link::keep_in_bounds() {
  if (history_.size() >= next_copy_at_) {
    const Verb verb = verb_;
    lay_up();
    verb_ = verb;
  }
  if (history_.bytes() <= History::most_bytes) return;
  // Without a copy to begin from, it cannot be resumed from here on.
  std::size_t known = history_.size();
  for (const WaitingCopy& copy : copies_) known = std::min(known, copy.common);
  history_.forget_before(known);
}

}  // namespace bw::model
