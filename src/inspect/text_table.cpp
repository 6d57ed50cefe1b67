#include "inspect/text_table.h"

#include <algorithm>
#include <array>

namespace bw::inspect {
namespace {

constexpr std::size_t widest_column = 44;

// One character of UTF-8; an invalid byte counts as one letter.
struct Letter {
  char32_t code = U'?';
  std::size_t bytes = 1;
};

Letter first_letter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t code = first & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byte(i) & 0x3FU);
  }
  return {code, bytes};
}

struct Range {
  char32_t first, last;
};
constexpr std::array<Range, 6> widthless = {{{0x300, 0x36F},
                                             {0x200B, 0x200F},
                                             {0x202A, 0x202E},
                                             {0x2066, 0x2069},
                                             {0x20D0, 0x20FF},
                                             {0xFE00, 0xFE0F}}};
constexpr std::array<Range, 8> wide = {{{0x1100, 0x115F},
                                        {0x2E80, 0xA4CF},
                                        {0xAC00, 0xD7A3},
                                        {0xF900, 0xFAFF},
                                        {0xFE30, 0xFE6F},
                                        {0xFF00, 0xFF60},
                                        {0x1F300, 0x1FAFF},
                                        {0x20000, 0x3FFFD}}};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t code) {
  return std::ranges::any_of(
      ranges, [&](const Range& range) { return code >= range.first && code <= range.last; });
}

std::size_t width_of(char32_t code) {
  if (code < 0x300) return 1;
  return is_in(widthless, code) ? 0 : is_in(wide, code) ? 2 : 1;
}

bool is_blank(char32_t code) { return code <= 0x20 || (code >= 0x7F && code <= 0xA0); }

std::string line_of(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  std::size_t column = 0, used = 0;  // where the cell belongs, where the line ends
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (widths[c] == 0) continue;
    if (!cells[c].empty()) {
      const std::size_t begin = used == 0 ? column : std::max(column, used + 2);
      line.append(begin - used, ' ').append(cells[c]);
      used = begin + display_width(cells[c]);
    }
    column += widths[c] + 2;
  }
  return line;
}

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

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    width += width_of(letter.code);
    text.remove_prefix(letter.bytes);
  }
  return width;
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
    } else if (display_width(line) + gap + display_width(word) <= width) {
      line += std::string(gap, ' ') + std::string(word);
    } else {
      lines.emplace_back(word);
    }
    gap = 0;
    at = end;
  }
  return lines;
}

std::string wrapped(std::string_view text, std::size_t width, std::string_view first,
                    std::string_view indent) {
  const std::size_t margin = display_width(indent);
  std::string lines(first);
  bool is_first = true;
  for (const std::string& line : wrapped(text, width > margin ? width - margin : 1)) {
    lines += (is_first ? "" : "\n" + std::string(indent)) + line;
    is_first = false;
  }
  return lines + "\n";
}

std::string on_one_line(std::string_view text) {
  std::string line;
  bool blank = false;
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    if (is_blank(letter.code)) {
      blank = true;
    } else {
      if (blank && !line.empty()) line += ' ';
      blank = false;
      if (letter.bytes == 1)
        line += static_cast<char>(letter.code);
      else
        line += text.substr(0, letter.bytes);
    }
    text.remove_prefix(letter.bytes);
  }
  return line;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::size_t used = 0, end = 0;
  for (;;) {
    const Letter letter = first_letter(text.substr(end));
    used += width_of(letter.code);
    if (used >= width) return std::string(text.substr(0, end)) + "…";
    end += letter.bytes;
  }
}

std::string enumerated(const std::vector<std::string>& names, std::size_t most) {
  // One more name is as short as "… and 1 more".
  const std::size_t shown = names.size() <= most + 1 ? names.size() : most;
  std::string list;
  for (std::size_t i = 0; i < shown; ++i) list += (i > 0 ? ", " : "") + on_one_line(names[i]);
  if (shown < names.size()) list += " … and " + std::to_string(names.size() - shown) + " more";
  return list;
}

std::string counted(std::size_t count, std::string_view noun) {
  return (count == 0 ? "no" : std::to_string(count)) + " " + std::string(noun) +
         (count == 1 ? "" : "s");
}

std::string TextTable::text(std::string_view indent) const {
  const std::vector<std::string>& heads = rows_.front();
  std::vector<std::size_t> widths(heads.size(), 0);
  for (std::size_t r = 1; r < rows_.size(); ++r)
    for (std::size_t c = 0; c < heads.size(); ++c)
      widths[c] = std::max(widths[c], std::min(display_width(rows_[r][c]), widest_column));
  for (std::size_t c = 0; c < heads.size(); ++c)
    if (widths[c] > 0) widths[c] = std::max(widths[c], display_width(heads[c]));
  std::string text;
  for (const auto& row : rows_) {
    const std::string line = line_of(row, widths);
    if (!line.empty()) text.append(indent).append(line).append("\n");
  }
  return text;
}

}  // namespace bw::inspect
