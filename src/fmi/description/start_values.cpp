#include "fmi/description/start_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace bw::fmi {
namespace {

template <class Number>
constexpr IntegerRange all_of() {
  return {std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max()};
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<Value> bytes_of(std::string_view text) {
  text = trimmed(text);
  if (text.size() % 2 != 0) return {};
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
    if (high < 0 || low < 0) return {};
    bytes += static_cast<char>(high * 16 + low);
  }
  return Value(std::move(bytes));
}

std::optional<Value> integer_of(std::string_view text, IntegerRange range) {
  const auto value = to_xs_integer(text);
  return value && *value >= range.min && *value <= range.max ? std::optional(Value(*value))
                                                             : std::nullopt;
}

template <class Found>
std::optional<Value> as_value(const std::optional<Found>& found) {
  return found ? std::optional(Value(*found)) : std::nullopt;
}

bool is_item(const model::Variable& face, double number) {
  return std::ranges::any_of(
      face.items, [&](const auto& item) { return static_cast<double>(item.second) == number; });
}

Value read_one(ElementReader& element, std::string_view key, std::string_view text,
               const Variable& variable, Version version) {
  if (auto value = to_value(text, variable.type, version)) return std::move(*value);
  element.wrong(key, text, right_value(variable.type, version));
  return assumed_start(variable);
}

std::vector<Value> start_elements(const ElementReader& typed, const Variable& variable,
                                  Version version) {
  std::vector<Value> starts;
  for (auto child = typed.element().first_child(); child; child = child->next()) {
    if (child->name() != "Start") continue;
    ElementReader element(*child, typed.report());
    element.call(variable.face.name);
    const std::string_view text = element.find("value").value_or("");
    starts.push_back(read_one(element, "value", text, variable, version));
    element.note_unknown_attributes();
  }
  return starts;
}

}  // namespace

IntegerRange range_of(DataType type, Version version) {
  switch (type) {
    case DataType::int8: return all_of<std::int8_t>();
    case DataType::uint8: return all_of<std::uint8_t>();
    case DataType::int16: return all_of<std::int16_t>();
    case DataType::uint16: return all_of<std::uint16_t>();
    case DataType::uint32: return all_of<std::uint32_t>();
    case DataType::int64: return all_of<std::int64_t>();
    case DataType::uint64: return unsigned_long_range;
    case DataType::enumeration:
      return version == Version::fmi3 ? all_of<std::int64_t>() : all_of<std::int32_t>();
    default: return all_of<std::int32_t>();
  }
}

std::optional<Value> to_value(std::string_view text, DataType type, Version version) {
  switch (type) {
    case DataType::float32:
    case DataType::float64: return as_value(to_xs_double(text));
    case DataType::boolean: return as_value(to_xs_boolean(text));
    case DataType::string: return Value(std::string(text));
    case DataType::binary: return bytes_of(text);
    case DataType::clock: return {};
    case DataType::uint64: {
      const auto value = to_xs_unsigned(text);
      return value ? std::optional(Value(static_cast<std::int64_t>(*value))) : std::nullopt;
    }
    default: return integer_of(text, range_of(type, version));
  }
}

std::string right_value(DataType type, Version version) {
  switch (type) {
    case DataType::float32:
    case DataType::float64: return "expected a number like 1.5 or -2.5e-3";
    case DataType::boolean: return "expected \"true\" or \"false\"";
    case DataType::binary: return "expected pairs of hexadecimal digits";
    case DataType::uint64:
      return fmt::format("expected a whole number from 0 to {}",
                         std::numeric_limits<std::uint64_t>::max());
    default: break;
  }
  const IntegerRange range = range_of(type, version);
  return fmt::format("expected a whole number from {} to {}", range.min, range.max);
}

std::optional<double> number_of(const Value& value, DataType type) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole == nullptr) return {};
  return type == DataType::uint64 ? static_cast<double>(static_cast<std::uint64_t>(*whole))
                                  : static_cast<double>(*whole);
}

std::vector<Value> described_starts(ElementReader& typed, const Variable& variable,
                                    Version version) {
  const bool has_elements = variable.type == DataType::string || variable.type == DataType::binary;
  const auto text = typed.find("start");
  if (version == Version::fmi3 && has_elements) {
    std::vector<Value> starts = start_elements(typed, variable, version);
    if (!starts.empty() || !text) return starts;
    typed.wrong("start", *text, "expected an element <Start value=\"...\"/>",
                Rule::start_as_attribute);
  }
  if (!text) return {};
  if (version != Version::fmi3 || has_elements)
    return {read_one(typed, "start", *text, variable, version)};
  std::vector<Value> starts;
  for (const std::string_view word : words_of(*text))
    starts.push_back(read_one(typed, "start", word, variable, version));
  if (starts.empty()) starts.push_back(read_one(typed, "start", "", variable, version));
  return starts;
}

Value assumed_start(const Variable& variable) {
  switch (type_of(variable.type)) {
    case Type::real: return 0.0;
    case Type::boolean: return false;
    case Type::integer:
    case Type::clock: return std::int64_t{0};
    case Type::enumeration:
      return variable.face.items.empty() ? std::int64_t{0} : variable.face.items.front().second;
    case Type::string:
    case Type::binary: break;
  }
  return std::string();
}

std::string doubt_about_starts(const Variable& variable) {
  const model::Variable& face = variable.face;
  for (const Value& start : variable.starts) {
    const auto number = number_of(start, variable.type);
    if (!number) continue;
    if (*number < face.min || *number > face.max)
      return fmt::format("has the start value {}, outside of its limits {} to {}",
                         shortest(*number), shortest(face.min), shortest(face.max));
    if (!face.items.empty() && !is_item(face, *number))
      return fmt::format("has the start value {}, which is not a value of its enumeration",
                         shortest(*number));
  }
  return {};
}

}  // namespace bw::fmi
