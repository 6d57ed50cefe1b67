#include "cli/guard.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/compilers.h"
#include "base/error.h"
#include "base/printable.h"
#include "base/private_folder.h"
#include "base/run_control.h"
#include "base/text.h"
#include "base/whereabouts.h"
#include "result/checkpoint_file.h"
#include "result/spool.h"
#include "run/execute/unwritten.h"

namespace bw::cli {
namespace {

constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr int time_is_up = -1;  // in the place of a signal's number
constexpr std::array requests = {SIGINT, SIGTERM, SIGHUP};

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): signal handlers see nothing
// else.
std::atomic<bool> interrupted{false};
std::atomic<int> request{0};  // the first signal that asked for the end
std::atomic<int> leaving{0};  // how often it was tried to leave
std::atomic<bool> has_verdict{false};
timer_t watchdog{};
bool has_watchdog = false;
struct sigaction before_watchdog {};
std::atomic<bool> guarding{false};
std::array<char, 64> words_of_limit{};
pid_t owner = 0;  // the process that listens
std::array<struct sigaction, crashes.size()> before_crash{};
std::array<struct sigaction, requests.size()> before_request{};
struct sigaction before_limit {};
alignas(16) std::array<char, 64 * 1024> spare_stack{};  // for handlers after a stack overflow
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// Names of components and files may hold anything.
void say_last_words(char* text, std::size_t size) {
  const std::size_t length = strnlen(text, size);
  if (length > 1) make_printable(text, length - 1);  // but for the end of the line
  if (isatty(STDERR_FILENO) == 1 && write(STDERR_FILENO, "\r\x1b[K", 4) < 0) return;
  if (write(STDERR_FILENO, text, length) < 0) return;
}

// A program that ends within a signal handler leaves neither compilers nor temporary files. A
// process that a component forked has the handlers, too, and must not touch what is ours.
void tidy_up() {
  if (getpid() != owner) return;
  kill_compilers();
  remove_private_folders();
}

// "bellwether: <event> in component 'prey', fmi2DoStep at t = 0.5; the run ends here, rows until
// then are in lv.csv.partial". snprintf is not on the list of safe functions, but with these
// formats it touches no shared state.
void last_words(const char* event) {
  char place[256] = "", text[512];
  const Visited* host = whereabouts.host;
  if (host != nullptr)
    std::snprintf(place, sizeof place, " in component '%s', %s at t = %g", host->component.c_str(),
                  whereabouts.call, host->time);
  const auto [file, readable] = result::Spool::rescue();
  const char* checkpoint = result::last_checkpoint();
  std::snprintf(text, sizeof text, "bellwether: %s%s; the run ends here%s%s%s.%s%s\n", event, place,
                file != nullptr ? ", rows until then are in " : "", file != nullptr ? file : "",
                readable ? "" : ", which cannot be read without its end",
                checkpoint != nullptr ? " Try: bellwether resume " : "",
                checkpoint != nullptr ? checkpoint : "");
  say_last_words(text, sizeof text);
  tidy_up();
}

// Passes the signal on to a debugger, a core dump or a sanitizer: a faulty instruction is executed
// again on return; a signal that was sent must be raised again.
void take_the_usual_course(int signal, const siginfo_t& cause) {
  for (std::size_t i = 0; i < crashes.size(); ++i)
    if (crashes[i] == signal) sigaction(signal, &before_crash[i], nullptr);
  if (cause.si_code <= 0) raise(signal);
}

[[noreturn]] void abandon();

void on_crash(int signal, siginfo_t* cause, void*) {
  if (leaving > 0) abandon();  // from within its first attempt
  // Not after abort(): the memory manager, which mostly calls it, may hold its own locks.
  if (way_out != nullptr && signal != SIGABRT) siglongjmp(*way_out, signal);
  char event[64];
  if (whereabouts.host == nullptr) {
    std::snprintf(event, sizeof event, "the program crashed (signal %d)", signal);
    last_words(event);
    return take_the_usual_course(signal, *cause);
  }
  std::snprintf(event, sizeof event, "signal %d (crash)", signal);
  last_words(event);
  _exit(static_cast<int>(ExitCode::stopped));
}

const char* name_of_request() {
  if (request == time_is_up) return words_of_limit.data();
  if (request == SIGINT) return "ended by the user (Ctrl-C)";
  return request == SIGTERM ? "ended by SIGTERM" : "ended by SIGHUP";
}

// "bellwether: ended by SIGTERM; component 'prey' did not return from fmi2DoStep at t = 0.5. Rows
// until then are in lv.csv.partial."
void say_why_abandoned() {
  char place[320] = "", text[768];
  const Whereabouts& where = some_whereabouts();
  const char* phase = control::last_phase;
  if (where.host != nullptr)
    std::snprintf(place, sizeof place, "; component '%s' did not return from %s at t = %g",
                  where.host->component.c_str(), where.call, where.host->time);
  else if (*phase != '\0')
    std::snprintf(place, sizeof place, " while %s", phase);
  const auto [file, readable] = result::Spool::rescue();
  const char* checkpoint = result::last_checkpoint();
  std::snprintf(text, sizeof text, "bellwether: %s%s. %s%s%s.%s%s\n", name_of_request(), place,
                file != nullptr ? "Rows until then are in " : "No row was saved",
                file != nullptr ? file : "",
                readable ? "" : ", which cannot be read without its end",
                checkpoint != nullptr ? " Try: bellwether resume " : "",
                checkpoint != nullptr ? checkpoint : "");
  say_last_words(text, sizeof text);
}

// The run does not end by itself.
void abandon() {
  // The watchdog comes again when this does not end either: rows in memory are written with
  // functions that are not made for signal handlers, and may wait for what this thread holds.
  const int stage = leaving++;
  if (stage == 0) {
    kill_compilers();
    if (!has_verdict) run::write_unwritten_rows();
  }
  if (stage <= 1) {
    if (!has_verdict) say_why_abandoned();
    remove_private_folders();
  }
  _exit(static_cast<int>(ExitCode::interrupted));
}

void start_watchdog() {
  constexpr timespec patience{1, 200'000'000}, again{0, 350'000'000};
  const itimerspec when{again, patience};
  if (has_watchdog) timer_settime(watchdog, 0, &when, nullptr);
}

// It comes first when the time of --time-limit is up, which is a request like a signal.
void on_watchdog(int) {
  if (interrupted.exchange(true)) return abandon();
  request = time_is_up;
  start_watchdog();
}

void on_request(int signal) {
  int none = 0;
  request.compare_exchange_strong(none, signal);
  if (interrupted.exchange(true)) return abandon();
  start_watchdog();
}

// A component that calls exit(), from any thread, would end the program with its own exit code.
// Bellwether itself never calls it under this guard.
void on_exit() {
  if (!guarding) return;
  last_words(whereabouts.host != nullptr ? "exit() was called"
                                         : "exit() was called by foreign code");
  _exit(static_cast<int>(ExitCode::stopped));
}

// What was in force. A signal that is ignored stays so: nohup, and shells that start programs in
// the background, mean it.
struct sigaction handled(int signal, void (*handler)(int)) {
  struct sigaction before {
  }, action{};
  sigaction(signal, nullptr, &before);
  const bool is_ignored = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_IGN;
  action.sa_handler = handler;
  if (!is_ignored) sigaction(signal, &action, nullptr);
  return before;
}

void on_request_without_run(int signal) {
  int none = 0;
  request.compare_exchange_strong(none, signal);
  char text[80];
  std::snprintf(text, sizeof text, "bellwether: %s.\n", name_of_request());
  if (getpid() == owner) say_last_words(text, sizeof text);
  tidy_up();
  _exit(static_cast<int>(ExitCode::interrupted));
}

// A signal that neither FMUs nor the C library use. SA_NODEFER: it may come again, see abandon().
void install_watchdog() {
  const int signal = SIGRTMIN + 7;
  struct sigaction action {};
  action.sa_handler = on_watchdog;
  action.sa_flags = SA_NODEFER;
  sigaction(signal, &action, &before_watchdog);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = signal;
  has_watchdog = timer_create(CLOCK_MONOTONIC, &event, &watchdog) == 0;
}

void remove_watchdog() {
  if (std::exchange(has_watchdog, false)) timer_delete(watchdog);
  sigaction(SIGRTMIN + 7, &before_watchdog, nullptr);
}

void install() {
  stack_t stack{};
  stack.ss_sp = spare_stack.data();
  stack.ss_size = spare_stack.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (std::size_t i = 0; i < crashes.size(); ++i) sigaction(crashes[i], &action, &before_crash[i]);
  for (std::size_t i = 0; i < requests.size(); ++i)
    before_request[i] = handled(requests[i], on_request);
  install_watchdog();
  action = {};
  action.sa_handler = SIG_IGN;  // a full file is then an error of write(), which is reported
  sigaction(SIGXFSZ, &action, &before_limit);
}

}  // namespace

void listen_for_signals() {
  owner = getpid();
  for (const int signal : requests) handled(signal, on_request_without_run);
}

Guard::Guard()
    : results_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)),
      control_{.interrupt = &interrupted, .ended_by = &Guard::ended_by} {
  static const bool registered = std::atexit(on_exit) == 0;
  static_cast<void>(registered);
  owner = getpid();
  guarding = true;
  has_verdict = false;
  install();
  std::fflush(stdout);
  dup2(STDERR_FILENO, STDOUT_FILENO);  // output of components goes to standard error
  scope_.emplace(control_);
}

Guard::~Guard() {
  std::fflush(stdout);  // output of components that is still buffered
  dup2(results_, STDOUT_FILENO);
  close(results_);
  for (std::size_t i = 0; i < crashes.size(); ++i) sigaction(crashes[i], &before_crash[i], nullptr);
  for (std::size_t i = 0; i < requests.size(); ++i)
    sigaction(requests[i], &before_request[i], nullptr);
  remove_watchdog();
  sigaction(SIGXFSZ, &before_limit, nullptr);
  guarding = false;
}

const std::atomic<bool>& Guard::interrupt() const { return interrupted; }

void Guard::limit_time(double seconds) const {
  constexpr double longest = 1e9;  // thirty years; a time_t holds it
  std::snprintf(words_of_limit.data(), words_of_limit.size(), "ended by --time-limit %s s",
                brief(seconds).c_str());
  const double whole = std::floor(std::min(seconds, longest));
  const double rest = std::min(seconds, longest) - whole;
  const timespec when{static_cast<time_t>(whole), static_cast<long>(rest * 999'999'999) + 1};
  const itimerspec once{{0, 0}, when};
  if (has_watchdog) timer_settime(watchdog, 0, &once, nullptr);
}

void Guard::finished() const { has_verdict = true; }

std::string Guard::ended_by() { return name_of_request(); }

}  // namespace bw::cli
