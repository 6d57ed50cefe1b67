#include "fmi/start_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "fmi/attributes.h"

namespace bw::fmi {
namespace {

std::optional<double> as_number(const Value& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  return {};
}

bool is_item(const model::Variable& variable, double number) {
  return std::any_of(variable.items.begin(), variable.items.end(),
                     [&](const auto& item) { return static_cast<double>(item.second) == number; });
}

}  // namespace

std::optional<Value> described_start(const XmlElement& typed, Type type) {
  const auto text = typed.attribute("start");
  if (!text) return {};
  switch (type) {
    case Type::real: return Value(*real_attribute(typed, "start"));
    case Type::boolean: return Value(boolean_attribute(typed, "start", false));
    case Type::integer:
    case Type::enumeration: return Value(*integer_attribute(typed, "start"));
    case Type::string:
    case Type::binary: break;
  }
  return Value(std::string(*text));
}

Value assumed_start(const model::Variable& variable) {
  switch (variable.type) {
    case Type::real: return 0.0;
    case Type::boolean: return false;
    case Type::integer: return std::int64_t{0};
    case Type::enumeration:
      return variable.items.empty() ? std::int64_t{0} : variable.items.front().second;
    case Type::string:
    case Type::binary: break;
  }
  return std::string();
}

std::string doubt_about_start(const model::Variable& variable) {
  const auto number = variable.start ? as_number(*variable.start) : std::nullopt;
  if (!number) return {};
  if (*number < variable.min || *number > variable.max)
    return fmt::format("starts with {}, outside of its limits {} to {}", shortest(*number),
                       shortest(variable.min), shortest(variable.max));
  if (!variable.items.empty() && !is_item(variable, *number))
    return fmt::format("starts with {}, which is no value of its enumeration", shortest(*number));
  return {};
}

}  // namespace bw::fmi
