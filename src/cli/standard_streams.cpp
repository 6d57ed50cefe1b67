#include "cli/standard_streams.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "base/error.h"
#include "base/text.h"

namespace bw::cli {
namespace {

// Opens the null device in the wrong direction, so that writing rows to a closed standard output
// fails. open() takes the lowest free descriptor, which in this order is the closed one.
void fill(int descriptor) {
  if (fcntl(descriptor, F_GETFD) >= 0) return;
  static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

}  // namespace

void secure_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) fill(descriptor);
  // A handler, not SIG_IGN: programs that a component starts would inherit that.
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

std::size_t terminal_width(int descriptor, std::size_t otherwise) {
  if (const char* columns = std::getenv("COLUMNS"))  // NOLINT: no other thread changes it
    if (const auto given = to_number(columns); given && *given >= 1 && *given < 10'000)
      return static_cast<std::size_t>(*given);
  winsize size{};
  if (isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return otherwise;
}

}  // namespace bw::cli
