#include "cli/report/standard_streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "result/descriptor.h"

namespace bw::cli {
namespace {

// Opens the null device in the wrong direction, so that writing rows to a closed standard output
// fails. open() takes the lowest free descriptor, which in this order is the closed one.
void fill(int descriptor) {
  if (fcntl(descriptor, F_GETFD) >= 0) return;
  static_cast<void>(open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

// ---- what is harmless to a terminal ----

struct Character {
  std::uint32_t code = 0;
  std::size_t size = 0;  // bytes; 0: this is no UTF-8
};

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// RFC 3629: the shortest form only, no surrogates, nothing above U+10FFFF.
Character first_character(std::string_view text) {
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned lead = byte_at(text, 0);
  if (lead < 0x80U) return {lead, 1};
  const std::size_t size = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
  if (lead < 0xC2U || lead > 0xF4U || text.size() < size) return {};
  std::uint32_t code = lead & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte_at(text, i) & 0x3FU);
  }
  const bool is_surrogate = code >= 0xD800U && code <= 0xDFFFU;
  if (code < least[size] || is_surrogate || code > 0x10FFFFU) return {};
  return {code, size};
}

bool is_harmful(std::uint32_t code) {
  if (code < 0x20U) return code != '\n' && code != '\t';
  const bool is_control = code >= 0x7FU && code <= 0x9FU;
  const bool turns = (code >= 0x202AU && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U);
  return is_control || turns || code == 0x2028U || code == 0x2029U;  // other ends of a line
}

void refuse_unless_left(int problem) {
  if (problem != 0 && problem != EPIPE)
    throw Error(ExitCode::stopped, "standard output cannot be written: " +
                                       std::generic_category().message(problem) + ".");
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

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Character next = first_character(text);
    if (next.size == 0 || (next.size == 1 && is_harmful(next.code)))
      fmt::format_to(std::back_inserter(safe), "\\x{:02x}", byte_at(text, 0));
    else if (is_harmful(next.code))
      fmt::format_to(std::back_inserter(safe), "\\u{:04x}", next.code);
    else
      safe += text.substr(0, next.size);
    text.remove_prefix(next.size == 0 ? 1 : next.size);
  }
  return safe;
}

std::string with_short_words(std::string_view text) {
  constexpr std::size_t longest = 300, first = 200, last = 60;
  const auto is_inside = [&](std::size_t at) { return (byte_at(text, at) & 0xC0U) == 0x80U; };
  std::string result;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find_first_of(" \n\t"), text.size());
    if (size > longest) {
      std::size_t head = first, tail = size - last;
      while (is_inside(head)) --head;
      while (is_inside(tail)) --tail;
      result += fmt::format("{}…{}", text.substr(0, head), text.substr(tail, size - tail));
    } else {
      result += text.substr(0, size);
    }
    const std::size_t next = std::min(size + 1, text.size());
    result += text.substr(size, next - size);
    text.remove_prefix(next);
  }
  return result;
}

void print(std::string_view text) { print_file(escaped(text)); }

void say(std::string_view message) {
  std::fputs(with_short_words(escaped(message)).c_str(), stderr);
}

void print_file(std::string_view text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) refuse_unless_left(errno);
}

void print_to(int descriptor, std::string_view text) {
  const std::string safe = escaped(text);
  refuse_unless_left(result::write_fully(descriptor, safe.data(), safe.size()));
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
