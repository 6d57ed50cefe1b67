#include "run/open/convert_value.h"

#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/text.h"

namespace bw::run {
namespace {

using model::Variable;

[[noreturn]] void refuse(const Value& value, const Variable& variable, const std::string& where,
                         const std::string& wanted) {
  throw InputError(where + ": " + variable.name + " is of type " +
                   std::string(name(variable.type)) + " and takes " + wanted + ", not " +
                   text(value) + ".");
}

// "1 K" of a variable in degC is 1 degC where it is a difference, such as a hysteresis, and -272.15
// degC where it is a temperature. A description that does not say relativeQuantity decides nothing.
void refuse_ambiguous(double number, const std::string& unit, const Variable& variable,
                      const std::string& where) {
  if (unit == variable.unit || variable.relative_quantity || !variable.unit_meaning) return;
  const auto meaning = parse_unit(unit);
  if (!meaning || meaning->offset != 0 || variable.unit_meaning->offset == 0) return;
  const auto absolute = conversion(*meaning, *variable.unit_meaning, false);
  const auto difference = conversion(*meaning, *variable.unit_meaning, true);
  if (!absolute || !difference) return;
  // A temperature declares that it does not fall below absolute zero.
  constexpr double near_zero = 0.01;
  if (std::abs(variable.min - (*absolute)(0)) < near_zero) return;
  throw InputError(where + ": " + brief(number) + " " + unit + " of " + variable.name +
                   ", which is in " + variable.unit + ", is " + brief((*difference)(number)) + " " +
                   variable.unit + " where it is a difference and " + brief((*absolute)(number)) +
                   " " + variable.unit + " where it is not; give it in " + variable.unit + ".");
}

// "3 kW": the longest prefix that is a number, and the unit behind it.
double number_with_unit(const std::string& words, const Value& value, const Variable& variable,
                        const std::string& where) {
  std::string_view rest = trimmed(words);
  if (!rest.empty() && rest.front() == '+') rest.remove_prefix(1);
  double number = 0;
  const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (problem != std::errc{}) refuse(value, variable, where, "a number, optionally with a unit");
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  const std::string unit(trimmed(rest));
  refuse_ambiguous(number, unit, variable, where);
  return unit_change(unit, variable, where)(number);
}

double to_real(const Value& value, const Variable& variable, const std::string& where) {
  double number = 0;
  if (const auto* real = std::get_if<double>(&value))
    number = *real;
  else if (const auto* integer = std::get_if<std::int64_t>(&value))
    number = static_cast<double>(*integer);
  else if (const auto* words = std::get_if<std::string>(&value))
    number = number_with_unit(*words, value, variable, where);
  else
    refuse(value, variable, where, "a number");
  if (!std::isfinite(number)) refuse(value, variable, where, "a finite number");
  return number;
}

std::int64_t to_integer(const Value& value, const Variable& variable, const std::string& where) {
  std::int64_t number = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    number = *integer;
  } else if (const auto* words = std::get_if<std::string>(&value)) {
    for (const auto& [item, code] : variable.items)
      if (item == *words) return code;
    const std::string_view rest = trimmed(*words);
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (problem != std::errc{} || end != rest.data() + rest.size())
      refuse(value, variable, where, "a whole number");
  } else {
    refuse(value, variable, where, "a whole number");
  }
  if (number < variable.lowest || number > variable.highest)
    refuse(value, variable, where,
           "a whole number from " + std::to_string(variable.lowest) + " to " +
               std::to_string(variable.highest));
  return number;
}

std::int64_t to_enumeration(const Value& value, const Variable& variable,
                            const std::string& where) {
  std::vector<std::string> names;
  bool known = variable.items.empty();
  const auto* words = std::get_if<std::string>(&value);
  const bool is_name = words != nullptr && !to_number(*words);
  const std::int64_t number = is_name ? 0 : to_integer(value, variable, where);
  for (const auto& [item, code] : variable.items) {
    names.push_back(item);
    if (is_name && item == *words) return code;
    known = known || code == number;
  }
  if (is_name || !known)
    throw InputError(where + ": " + text(value) + " is not a value of " + variable.name + "." +
                     did_you_mean(is_name ? *words : "", names));
  return number;
}

// Two hexadecimal digits a byte, as results show them.
std::string to_bytes(const Value& value, const Variable& variable, const std::string& where) {
  const auto* words = std::get_if<std::string>(&value);
  const std::string digits = words != nullptr ? *words : text(value);
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned byte = 0;
    const char* end = digits.data() + i + 2;
    if (std::from_chars(digits.data() + i, end, byte, 16).ptr != end) break;
    bytes += static_cast<char>(byte);
  }
  if (bytes.size() * 2 != digits.size())
    refuse(value, variable, where, "bytes as hexadecimal digits such as \"666f6f\"");
  return bytes;
}

bool to_boolean(const Value& value, const Variable& variable, const std::string& where) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  const std::string words =
      std::holds_alternative<std::string>(value) ? std::get<std::string>(value) : text(value);
  if (words == "true" || words == "1") return true;
  if (words == "false" || words == "0") return false;
  refuse(value, variable, where, "true or false");
}

}  // namespace

Affine unit_change(const std::string& unit, const Variable& variable, const std::string& where) {
  if (unit.empty() || unit == variable.unit) return {};
  const auto meaning = parse_unit(unit);
  if (!meaning)
    throw InputError(where + ": the unit '" + unit + "' is unknown (" + variable.name +
                     (variable.unit.empty() ? " has no unit)." : " is in " + variable.unit + ")."));
  if (!variable.unit_meaning)
    throw InputError(
        where + ": " + variable.name +
        (variable.unit.empty() ? " has no unit" : " has the unknown unit '" + variable.unit + "'") +
        ", so " + unit + " cannot be converted; give a plain number.");
  const auto change = conversion(*meaning, *variable.unit_meaning, variable.relative_quantity);
  if (!change)
    throw InputError(where + ": " + unit + " cannot be converted to " + variable.unit +
                     ", the unit of " + variable.name + ".");
  return *change;
}

Value convert_value(const Value& value, const Variable& variable, const std::string& where) {
  switch (variable.type) {
    case Type::real: return to_real(value, variable, where);
    case Type::integer: return to_integer(value, variable, where);
    case Type::enumeration: return to_enumeration(value, variable, where);
    case Type::boolean: return to_boolean(value, variable, where);
    case Type::binary: return to_bytes(value, variable, where);
    case Type::clock: return to_integer(value, variable, where);  // the number of its ticks
    case Type::string: break;
  }
  if (!std::holds_alternative<std::string>(value)) refuse(value, variable, where, "a string");
  return value;
}

}  // namespace bw::run
