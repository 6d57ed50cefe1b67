#include "system/msim_text.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace bw::system {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

// Valid UTF-8, as TOML requires; comments of older Windows programs may not be.
bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t more = lead < 0x80                   ? 0
                             : lead >= 0xC2 && lead < 0xE0 ? 1
                             : lead >= 0xE0 && lead < 0xF0 ? 2
                             : lead >= 0xF0 && lead < 0xF5 ? 3
                                                           : text.size();
    if (more >= text.size() - i) return false;
    const auto second = more > 0 ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))
      return false;  // overlong, a surrogate, or beyond the last code point
    for (std::size_t k = 0; k < more; ++k)
      if ((static_cast<unsigned char>(text[++i]) & 0xC0U) != 0x80U) return false;
  }
  return true;
}

}  // namespace

std::vector<MsimWord> MsimLine::words() const {
  std::vector<MsimWord> all;
  bool quoted = false, inside = false;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const char c = rest[i];
    if (!quoted && blanks.find(c) != std::string_view::npos) {
      inside = false;
      continue;
    }
    if (!inside)
      all.push_back({"", {position.file, position.line, rest_column + static_cast<int>(i)}});
    inside = true;
    if (c == '"')
      quoted = !quoted;
    else if (quoted && c == '\\' && i + 1 < rest.size() && rest[i + 1] == '"')
      all.back().text += rest[++i];
    else
      all.back().text += c;
  }
  if (quoted)
    throw InputError(all.back().position.text() + ": missing closing quote in '" + rest + "'.");
  return all;
}

std::vector<MsimLine> msim_lines(std::string_view text, const std::string& file, Report& findings) {
  std::vector<MsimLine> all;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin == std::string_view::npos || line[begin] == '#') continue;
    const Position position{file, number, static_cast<int>(begin) + 1};
    if (!is_utf8(line)) {
      findings.add(position, "the line is not encoded in UTF-8; save the file as UTF-8.");
      continue;
    }
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    const std::size_t rest = std::min(line.find_first_not_of(blanks, end), line.size());
    all.push_back({std::string(line.substr(begin, end - begin)),
                   std::string(trimmed(line.substr(rest))), position, static_cast<int>(rest) + 1});
  }
  return all;
}

}  // namespace bw::system
