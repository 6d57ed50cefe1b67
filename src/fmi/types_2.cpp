// <TypeDefinitions>, and the attributes that types and variables share (FMI 2.0, 2.2.3 and 2.2.7).

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "fmi/attributes.h"
#include "fmi/description_2.h"

namespace bw::fmi {
namespace {

constexpr std::array<std::pair<std::string_view, Type>, 5> type_elements = {{
    {"Real", Type::real},
    {"Integer", Type::integer},
    {"Boolean", Type::boolean},
    {"String", Type::string},
    {"Enumeration", Type::enumeration},
}};

void read_items(const XmlElement& element, model::Variable& type, Deviations& deviations) {
  std::unordered_set<std::int64_t> values;
  for (const XmlElement& item : element.children("Item")) {
    const std::string name(required(item, "name"));
    required(item, "value");
    const std::int64_t value = *integer_attribute(item, "value");
    if (!values.insert(value).second)
      deviations.note("enumeration value twice", item,
                      fmt::format("two items of an enumeration have the value {}", value));
    type.items.emplace_back(name, value);
  }
}

void read_unit(const XmlElement& element, Definitions& definitions, model::Variable& variable,
               Deviations& deviations) {
  const auto unit = element.attribute("unit");
  if (!unit) return;
  variable.unit = trimmed(*unit);
  variable.unit_meaning.reset();
  if (variable.unit.empty()) return;
  if (!definitions.units.defines(variable.unit))
    deviations.note("unit not defined", element,
                    fmt::format("the unit '{}' is not in UnitDefinitions; it was read as "
                                "engineers write it where possible",
                                variable.unit));
  variable.unit_meaning = definitions.units.find(variable.unit);
}

void read_nominal(const XmlElement& element, model::Variable& variable, Deviations& deviations) {
  const auto nominal = real_attribute(element, "nominal");
  if (!nominal) return;
  const bool has_size = std::isfinite(*nominal) && *nominal != 0.0;
  variable.nominal = has_size ? std::abs(*nominal) : 1.0;
  if (variable.nominal != *nominal)
    deviations.note("nominal not positive", element,
                    fmt::format("nominal is {}; a nominal value is finite and above 0, so {} was "
                                "taken",
                                shortest(*nominal), shortest(variable.nominal)));
}

void read_limits(const XmlElement& element, model::Variable& variable) {
  const auto limit = [&](std::string_view key) -> std::optional<double> {
    if (is_real(variable.type)) return real_attribute(element, key);
    const auto whole = integer_attribute(element, key);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
  };
  variable.min = limit("min").value_or(variable.min);
  variable.max = limit("max").value_or(variable.max);
  if (!(variable.min <= variable.max))
    refuse(element, fmt::format("has min {} and max {}; min must not be above max",
                                shortest(variable.min), shortest(variable.max)));
}

}  // namespace

void read_type_attributes(const XmlElement& element, Definitions& definitions,
                          model::Variable& variable, Deviations& deviations) {
  if (variable.type == Type::boolean || variable.type == Type::string) return;
  read_limits(element, variable);
  if (!is_real(variable.type)) return;
  read_unit(element, definitions, variable, deviations);
  read_nominal(element, variable, deviations);
  variable.relative_quantity =
      boolean_attribute(element, "relativeQuantity", variable.relative_quantity);
  boolean_attribute(element, "unbounded", false);  // not kept, but checked
}

std::optional<Type> type_of_element(std::string_view name) {
  for (const auto& [known, type] : type_elements)
    if (known == name) return type;
  return {};
}

void read_types_2(const XmlElement& type_definitions, Definitions& definitions,
                  Deviations& deviations) {
  for (const XmlElement& simple : type_definitions.children("SimpleType")) {
    std::string name(required(simple, "name"));
    model::Variable type;
    std::optional<Type> found;
    for (const XmlElement& element : simple.children()) {
      found = type_of_element(element.name());
      if (!found) continue;
      type.type = *found;
      read_type_attributes(element, definitions, type, deviations);
      if (type.type == Type::enumeration) read_items(element, type, deviations);
      break;
    }
    if (!found)
      refuse(simple, fmt::format("'{}' has none of the elements <Real>, <Integer>, <Boolean>, "
                                 "<String>, <Enumeration>",
                                 name));
    if (!definitions.types.emplace(name, std::move(type)).second)
      refuse(simple, "name", name, "a type of this name is defined before; names must differ");
  }
}

}  // namespace bw::fmi
