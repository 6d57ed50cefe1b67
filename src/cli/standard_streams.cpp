#include "cli/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

#include "base/error.h"

namespace bw::cli {
namespace {

// The wrong way round, so that rows for a closed standard output fail instead of vanishing. open()
// takes the lowest free number, which in this order is the closed one.
void fill(int descriptor) {
  if (fcntl(descriptor, F_GETFD) >= 0) return;
  static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace

void secure_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) fill(descriptor);
  // A handler, not SIG_IGN, which the programs that a component may start would inherit.
  struct sigaction action {};
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  sigaction(SIGPIPE, &action, nullptr);
}

void print(std::string_view text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE)
    throw Error(ExitCode::stopped, "standard output cannot be written: " +
                                       std::generic_category().message(errno) + ".");
}

}  // namespace bw::cli
