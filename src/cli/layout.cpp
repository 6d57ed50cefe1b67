#include "cli/layout.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.h"

namespace bw::cli {
namespace {

constexpr std::size_t widest = 78, narrowest = 20;
constexpr std::size_t label_width = 11;  // with the blanks around it
constexpr std::size_t remark_end = 72;   // remarks end in this column where they fit

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The blank at `at` stands between two groups of digits of one number.
bool groups_digits(std::string_view text, std::size_t at) {
  const auto digit = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  return at > 0 && digit(at - 1) && digit(at + 1) && digit(at + 2) && digit(at + 3) &&
         !digit(at + 4);
}

// The end of the word that begins at `at`.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] != ' ' || groups_digits(text, at))) ++at;
  return at;
}

std::size_t terminal_width() {
  if (const char* columns = std::getenv("COLUMNS"))  // NOLINT: no other thread changes it
    if (const auto given = to_number(columns); given && *given >= 1 && *given < 10'000)
      return static_cast<std::size_t>(*given);
  winsize size{};
  if (isatty(STDERR_FILENO) == 1 && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return widest;
}

// The beginning of a line that is too long, an excerpt of a file.
std::string cut(std::string line, std::size_t width) {
  if (columns_of(line) <= width) return line;
  std::size_t at = 0;
  for (std::size_t column = 0; at < line.size(); ++at)
    if ((static_cast<unsigned char>(line[at]) & 0xC0U) != 0x80U && column++ == width - 1) break;
  return line.substr(0, at) + "…";
}

// Behind the last line where it fits, else below it.
std::string with_remark(std::string lines, std::size_t last, std::string_view remark,
                        std::size_t width) {
  if (remark.empty()) return lines;
  const std::size_t size = columns_of(remark);
  const std::size_t end = std::min(remark_end, width);
  const auto blanks = [](std::size_t count) { return std::string(count, ' '); };
  if (last + 2 + size <= end) return lines + blanks(end - last - size) + std::string(remark);
  if (last + 2 + size <= width) return lines + "  " + std::string(remark);
  return lines + "\n" + blanks(end > size ? end - size : 0) + std::string(remark);
}

}  // namespace

Style style_of_errors(bool verbose) {
  Style style;
  style.verbose = verbose;
  style.width = std::clamp(terminal_width(), narrowest, widest);
  const char* no_colour = std::getenv("NO_COLOR");  // NOLINT: no other thread changes it
  style.colour = isatty(STDERR_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
  return style;
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t gap = 0;  // blanks before the next word
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++gap;
      ++at;
      continue;
    }
    const std::size_t end = end_of_word(text, at);
    const std::string_view word = text.substr(at, end - at);
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (columns_of(line) + gap + columns_of(word) <= width) {
      line += std::string(gap, ' ') + std::string(word);
    } else {
      lines.emplace_back(word);
    }
    gap = 0;
    at = end;
  }
  return lines;
}

std::string labelled(std::string_view label, std::string_view text, std::size_t width,
                     std::string_view remark) {
  const std::size_t first_end = std::min(text.find('\n'), text.size());
  const std::string indent(label_width, ' ');
  std::string lines = "  " + std::string(label);
  lines.resize(std::max(lines.size() + 1, label_width), ' ');
  std::size_t last = 0;
  const std::size_t room = width > label_width ? width - label_width : 1;
  for (const std::string& line : wrapped(text.substr(0, first_end), room)) {
    if (last > 0) lines += "\n" + indent;
    lines += line;
    last = label_width + columns_of(line);
  }
  lines = with_remark(std::move(lines), last, remark, width) + "\n";
  for (std::size_t at = first_end + 1; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines += cut(indent + std::string(text.substr(at, end - at)), width) + "\n";
    at = end + 1;
  }
  return lines;
}

std::string unlabelled(std::string_view text, std::size_t width, std::string_view remark) {
  std::string lines;
  std::size_t last = 0;
  for (const std::string& line : wrapped(text, width - 2)) {
    if (last > 0) lines += "\n  ";
    last = columns_of(line) + (last > 0 ? 2 : 0);
    lines += line;
  }
  return with_remark(std::move(lines), last, remark, width) + "\n";
}

std::string table_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], columns_of(row[c]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(widths[c] - columns_of(row[c]), ' ');
      line += c == 0 ? row[c] + blanks : "  " + blanks + row[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace bw::cli
