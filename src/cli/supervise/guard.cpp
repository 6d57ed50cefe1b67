#include "cli/supervise/guard.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "base/process/compilers.h"
#include "base/process/private_folder.h"
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

void on_request(int signal) {
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
struct sigaction handled(int signal, void (*handler)(int)) {
  struct sigaction before {
  }, action{};
  sigaction(signal, nullptr, &before);
  const bool is_ignored = (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_IGN;
  action.sa_handler = handler;
  if (!is_ignored) sigaction(signal, &action, nullptr);
  return before;
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
  for (std::size_t i = 0; i < requests.size(); ++i)
    before_request[i] = handled(requests[i], on_request);
  struct sigaction action {};
  action.sa_handler = SIG_IGN;  // a full file is then an error of write(), which is reported
  sigaction(SIGXFSZ, &action, &before_limit);
  std::fflush(stdout);
  dup2(STDERR_FILENO, STDOUT_FILENO);  // output of components goes to standard error
  scope_.emplace(control_);
}

Guard::~Guard() {
  std::fflush(stdout);  // output of components that is still buffered
  dup2(results_, STDOUT_FILENO);
  close(results_);
  for (std::size_t i = 0; i < requests.size(); ++i)
    sigaction(requests[i], &before_request[i], nullptr);
  sigaction(SIGXFSZ, &before_limit, nullptr);
}

}  // namespace bw::cli
