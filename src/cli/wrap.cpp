#include "cli/wrap.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/text.h"

namespace bw::cli {
namespace {

constexpr std::size_t usual_width = 78, least_width = 40, most_width = 100;

std::size_t bounded(std::size_t width) { return std::clamp(width, least_width, most_width); }

}  // namespace

std::size_t help_width() {
  if (const char* columns = std::getenv("COLUMNS"))
    if (const std::optional<double> number = to_number(columns); number && *number >= 1)
      return bounded(static_cast<std::size_t>(std::min(*number, 1e6)));
  winsize size{};
  if (isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return bounded(size.ws_col);
  return usual_width;
}

std::size_t length_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent,
                    std::size_t column) {
  std::string lines;
  bool begins = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::size_t length = length_of(word);
    if (!begins && column + 1 + length > width) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
      begins = true;
    }
    if (!begins) lines += ' ', ++column;
    lines += word;
    column += length;
    begins = false;
  }
  return lines;
}

std::string wrapped_lines(std::string_view lines, std::size_t width) {
  constexpr std::size_t label = 11;
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const bool breaks = line.starts_with("  ") && line.size() > label && length_of(line) > width;
    if (breaks)
      text += std::string(line.substr(0, label)) + wrapped(line.substr(label), width, label, label);
    else
      text += line;
    text += '\n';
  }
  return text;
}

}  // namespace bw::cli
