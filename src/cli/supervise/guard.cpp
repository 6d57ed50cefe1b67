#include "cli/supervise/guard.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "base/process/belongings.h"
#include "base/process/compilers.h"
#include "base/process/heartbeat.h"
#include "base/process/private_folder.h"
#include "base/process/struck.h"
#include "base/text.h"

namespace bw::cli {
namespace {

constexpr std::array requests = {SIGINT, SIGTERM, SIGHUP};

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): signal handlers see nothing else
EndRequest* current_request = nullptr;
bool ends_at_second = false;
pid_t owner = 0;  // the process that listens
std::array<struct sigaction, requests.size()> before_request{};
struct sigaction before_limit {};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

const char* words_of(int signal) {
  if (signal == SIGINT) return "ended by the user (Ctrl-C)";
  return signal == SIGTERM ? "ended by SIGTERM" : "ended by SIGHUP";
}

// A process that a component forked has the handlers, too, and must not touch what is ours.
void leave(int signal) {
  if (getpid() == owner) {
    if (isatty(STDERR_FILENO) == 1 && write(STDERR_FILENO, "\r\x1b[K", 4) < 0) errno = 0;
    char text[80];  // snprintf with these formats touches no shared state
    std::snprintf(text, sizeof text, "bellwether: %s.\n", words_of(signal));
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) errno = 0;
    kill_compilers();
    remove_private_folders();
  }
  _exit(static_cast<int>(ExitCode::interrupted));
}

// The supervisor hears what comes from outside, too. A component that raises a signal ends the
// process by it.
bool is_own_signal(const siginfo_t& cause) {
  return !ends_at_second && cause.si_code <= 0 && cause.si_pid == getpid() && getpid() == owner;
}

void on_request(int signal, siginfo_t* cause, void*) {
  if (is_own_signal(*cause)) {
    heartbeat::own_mark->calls |= heartbeat::struck;
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  if (current_request->is_made && ends_at_second) leave(signal);
  current_request->make(signal);
}

}  // namespace

void EndRequest::set_limit(double seconds) {
  std::snprintf(limit.data(), limit.size(), "ended by --time-limit %s s", brief(seconds).c_str());
}

std::string EndRequest::words() const {
  return signal == time_is_up ? limit.data() : words_of(signal);
}

// A signal that is ignored stays so: nohup, and shells that start programs in the background, mean
// it.
struct sigaction handled(int signal, const struct sigaction& action) {
  struct sigaction before {};
  sigaction(signal, nullptr, &before);
  const bool is_ignored = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_IGN;
  if (!is_ignored) sigaction(signal, &action, nullptr);
  return before;
}

struct sigaction handled(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  return handled(signal, action);
}

void listen_for_signals() {
  owner = getpid();
  share_compilers();
  share_private_folders();
  for (const int signal : requests) handled(signal, leave);
}

Guard::Guard(EndRequest& request, bool is_alone)
    : request_(request),
      results_(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)),
      control_{.interrupt = &request.is_made, .ended_by = [this] { return ended_by(); }} {
  owner = getpid();
  current_request = &request;
  ends_at_second = is_alone;
  struct sigaction action {};
  action.sa_sigaction = on_request;
  action.sa_flags = SA_SIGINFO;
  for (std::size_t i = 0; i < requests.size(); ++i)
    before_request[i] = handled(requests[i], action);
  action = {};
  action.sa_handler = SIG_IGN;  // a full file is then an error of write(), which is reported
  sigaction(SIGXFSZ, &action, &before_limit);
  std::fflush(stdout);
  dup2(STDERR_FILENO, STDOUT_FILENO);  // output of components goes to standard error
  belongings::keep_stream(results_, STDOUT_FILENO);
  belongings::keep_stream(STDIN_FILENO, STDIN_FILENO);
  belongings::keep_stream(STDOUT_FILENO, STDERR_FILENO);
  belongings::keep_stream(STDERR_FILENO, STDERR_FILENO);
  scope_.emplace(control_);
}

Guard::~Guard() {
  std::fflush(stdout);  // output of components that is still buffered
  (void)belongings::restore();
  belongings::let_go(results_);
  belongings::let_go(STDOUT_FILENO);
  dup2(results_, STDOUT_FILENO);
  close(results_);
  for (std::size_t i = 0; i < requests.size(); ++i)
    sigaction(requests[i], &before_request[i], nullptr);
  sigaction(SIGXFSZ, &before_limit, nullptr);
}

}  // namespace bw::cli
