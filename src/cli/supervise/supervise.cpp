#include "cli/supervise/supervise.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/process/child.h"
#include "base/process/death.h"
#include "base/process/heartbeat.h"
#include "base/process/private_folder.h"
#include "base/process/shared_memory.h"
#include "base/run_control.h"
#include "cli/report/standard_streams.h"
#include "cli/supervise/descendants.h"
#include "cli/supervise/estate.h"
#include "cli/supervise/failures.h"
#include "cli/supervise/obituary.h"
#include "result/kept_rows.h"
#include "result/shared_spool.h"
#include "result/spool.h"

namespace bw::cli {
namespace {

using Clock = std::chrono::steady_clock;

// In seconds.
constexpr double time_to_end = 1.2;  // for a run that shall end
constexpr double longest_nap = 0.2, shortest_nap = 1e-3, without_pidfd = 0.01;
constexpr std::array end_signals = {SIGINT, SIGTERM, SIGHUP};

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

bool read_from(pid_t process, const void* from, void* into, std::size_t size) {
  const iovec here{into, size}, there{const_cast<void*>(from), size};
  return process_vm_readv(process, &here, 1, &there, 1, 0) == static_cast<ssize_t>(size);
}

// In pieces that no page ends within.
std::string text_of(pid_t process, const char* from) {
  constexpr std::size_t piece = 16, most = 256;
  std::array<char, piece> bytes{};
  std::string text;
  while (text.size() < most) {
    const std::size_t size = piece - std::bit_cast<std::uintptr_t>(from) % piece;
    if (!read_from(process, from, bytes.data(), size)) break;
    const std::string_view next(bytes.data(), strnlen(bytes.data(), size));
    text += next;
    if (next.size() < size) break;
    from += size;
  }
  return text;
}

// What a process that was forked from this one is doing: its variable has the same address. Not so
// the text, which may have been made after the fork.
std::string phase_of(pid_t process) {
  Phase phase = nullptr;
  if (!read_from(process, &control::last_phase, &phase, sizeof phase) || phase == nullptr)
    return "";
  return text_of(process, phase);
}

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): signal handlers
volatile sig_atomic_t signals_heard = 0, last_signal = 0;

void on_signal(int signal) {
  last_signal = signal;
  signals_heard = signals_heard + 1;
}

// The signals that end a run are delivered while the parent waits, and never between two looks.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : end_signals) sigaddset(&held, signal);
    sigprocmask(SIG_BLOCK, &held, &before_);
    for (std::size_t i = 0; i < end_signals.size(); ++i)
      handlers_[i] = handled(end_signals[i], on_signal);
    limit_ = signal(SIGXFSZ, SIG_IGN);  // a full file is an error of write()
  }
  ~SignalsHeld() { undo(); }
  // Those that came and were not delivered.
  static void forget() {
    for (const int signal : end_signals) ::signal(signal, SIG_IGN);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

  void undo() {
    for (std::size_t i = 0; i < end_signals.size(); ++i)
      sigaction(end_signals[i], &handlers_[i], nullptr);
    signal(SIGXFSZ, limit_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
  std::array<struct sigaction, end_signals.size()> handlers_{};
  sighandler_t limit_ = SIG_DFL;
};

// Calls that have not returned since the parent looked first.
class Calls {
 public:
  explicit Calls(double timeout) : timeout_(timeout) {}
  // The one that has taken longest, where that is too long.
  std::optional<heartbeat::Whereabouts> overdue(Clock::time_point now) {
    std::map<std::size_t, Seen> seen;
    constexpr std::chrono::seconds pause(5);
    if (now - last_look_ > pause) seen_.clear();  // this process was stopped, and so were the calls
    last_look_ = now;
    longest_.reset();
    Clock::time_point earliest = now;
    for (const heartbeat::Whereabouts& position : heartbeat::positions(0)) {
      const auto before = seen_.find(position.thread);
      const bool is_same = before != seen_.end() && before->second.calls == position.calls;
      const Clock::time_point since = is_same ? before->second.since : now;
      seen[position.thread] = {position.calls, since};
      // Of a process that waits for an isolated component and of that component, which was started
      // after it, the component knows which call it is.
      if (longest_ &&
          (since > earliest || (since == earliest && position.process < longest_->process)))
        continue;
      longest_ = position;
      earliest = since;
    }
    seen_ = std::move(seen);
    const double taken = std::chrono::duration<double>(now - earliest).count();
    return longest_ && taken >= timeout_ ? longest_ : std::nullopt;
  }
  const std::optional<heartbeat::Whereabouts>& longest() const { return longest_; }

 private:
  struct Seen {
    std::uint64_t calls;
    Clock::time_point since;
  };
  double timeout_;
  std::map<std::size_t, Seen> seen_;
  Clock::time_point last_look_ = Clock::now();
  std::optional<heartbeat::Whereabouts> longest_;
};

class Supervisor {
 public:
  Supervisor(const Supervision& how, Estate& estate, result::SharedRows& rows,
             result::KeptRows& kept)
      : how_(how), estate_(estate), rows_(rows), kept_(kept), calls_(how.call_timeout) {}

  int watch(pid_t child, const sigset_t& mask) {
    child_ = child;
    pidfd_ = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
    while (!has_ended()) {
      look();
      if (!has_ended()) wait(mask);
    }
    if (pidfd_ >= 0) close(pidfd_);
    return conclude();
  }

 private:
  bool has_ended() {
    int status = 0;
    for (pid_t ended = waitpid(-1, &status, WNOHANG); ended > 0;
         ended = waitpid(-1, &status, WNOHANG))
      if (WIFSTOPPED(status))  // it wished to be traced by its parent
        ptrace(PTRACE_DETACH, ended, nullptr,
               std::bit_cast<void*>(static_cast<std::uintptr_t>(WSTOPSIG(status))));
      else if (ended == child_)
        status_ = status;
      else  // an orphan of it, which may have been killed inside of a call
        heartbeat::forget(ended);
    return status_.has_value();
  }

  // Until the next thing can happen.
  void wait(const sigset_t& mask) const {
    double seconds = std::min(longest_nap, how_.call_timeout / 5);
    if (requested_) seconds = std::min(seconds, time_to_end - since(*requested_));
    if (how_.time_limit && !requested_)
      seconds = std::min(seconds, *how_.time_limit - since(begin_));
    if (pidfd_ < 0) seconds = std::min(seconds, without_pidfd);
    const timespec nap{0, static_cast<long>(1e9 * std::max(seconds, shortest_nap))};
    pollfd end{pidfd_, POLLIN, 0};
    ppoll(&end, pidfd_ >= 0 ? 1 : 0, &nap, &mask);
  }

  void look() {
    if (how_.meanwhile) how_.meanwhile();
    if (estate_.is_damaged()) return kill(true);
    const Clock::time_point now = Clock::now();
    if (signals_heard > 0) estate_.request().make(last_signal);
    const double passed = std::chrono::duration<double>(now - begin_).count();
    if (how_.time_limit && passed >= *how_.time_limit)
      estate_.request().make(EndRequest::time_is_up);
    if (estate_.request().is_made && !requested_) requested_ = now;
    if (requested_ && (signals_heard > 1 || since(*requested_) >= time_to_end)) return kill(false);
    std::optional<heartbeat::Whereabouts> overdue = calls_.overdue(now);
    if (!overdue && is_slow_after_delivery(now)) overdue = heartbeat::Whereabouts{};
    if (!overdue || requested_) return;
    hung_ = overdue;
    kill(true);
  }

  // Libraries are unloaded then, which is marked as no call.
  bool is_slow_after_delivery(Clock::time_point now) {
    if (!estate_.has_delivered()) return false;
    if (!delivered_) delivered_ = now;
    return std::chrono::duration<double>(now - *delivered_).count() >= how_.call_timeout;
  }

  void kill(bool is_hung) {
    if (!is_hung) {
      abandoned_ = calls_.longest().value_or(heartbeat::position(0));
      phase_ = phase_of(child_);
    }
    ::kill(child_, SIGKILL);
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
    status_ = status;
  }

  int conclude() {
    const bool is_damaged = estate_.is_damaged();
    const heartbeat::Whereabouts position = is_damaged ? heartbeat::Whereabouts{} : whereabouts();
    end_descendants();  // compilers, and what foreign code started, also after a run that ended
                        // well
    remove_private_folders();
    if (is_damaged) sweep_private_folders(std::filesystem::temp_directory_path());
    const std::optional<int> ended = estate_.ended();
    if (ended && WIFEXITED(*status_) && WEXITSTATUS(*status_) == *ended) return *ended;
    if (how_.on_death) {
      forget_positions();
      return abandoned_ ? static_cast<int>(ExitCode::interrupted) : how_.on_death(death(position));
    }
    Obituary obituary(how_.quiet, how_.verbose, how_.progress, how_.page, estate_.fraction());
    obituary.know(result::briefing_from(estate_.briefing()));
    if (const auto code = estate_.delivered())
      return obituary.after_delivery(
          is_damaged ? obituary.words_of_damage() : words_after_delivery(position), *code);
    if (is_damaged) {
      obituary.rescue_file(rows_);
      return obituary.overwrote();
    }
    const auto problem = estate_.problem();
    obituary.rescue(rows_, kept_, !problem || problem->is_by_component);
    if (problem) return obituary.not_written(*problem);
    if (abandoned_) return obituary.interrupted(estate_.request().words(), position, phase_);
    return obituary.died(death(position), how_.call_timeout);
  }

  // After an end that was requested this process has killed the other one, and nobody else.
  std::string words_after_delivery(const heartbeat::Whereabouts& position) const {
    if (!abandoned_) return sentence(death(position));
    const std::string who =
        position.component.empty()
            ? "the process of the run did not end by itself"
            : "component '" + position.component + "' did not return from " + position.call;
    return who + " and was " + estate_.request().words() + ".";
  }

  // The next process must not be taken for one that hangs in a call of this one.
  static void forget_positions() {
    for (const heartbeat::Whereabouts& dead : heartbeat::positions(0))
      heartbeat::forget(dead.process);
  }

  heartbeat::Whereabouts whereabouts() const {
    if (hung_) return *hung_;
    return abandoned_.value_or(heartbeat::position(child_));
  }

  Death death(const heartbeat::Whereabouts& position) const {
    return hung_ ? Death{Death::Kind::hung, SIGKILL, position} : death_of(*status_, position);
  }

  const Supervision& how_;
  Estate& estate_;
  result::SharedRows& rows_;
  result::KeptRows& kept_;
  Calls calls_;
  Clock::time_point begin_ = Clock::now();
  pid_t child_ = 0;
  int pidfd_ = -1;
  std::string phase_;                                       // when it was abandoned
  std::optional<int> status_;                               // of waitpid
  std::optional<Clock::time_point> requested_;              // when the end was requested
  std::optional<Clock::time_point> delivered_;              // when that was seen first
  std::optional<heartbeat::Whereabouts> hung_, abandoned_;  // why it was killed
};

// In the child. Rows that it cannot write are left to the supervisor, which reports that, too.
int work_for(Estate& estate, const Work& work) {
  estate.begin();
  try {
    const Guard guard(estate.request(), false);
    return work(guard, estate);
  } catch (const result::RowsNotWritten& problem) {
    estate.hand_over(problem);
  }
  std::fflush(nullptr);
  _exit(static_cast<int>(ExitCode::stopped));
}

}  // namespace

int supervise(const Supervision& how, const Work& work) {
  const std::unique_ptr<Estate> estate = Estate::make();
  if (estate == nullptr) return run_in_process(how, work);
  if (how.time_limit) estate->request().set_limit(*how.time_limit);
  result::SharedRows rows;
  result::KeptRows kept;
  heartbeat::prepare();
  watch_memory();
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans of the child come to this process
  Supervisor supervisor(how, *estate, rows, kept);
  std::fflush(nullptr);  // or both would write it
  SignalsHeld held;
  const pid_t parent = getpid(), child = fork();
  if (child == 0) {
    begin_process(parent);
    keep_from_foreign_copies();
    held.undo();
    rows.enter();
    kept.enter();
    const int code = with_failures_reported([&] { return work_for(*estate, work); });
    std::fflush(nullptr);
    estate->end(code);
    _exit(code);  // no exit handler of a component's library is run
  }
  if (child > 0) {
    const int code = supervisor.watch(child, held.before());
    if (estate->has_delivered()) SignalsHeld::forget();  // too late: the result is there
    return code;
  }
  held.undo();
  return run_in_process(how, work);  // the system gives no process
}

int run_in_process(const Supervision& how, const Work& work) {
  static EndRequest request;
  Line nobody;
  if (how.time_limit) {
    request.set_limit(*how.time_limit);
    struct sigaction action {};
    action.sa_handler = [](int) { request.make(EndRequest::time_is_up); };
    sigaction(SIGALRM, &action, nullptr);
    constexpr double longest = 1e9;  // thirty years; a time_t holds it
    const double seconds = std::min(*how.time_limit, longest);
    const itimerval once{{0, 0},
                         {static_cast<time_t>(seconds),
                          static_cast<suseconds_t>(999'998 * (seconds - std::floor(seconds))) + 1}};
    setitimer(ITIMER_REAL, &once, nullptr);
  }
  const Guard guard(request, true);
  return work(guard, nobody);
}

}  // namespace bw::cli
