#include "cli/report/layout.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "cli/report/standard_streams.h"
#include "inspect/text_table.h"

namespace bw::cli {
namespace {

constexpr std::size_t widest = 78, narrowest = 20;
constexpr std::size_t narrowest_help = 40, widest_help = 100;
constexpr std::size_t label_width = 11;  // with the blanks around it
constexpr std::size_t remark_end = 72;   // remarks end in this column where they fit

// The beginning of a line that is too long, an excerpt of a file.
std::string cut(std::string line, std::size_t width) {
  if (inspect::display_width(line) <= width) return line;
  std::size_t at = 0;
  for (std::size_t column = 0; at < line.size(); ++at)
    if ((static_cast<unsigned char>(line[at]) & 0xC0U) != 0x80U && column++ == width - 1) break;
  return line.substr(0, at) + "…";
}

// Behind the last line where it fits, else below it.
std::string with_remark(std::string lines, std::size_t last, std::string_view remark,
                        std::size_t width) {
  if (remark.empty()) return lines;
  const std::size_t size = inspect::display_width(remark);
  const std::size_t end = std::min(remark_end, width);
  const auto blanks = [](std::size_t count) { return std::string(count, ' '); };
  if (last + 2 + size <= end) return lines + blanks(end - last - size) + std::string(remark);
  if (last + 2 + size <= width) return lines + "  " + std::string(remark);
  return lines + "\n" + blanks(end > size ? end - size : 0) + std::string(remark);
}

}  // namespace

std::size_t help_width() {
  return std::clamp(terminal_width(STDOUT_FILENO, widest), narrowest_help, widest_help);
}

Style style_of_errors(bool verbose) {
  Style style;
  style.verbose = verbose;
  style.width = std::clamp(terminal_width(STDERR_FILENO, widest), narrowest, widest);
  const char* no_colour = std::getenv("NO_COLOR");  // NOLINT: no other thread changes it
  style.colour = isatty(STDERR_FILENO) == 1 && (no_colour == nullptr || *no_colour == '\0');
  return style;
}

std::string labelled(std::string_view label, std::string_view text, std::size_t width,
                     std::string_view remark) {
  const std::size_t first_end = std::min(text.find('\n'), text.size());
  const std::string indent(label_width, ' ');
  std::string lines = "  " + std::string(label);
  lines.resize(std::max(lines.size() + 1, label_width), ' ');
  std::size_t last = 0;
  const std::size_t room = width > label_width ? width - label_width : 1;
  for (const std::string& line : inspect::wrapped(text.substr(0, first_end), room)) {
    if (last > 0) lines += "\n" + indent;
    lines += line;
    last = label_width + inspect::display_width(line);
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
  for (const std::string& line : inspect::wrapped(text, width - 2)) {
    if (last > 0) lines += "\n  ";
    last = inspect::display_width(line) + (last > 0 ? 2 : 0);
    lines += line;
  }
  return with_remark(std::move(lines), last, remark, width) + "\n";
}

std::string wrapped_lines(std::string_view lines, std::size_t width) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    const bool breaks =
        line.starts_with("  ") && line.size() > label_width && inspect::display_width(line) > width;
    if (breaks)
      text += inspect::wrapped(line.substr(label_width), width, line.substr(0, label_width),
                               std::string(label_width, ' '));
    else
      text += std::string(line) + "\n";
  }
  return text;
}

std::string table_of(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], inspect::display_width(row[c]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line = "  ";
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(widths[c] - inspect::display_width(row[c]), ' ');
      line += c == 0 ? row[c] + blanks : "  " + blanks + row[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace bw::cli
