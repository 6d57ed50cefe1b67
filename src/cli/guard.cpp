#include "cli/guard.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "base/whereabouts.h"
#include "result/spool.h"

namespace bw::cli {
namespace {

constexpr std::array crashes = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::array requests = {SIGINT, SIGTERM, SIGHUP};

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): signal handlers see nothing
// else.
std::atomic<bool> interrupted{false};
std::atomic<bool> guarding{false};
std::array<struct sigaction, crashes.size()> before_crash{};
std::array<struct sigaction, requests.size()> before_request{};
struct sigaction before_limit {};
alignas(16) std::array<char, 64 * 1024> spare_stack{};  // for handlers after a stack overflow
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// "bellwether: <event> in part 'prey', fmi2DoStep at t = 0.5; the run ends here, rows until then
// are in lv.csv.partial". snprintf is not on the list of safe functions, but with these formats it
// touches no shared state.
void last_words(const char* event, const Whereabouts& where = whereabouts) {
  char place[256] = "", text[512];
  const Visited* host = where.host;
  if (host != nullptr)
    std::snprintf(place, sizeof place, " in part '%s', %s at t = %g", host->component.c_str(),
                  where.call, host->time);
  const auto [file, readable] = result::Spool::rescue();
  const int length =
      std::snprintf(text, sizeof text, "bellwether: %s%s; the run ends here%s%s%s.\n", event, place,
                    file != nullptr ? ", rows until then are in " : "", file != nullptr ? file : "",
                    readable ? "" : ", which cannot be read without its end");
  if (length > 0 && write(STDERR_FILENO, text, strnlen(text, sizeof text)) < 0) return;
}

// Passes the signal on to a debugger, a core dump or a sanitizer: a faulty instruction is executed
// again on return; a signal that was sent must be raised again.
void take_the_usual_course(int signal, const siginfo_t& cause) {
  for (std::size_t i = 0; i < crashes.size(); ++i)
    if (crashes[i] == signal) sigaction(signal, &before_crash[i], nullptr);
  if (cause.si_code <= 0) raise(signal);
}

void on_crash(int signal, siginfo_t* cause, void*) {
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

void on_request(int) {
  if (!interrupted.exchange(true)) return;
  // The second time: the run does not end, so say where it hangs.
  last_words("stopped", some_whereabouts());
  _exit(static_cast<int>(ExitCode::interrupted));
}

// A component that calls exit(), from any thread, would end the program with its own exit code.
// Bellwether itself never calls it under this guard.
void on_exit() {
  if (!guarding) return;
  last_words(whereabouts.host != nullptr ? "exit() was called"
                                         : "exit() was called by foreign code");
  _exit(static_cast<int>(ExitCode::stopped));
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
  action = {};
  action.sa_handler = on_request;
  for (std::size_t i = 0; i < requests.size(); ++i)
    sigaction(requests[i], &action, &before_request[i]);
  action.sa_handler = SIG_IGN;  // a full file is then an error of write(), which is reported
  sigaction(SIGXFSZ, &action, &before_limit);
}

}  // namespace

Guard::Guard() : results_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
  static const bool registered = std::atexit(on_exit) == 0;
  static_cast<void>(registered);
  guarding = true;
  install();
  std::fflush(stdout);
  dup2(STDERR_FILENO, STDOUT_FILENO);  // output of components goes to standard error
}

Guard::~Guard() {
  std::fflush(stdout);  // output of components that is still buffered
  dup2(results_, STDOUT_FILENO);
  close(results_);
  for (std::size_t i = 0; i < crashes.size(); ++i) sigaction(crashes[i], &before_crash[i], nullptr);
  for (std::size_t i = 0; i < requests.size(); ++i)
    sigaction(requests[i], &before_request[i], nullptr);
  sigaction(SIGXFSZ, &before_limit, nullptr);
  guarding = false;
}

const std::atomic<bool>& Guard::interrupt() const { return interrupted; }

}  // namespace bw::cli
