// The types of attributes, as XML Schema writes them; blanks around a value do not count. A type
// whose name ends with "s" is a list with blanks between its values. Numbers are finite, because
// everything that is computed with them has to be.

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/date.h"
#include "base/text.h"
#include "system/ssp/ssp_schema.h"

namespace bw::system {
namespace {

struct WholeType {
  std::string_view name;
  std::int64_t least;
  std::uint64_t most;
};
constexpr WholeType whole_types[] = {
    {"int8", INT8_MIN, INT8_MAX},       {"uint8", 0, UINT8_MAX},
    {"int16", INT16_MIN, INT16_MAX},    {"uint16", 0, UINT16_MAX},
    {"int32", INT32_MIN, INT32_MAX},    {"uint32", 0, UINT32_MAX},
    {"int64", INT64_MIN, INT64_MAX},    {"uint64", 0, UINT64_MAX},
    {"integer", INT64_MIN, UINT64_MAX},
};

bool is_whole(std::string_view text, const WholeType& type) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  std::uint64_t size = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), size);
  if (text.empty() || problem != std::errc{} || end != text.data() + text.size()) return false;
  const std::uint64_t below = std::uint64_t{0} - static_cast<std::uint64_t>(type.least);
  return is_negative ? size <= below : size <= type.most;
}

bool is_boolean(std::string_view text) {
  return text == "true" || text == "false" || text == "1" || text == "0";
}

bool is_hex(std::string_view text) {
  return text.size() % 2 == 0 &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// A name of XML without a colon; every character outside of ASCII counts as a letter.
bool is_id(std::string_view text) {
  const auto starts = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  if (text.empty() || !starts(text.front())) return false;
  for (const char c : text)
    if (!starts(c) && (c < '0' || c > '9') && c != '-' && c != '.') return false;
  return true;
}

SspTypeVerdict judge(std::string_view text, std::string_view type) {
  for (const WholeType& whole : whole_types)
    if (whole.name == type)
      return {is_whole(text, whole), whole.most == UINT64_MAX && whole.least == 0
                                         ? "a whole number from 0"
                                         : "a whole number from " + std::to_string(whole.least) +
                                               " to " + std::to_string(whole.most)};
  if (type == "double") {
    const auto number = to_number(text);
    return {number && std::isfinite(*number), "a finite number"};
  }
  if (type == "boolean") return {is_boolean(text), "true or false"};
  if (type == "hex") return {is_hex(text), "bytes as pairs of hexadecimal digits"};
  if (type == "id") return {is_id(text), "a name of letters, digits, '_', '-' and '.'"};
  if (type == "date") return {is_date_and_time(text), "a date and time like 2026-05-28T13:30:00Z"};
  if (type == "name") return {!text.empty(), "a name that is not empty"};
  return {};  // text, uri, version: read elsewhere
}

}  // namespace

SspTypeVerdict has_ssp_type(std::string_view text, std::string_view type) {
  if (type == "indices") return has_ssp_type(text, "uint64s");
  if (!type.ends_with('s')) return judge(trimmed(text), type);
  type.remove_suffix(1);
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n"));
    SspTypeVerdict verdict = judge(word, type);
    if (!verdict.is_right) return verdict;
    text.remove_prefix(word.size());
  }
  return {};
}

}  // namespace bw::system
