#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <locale>
#include <sstream>

#include "base/nearest.h"

namespace bw {
namespace {

constexpr std::size_t names_listed = 8;

// ASCII only: the functions of <cctype> follow a locale that any FMU may change under us.
bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// std::from_chars does not say whether a number was too large or too small. Too small is zero, or
// as near to it as doubles get; too large is nothing.
std::optional<double> tiny_number(std::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  double value = 0;
  return stream >> value ? std::optional(value) : std::nullopt;
}

// "1e-06" becomes "1e-6", "3e+08" becomes "3e8".
std::string with_short_exponent(std::string text) {
  const auto e = text.find('e');
  if (e == std::string::npos || e + 1 == text.size()) return text;
  const std::size_t digits = text.find_first_of("123456789", e);
  const std::string sign = text[e + 1] == '-' ? "-" : "";
  return text.substr(0, e + 1) + sign + text.substr(digits);
}

}  // namespace

std::string shortest(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

std::string brief(double value, int digits) {
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::general, digits);
  return with_short_exponent({buffer.data(), end.ptr});
}

std::string rough(double value) {
  std::string text = brief(value, 3);
  if (text.find('e') == std::string::npos || !(std::abs(value) >= 1 && std::abs(value) < 1e6))
    return text;
  return grouped(std::llround(*to_number(text)));
}

std::string grouped_digits(std::string digits, long long from) {
  const std::size_t sign = digits.starts_with('-') ? 1 : 0;
  const auto least = std::to_string(from).size();  // `from` is a power of ten
  if (digits.size() - sign < least) return digits;
  for (std::size_t at = digits.size(); at > sign + 3;) digits.insert(at -= 3, 1, ' ');
  return digits;
}

std::optional<double> to_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return {};
  if (problem == std::errc::result_out_of_range) return tiny_number(text);
  return problem == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string lowercase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// Greedy with one point of return (the last '*'): at worst the product of both lengths.
bool matches_glob(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      do ++t;
      while (t < text.size() && continues_character(text[t]));
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string list_of_first(const std::vector<std::string>& names, std::size_t count,
                          const ListStyle& style) {
  const std::size_t shown = std::min(count, style.most);
  std::string list;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) list += i + 1 == count ? style.last : ", ";
    list += names[i];
  }
  if (shown == count) return list;
  std::string rest(style.rest);
  if (const auto at = rest.find("{}"); at != std::string::npos)
    rest.replace(at, 2, std::to_string(count - shown));
  return list + rest;
}

void add_to_list(std::string& list, std::string_view name) {
  if (!list.empty()) list += ", ";
  list += name;
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& known) {
  if (known.empty()) return "";
  const std::vector<std::string> near = nearest_names(wrong, known);
  if (!near.empty())
    return " Did you mean " +
           listed(near, [](const std::string& name) { return "'" + name + "'"; },
                  {.last = " or "}) +
           "?";
  const std::string list = listed(known, {.most = names_listed, .rest = ", …"});
  return " Known: " + list + (known.size() > names_listed ? "" : ".");
}

}  // namespace bw
