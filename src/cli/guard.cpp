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
alignas(16) std::array<char, 64 * 1024> spare_stack{};  // a stack overflow leaves no other
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// "bellwether: <event> part 'prey', fmi2DoStep at t = 0.5; the run ends here, rows until then are
// in lv.csv.partial". snprintf is not on the list of safe functions, but with these formats it
// touches no shared state.
void last_words(const char* event) {
  char text[512];
  const char* file = result::Spool::rescue();
  const int length = std::snprintf(
      text, sizeof text, "bellwether: %s part '%s', %s at t = %g; the run ends here%s%s.\n", event,
      whereabouts.host->part.c_str(), whereabouts.call, whereabouts.host->time,
      file != nullptr ? ", rows until then are in " : "", file != nullptr ? file : "");
  if (length > 0 && write(STDERR_FILENO, text, strnlen(text, sizeof text)) < 0) return;
}

void on_crash(int signal, siginfo_t*, void*) {
  if (whereabouts.host == nullptr) {  // not a part's: let it take its usual course
    for (std::size_t i = 0; i < crashes.size(); ++i)
      if (crashes[i] == signal) sigaction(signal, &before_crash[i], nullptr);
    if (signal == SIGABRT) raise(signal);
    return;
  }
  char event[64];
  std::snprintf(event, sizeof event, "signal %d (crash) in", signal);
  last_words(event);
  _exit(static_cast<int>(ExitCode::stopped));
}

void on_request(int) {
  if (!interrupted.exchange(true)) return;
  // The second time: the run does not come back, so say where it hangs.
  if (whereabouts.host != nullptr) last_words("stopped in");
  _exit(static_cast<int>(ExitCode::interrupted));
}

// A part that calls exit() would end the program with its own idea of success.
void on_exit() {
  if (!guarding || whereabouts.host == nullptr) return;
  last_words("exit() was called in");
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
  action.sa_handler = SIG_IGN;  // a file that may not grow is an error of write(), with a sentence
  sigaction(SIGXFSZ, &action, &before_limit);
}

}  // namespace

Guard::Guard() : results_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)) {
  static const bool registered = std::atexit(on_exit) == 0;
  static_cast<void>(registered);
  guarding = true;
  install();
  std::fflush(stdout);
  dup2(STDERR_FILENO, STDOUT_FILENO);  // whatever a part prints goes where messages go
}

Guard::~Guard() {
  std::fflush(stdout);  // a part's words, still in the buffer
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
