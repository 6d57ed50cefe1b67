#include "fmi/attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/text.h"

namespace bw::fmi {
namespace {

constexpr std::size_t longest_shown = 100;

// Only these characters: std::from_chars would also read "nan(0)" and "infinity".
bool looks_like_decimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("+-.0123456789eE") == text.npos;
}

}  // namespace

void refuse(const XmlElement& element, std::string_view sentence) {
  const bool is_ended = sentence.ends_with('.') || sentence.ends_with('?');
  throw InputError(fmt::format("{}: <{}> {}{}", element.position().text(), element.name(), sentence,
                               is_ended ? "" : "."));
}

void refuse(const XmlElement& element, std::string_view key, std::string_view value,
            std::string_view right) {
  const bool is_long = value.size() > longest_shown;
  refuse(element, fmt::format("has {}=\"{}{}\"; {}", key, value.substr(0, longest_shown),
                              is_long ? "..." : "", right));
}

std::string_view required(const XmlElement& element, std::string_view key) {
  const auto value = element.attribute(key);
  if (!value) refuse(element, fmt::format("has no attribute '{}', which is required", key));
  return *value;
}

XmlElement required_child(const XmlElement& element, std::string_view name) {
  const auto child = element.child(name);
  if (!child) refuse(element, fmt::format("has no element <{}>, which is required", name));
  return *child;
}

std::string text_attribute(const XmlElement& element, std::string_view key) {
  return std::string(element.attribute(key).value_or(""));
}

std::optional<double> real_attribute(const XmlElement& element, std::string_view key) {
  const auto text = element.attribute(key);
  if (!text) return {};
  const auto value = to_xs_double(*text);
  if (!value) refuse(element, key, *text, "a number like 1.5 or -2.5e-3 would be right");
  return value;
}

bool boolean_attribute(const XmlElement& element, std::string_view key, bool otherwise) {
  const auto text = element.attribute(key);
  if (!text) return otherwise;
  const auto value = to_xs_boolean(*text);
  if (!value) refuse(element, key, *text, "\"true\" or \"false\" would be right");
  return *value;
}

std::optional<std::int64_t> integer_attribute(const XmlElement& element, std::string_view key,
                                              IntegerRange range) {
  const auto text = element.attribute(key);
  if (!text) return {};
  const auto value = to_xs_integer(*text);
  if (!value || *value < range.min || *value > range.max)
    refuse(element, key, *text,
           fmt::format("a whole number from {} to {} would be right", range.min, range.max));
  return value;
}

// Too large is infinite by XML Schema: exporters write the largest double rounded up.
std::optional<double> to_xs_double(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  text = trimmed(text);
  if (text == "INF" || text == "+INF") return infinity;
  if (text == "-INF") return -infinity;
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (!looks_like_decimal(text)) return {};
  if (const auto value = to_number(text)) return value;
  const bool is_negative = text.front() == '-';
  if (text.front() == '+') text.remove_prefix(1);
  double unused = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), unused);
  if (problem != std::errc::result_out_of_range || end != text.data() + text.size()) return {};
  return is_negative ? -infinity : infinity;
}

std::optional<std::int64_t> to_xs_integer(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

std::optional<bool> to_xs_boolean(std::string_view text) {
  text = trimmed(text);
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return {};
}

}  // namespace bw::fmi
