#include "fmi/description/attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace bw::fmi {
namespace {

constexpr std::size_t longest_shown = 100;

// Only these characters: std::from_chars would also read "nan(0)" and "infinity".
bool looks_like_decimal(std::string_view text) {
  return !text.empty() && text.find_first_not_of("+-.0123456789eE") == text.npos;
}

}  // namespace

std::optional<std::string_view> ElementReader::find(std::string_view key) {
  if (read_count_ < most_read) read_[read_count_++] = key;
  const auto index = element_.attribute_index(key);
  if (!index) return {};
  if (*index < 64) found_ |= std::uint64_t{1} << *index;
  return element_.attribute_at(*index).second;
}

std::optional<std::string_view> ElementReader::required(std::string_view key) {
  auto value = find(key);
  if (value) return value;
  std::string nearest;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < element_.attribute_count(); ++i)
    others.emplace_back(element_.attribute_at(i).first);
  if (const std::string hint = did_you_mean(key, others); hint.starts_with(" Did")) nearest = hint;
  add(Rule::attribute_missing, fmt::format("has no attribute '{}', which is required{}", key,
                                           nearest.empty() ? "" : "." + nearest));
  return value;
}

std::optional<double> ElementReader::real(std::string_view key) {
  const auto text = find(key);
  if (!text) return {};
  const auto value = to_xs_double(*text);
  if (!value) wrong(key, *text, "expected a number like 1.5 or -2.5e-3");
  return value;
}

bool ElementReader::flag(std::string_view key, bool otherwise) {
  const auto text = find(key);
  if (!text) return otherwise;
  const auto value = to_xs_boolean(*text);
  if (!value) wrong(key, *text, "expected \"true\" or \"false\"");
  return value.value_or(otherwise);
}

std::optional<std::int64_t> ElementReader::integer(std::string_view key, IntegerRange range) {
  const auto text = find(key);
  if (!text) return {};
  const auto value = to_xs_integer(*text);
  if (value && *value >= range.min && *value <= range.max) return value;
  wrong(key, *text, fmt::format("expected a whole number from {} to {}", range.min, range.max));
  return {};
}

std::optional<XmlElement> ElementReader::required_child(std::string_view name) {
  auto child = element_.child(name);
  if (!child)
    add(Rule::element_missing, fmt::format("has no element <{}>, which is required", name));
  return child;
}

void ElementReader::add(Rule rule, std::string_view clause) const {
  const bool is_ended = clause.ends_with('.') || clause.ends_with('?');
  const std::string who = subject_.empty() ? "" : fmt::format(" '{}'", subject_);
  bw::add(*report_, rule, element_.position(),
          fmt::format("<{}>{} {}{}", element_.name(), who, clause, is_ended ? "" : "."));
}

void ElementReader::wrong(std::string_view key, std::string_view value, std::string_view right,
                          Rule rule) const {
  const bool is_long = value.size() > longest_shown;
  add(rule, fmt::format("has {}=\"{}{}\"; {}", key, value.substr(0, longest_shown),
                        is_long ? "..." : "", right));
}

void ElementReader::wrong_word(std::string_view key, std::string_view value,
                               const std::vector<std::string>& known) const {
  std::string right = "expected one of";
  for (const std::string& word : known) right += " \"" + word + "\"";
  if (const std::string hint = did_you_mean(value, known); hint.starts_with(" Did"))
    right += "." + hint;
  wrong(key, value, right);
}

void ElementReader::note_unknown_attributes() const {
  const std::size_t count = std::min<std::size_t>(element_.attribute_count(), 64);
  for (std::size_t i = 0; i < count; ++i) {
    if ((found_ >> i & 1U) != 0) continue;
    const std::string_view key = element_.attribute_at(i).first;
    const std::string hint = did_you_mean(
        key, {read_.begin(), read_.begin() + static_cast<std::ptrdiff_t>(read_count_)});
    add(Rule::attribute_unknown,
        fmt::format("has an attribute '{}' that the standard does not define; it was ignored{}",
                    key, hint.starts_with(" Did") ? "." + hint : ""));
  }
}

void ElementReader::note_unknown_children(std::initializer_list<std::string_view> known) const {
  for (auto child = element_.first_child(); child; child = child->next()) {
    const std::string_view name = child->name();
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string hint = did_you_mean(name, {known.begin(), known.end()});
    bw::add(*report_, Rule::element_unknown, child->position(),
            fmt::format(
                "<{}> in <{}> is not an element that the standard defines there; it was ignored.{}",
                name, element_.name(), hint.starts_with(" Did") ? hint : ""));
  }
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

std::optional<std::uint64_t> to_xs_unsigned(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  std::uint64_t value = 0;
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

std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<std::string_view> found;
  for (std::size_t begin = text.find_first_not_of(blanks); begin != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    found.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blanks, end);
  }
  return found;
}

}  // namespace bw::fmi
