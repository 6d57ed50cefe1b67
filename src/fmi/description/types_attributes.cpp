// The attributes that types and variables share (FMI 2.0, 2.2.3 and 2.2.7; FMI 3.0, 2.4.4).

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "base/value.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/rules.h"
#include "fmi/description/start_values.h"
#include "fmi/description/types.h"
#include "model/variable.h"

namespace bw::fmi {
namespace {

void read_unit(ElementReader& element, Reading& reading, model::Variable& face) {
  const auto unit = element.find("unit");
  if (!unit) return;
  face.unit = trimmed(*unit);
  face.unit_meaning.reset();
  if (face.unit.empty()) return;
  if (!reading.units.defines(face.unit) && reading.version != Version::fmi1)
    element.add(Rule::unit_not_defined,
                fmt::format("has the unit '{}', which is not in UnitDefinitions; it was read by "
                            "its usual meaning where possible",
                            face.unit));
  face.unit_meaning = reading.units.find(face.unit);
}

// A type's display unit does not apply to a variable with another unit.
void read_display_unit(ElementReader& element, const Reading& reading, Variable& variable) {
  if (const auto written = element.find("displayUnit")) {
    variable.display_unit = trimmed(*written);
    if (!reading.units.defines_display(variable.face.unit, variable.display_unit))
      element.wrong("displayUnit", *written,
                    fmt::format("it is not defined as a display unit of '{}'", variable.face.unit),
                    Rule::display_unit_not_defined);
  } else if (!reading.units.defines_display(variable.face.unit, variable.display_unit)) {
    variable.display_unit.clear();
  }
}

void read_nominal(ElementReader& element, model::Variable& face) {
  const auto nominal = element.real("nominal");
  if (!nominal) return;
  const bool has_size = std::isfinite(*nominal) && *nominal != 0.0;
  face.nominal = has_size ? std::abs(*nominal) : 1.0;
  if (face.nominal != *nominal)
    element.add(
        Rule::nominal_not_positive,
        fmt::format("has the nominal value {}; it must be finite and above 0, so {} was used",
                    shortest(*nominal), shortest(face.nominal)));
}

std::optional<double> limit(ElementReader& element, std::string_view key, DataType type,
                            Version version) {
  const auto text = element.find(key);
  if (!text) return {};
  const auto value = to_value(*text, type, version);
  if (!value) element.wrong(key, *text, right_value(type, version));
  return value ? number_of(*value, type) : std::nullopt;
}

void read_limits(ElementReader& element, Version version, Variable& variable) {
  model::Variable& face = variable.face;
  const double min = limit(element, "min", variable.type, version).value_or(face.min);
  const double max = limit(element, "max", variable.type, version).value_or(face.max);
  if (!(min <= max))
    element.add(Rule::limits_order, fmt::format("has min {} and max {}; min must not be above max",
                                                shortest(min), shortest(max)));
  face.min = min;
  face.max = max;
}

void read_binary(ElementReader& element, Variable& variable) {
  if (const auto mime = element.find("mimeType")) variable.mime_type = trimmed(*mime);
  if (variable.mime_type.empty()) variable.mime_type = "application/octet-stream";
  if (const auto size = element.integer("maxSize", unsigned_long_range))
    variable.max_size = static_cast<std::size_t>(*size);
}

}  // namespace

void read_type_attributes(ElementReader& element, Reading& reading, Variable& variable) {
  switch (type_of(variable.type)) {
    case Type::boolean:
    case Type::string: return;
    case Type::binary: read_binary(element, variable); return;
    case Type::clock: read_clock(element, variable); return;
    case Type::real:
      read_unit(element, reading, variable.face);
      read_display_unit(element, reading, variable);
      read_nominal(element, variable.face);
      variable.face.relative_quantity =
          element.flag("relativeQuantity", variable.face.relative_quantity);
      element.flag("unbounded");  // checked, but not kept
      break;
    case Type::integer:
    case Type::enumeration: break;
  }
  if (const auto quantity = element.find("quantity")) variable.quantity = *quantity;
  read_limits(element, reading.version, variable);
}

}  // namespace bw::fmi
