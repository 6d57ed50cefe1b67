#include "model/isolated/link.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/process/shared_memory.h"
#include "base/process/signals_blocked.h"
#include "base/run_control.h"
#include "base/text.h"
#include "model/interrupted_call.h"
#include "model/isolated/news.h"

namespace bw::model {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds patience(500);  // with a component, after Ctrl-C
constexpr double longest_end = 10;  // seconds, of freeing a component whose result is known
// Seconds between two looks. What is beyond it does not count as waiting: this process was stopped,
// or others had the processors, and so it was with the component.
constexpr double longest_pause = 0.1;
constexpr std::size_t most_dying = 8;  // processes that were killed and not waited for

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
        if (++failures_ > most_retries(died.status)) give_up(died, "");
      }
  } catch (...) {
    end();
    throw;
  }
}

Link::~Link() { end(); }

// ---- processes ----

void Link::start_host() {
  window_->turn.store(Window::Turn::host);
  window_->active.store(++numbers_);
  std::fflush(nullptr);  // or both would write it
  {
    HostOrder order{.parent = getpid(), .window = window_.get(), .number = numbers_};
    order.make = &make_;
    order.before = &how_.before_loading;
    const SignalsBlocked blocked;
    order.signals = blocked.before();
    const OwnFork own;
    const pid_t pid = fork();
    if (pid == 0) be_host(order);
    if (pid < 0)
      throw ComponentFailure(component(),
                             fmt::format("component '{}' needs a process of its own, and the "
                                         "operating system gives none ({}).",
                                         component(), std::generic_category().message(errno)));
    pid_ = pid;
    hosts_.push_back(pid);
  }
  cpu_begin_ = 0;
  verb_ = Verb::ping;
  begin_call();
  const Visit visit(visited_, words_of(verb_));
  const std::string answer(channel_.receive(watch_));
  const OpenedLetter opened = open(answer, !is_introduced_);
  if (!std::exchange(is_introduced_, true)) introduction_ = std::string(opened.rest());
}

Link::Died Link::died(pid_t pid, int status) {
  const heartbeat::Whereabouts position = heartbeat::position(pid);
  forget_marks(pid);
  return {status, position.call};
}

void Link::forget_marks(pid_t pid) {
  if (std::ranges::find(hosts_, pid) == hosts_.end()) heartbeat::forget(pid);
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
}

void Link::reap(bool wait) {
  std::erase_if(dying_, [&](pid_t pid) {
    int status = 0;
    if (!wait && !has_died(pid, status)) return false;
    while (wait && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    forget_marks(pid);
    return true;
  });
}

void Link::end() {
  if (pid_ != 0 && broken_.empty() && !in_flight_) try {
      how_.call_timeout = std::min(how_.call_timeout, longest_end);
      own_.clear();
      own_.put(verb_ = Verb::end);
      begin_call();
      channel_.send(own_.bytes(), watch_);
      OpenedLetter answer = open(channel_.receive(watch_), true);
      (void)answer;
    } catch (const Died& died) {
      warn_of_end(sentence(death(died)));
    } catch (const ComponentFailure& failure) {
      warn_of_end(failure.what());
    } catch (const InterruptedCall& call) {
      warn_of_end(call.what());
    } catch (...) {  // what it computed is known; that it does not end well changes nothing
    }
  broken_ = "has ended";
  kill_process(pid_);
  for (WaitingCopy& copy : copies_) kill_process(copy.pid);
  reap(true);
  for (const pid_t host : hosts_) heartbeat::forget(host);
  hosts_.clear();
}

void Link::warn_of_end(const std::string& what) noexcept {
  try {
    bells_.ring(BellCode::fmu_end_failed, visited_.time(), component(),
                what + " Rows until then are not affected.");
  } catch (...) {  // no memory for a warning
  }
}

// ---- waiting ----

void Link::begin_call() {
  began_ = looked_ = Clock::now();
  waited_ = 0;
}

// While nothing has come for some milliseconds.
void Link::watch() {
  siginfo_t end{};
  const pid_t successor = window_->successor.load();  // while a copy is made; the original waits
  const pid_t answering = successor > 0 ? successor : pid_;
  if (waitid(P_PID, static_cast<id_t>(answering), &end, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      end.si_pid != 0) {
    // It may have answered before it died; then the next call finds it dead.
    if (window_->turn.load() == Window::Turn::proxy) return;
    int status = 0;
    (void)has_died(answering, status);
    if (answering == pid_) pid_ = 0;
    throw died(answering, status);
  }
  const Clock::time_point now = Clock::now();
  const double pause = std::chrono::duration<double>(now - std::exchange(looked_, now)).count();
  waited_ += std::min(pause, longest_pause);
  if (waited_ > how_.call_timeout) {
    broken_ = fmt::format("{} within {} s (--call-timeout) and was ended.", did_not_return(),
                          brief(how_.call_timeout));
    kill_process(pid_);
    broken_code_ = BellCode::component_hung;
    fail();
  }
  if (!is_interrupted()) {
    interrupted_ = {};
    return;
  }
  if (interrupted_ == Clock::time_point{}) interrupted_ = now;
  if (now - interrupted_ < patience) return;
  broken_ = did_not_return() + ".";
  kill_process(pid_);
  throw InterruptedCall(component(), broken_);
}

std::string Link::did_not_return() const {
  const std::string call = heartbeat::position(pid_).call;
  return fmt::format("component '{}' did not return from {} at t = {}", component(),
                     call.empty() ? words_of(verb_) : call, brief(visited_.time()));
}

// ---- messages ----

Letter& Link::request(Verb verb) {
  letter_.clear();
  letter_.put(verb_ = verb);
  return letter_;
}

OpenedLetter Link::exchange(std::string_view bytes) {
  begin_call();
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
  if (!broken_.empty()) fail();
  if (dying_.size() >= most_dying) reap(false);
  keep_in_bounds();
  history_.add(letter_.bytes());
  in_flight_ = true;
  begin_call();
  try {
    channel_.send(letter_.bytes(), watch_);
  } catch (const Died& died) {
    recover(died);
  }
}

// For when the call is repeated.
void Link::note_answer(std::string_view answer) {
  OpenedLetter opened(answer);
  const auto kind = opened.get<Answer>();
  (void)opened.text();  // the news
  history_.set_answer(fingerprint(verb_, kind, opened.text()));
}

OpenedLetter Link::wait() {
  const Visit visit(visited_, words_of(verb_));
  for (;;) try {
      const std::string_view answer = channel_.receive(watch_);
      in_flight_ = false;
      note_answer(answer);
      return open(answer, true);
    } catch (const Died& died) {
      recover(died);
    } catch (const Garbled&) {
      broken_ =
          fmt::format("component '{}' damaged the memory in which it answers, in {} at t = {}.",
                      component(), words_of(verb_), brief(visited_.time()));
      fail();
    }
}

OpenedLetter Link::ask() {
  send();
  return wait();
}

}  // namespace bw::model
