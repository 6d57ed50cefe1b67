#include "run/spec/times.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/units.h"

namespace bw::run {
namespace {

// Divides where the unit is a whole fraction of a second: 9 ms is 0.009, which 9 * 0.001 is not.
double in_seconds(double number, double seconds_per_unit) {
  const double parts = std::round(1 / seconds_per_unit);
  if (seconds_per_unit < 1 && std::abs(parts * seconds_per_unit - 1) < 1e-12) return number / parts;
  return number * seconds_per_unit;
}

// What people write for units of time; seconds_in() knows the symbols only.
constexpr std::pair<std::string_view, std::string_view> words_for_units[] = {
    {"sec", "s"},      {"second", "s"},    {"seconds", "s"}, {"mins", "min"},
    {"minute", "min"}, {"minutes", "min"}, {"hr", "h"},      {"hour", "h"},
    {"hours", "h"},    {"day", "d"},       {"days", "d"},    {"year", "a"},
    {"years", "a"},    {"msec", "ms"},     {"S", "s"},       {"H", "h"}};

std::string why_no_unit(std::string_view unit) {
  const std::string quoted = "'" + std::string(unit) + "'";
  if (unit == "m") return quoted + " means metres; write min for minutes";
  for (const auto& [word, symbol] : words_for_units)
    if (unit == word) return "write " + std::string(symbol) + " for the unit " + quoted;
  if (parse_unit(unit)) return quoted + " is no unit of time; use ms, s, min, h, d or a";
  return "the unit " + quoted + " is not known; use ms, s, min, h, d or a";
}

}  // namespace

WrittenTime read_time(std::string_view text) {
  if (const std::optional<double> plain = to_number(text)) return {*plain};
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  const bool begins_like_unit =
      !unit.empty() && (static_cast<unsigned char>(unit[0]) >= 0x80U ||
                        (unit[0] >= 'a' && unit[0] <= 'z') || (unit[0] >= 'A' && unit[0] <= 'Z'));
  if (problem != std::errc{} || !begins_like_unit) return {0, "it got '" + std::string(text) + "'"};
  if (const std::optional<double> seconds = seconds_in(unit))
    return {in_seconds(number, *seconds), ""};
  return {0, why_no_unit(unit)};
}

double in_unit(double seconds, double seconds_per_unit) {
  constexpr int digits = 15;
  constexpr double roundings = 2 * std::numeric_limits<double>::epsilon();
  if (seconds_per_unit == 1) return seconds;
  const double quotient = seconds / seconds_per_unit;
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), quotient,
                                     std::chars_format::scientific, digits - 1);
  double decimal = quotient;
  std::from_chars(text.data(), written.ptr, decimal);
  return std::abs(decimal - quotient) <= roundings * std::abs(quotient) ? decimal : quotient;
}

}  // namespace bw::run
