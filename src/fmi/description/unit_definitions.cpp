#include "fmi/description/unit_definitions.h"

#include <algorithm>
#include <cmath>

#include "fmi/description/attributes.h"
#include "fmi/description/rules.h"

namespace bw::fmi {
namespace {

constexpr IntegerRange sensible_exponent{-1000, 1000};

double finite(ElementReader& element, std::string_view key, double otherwise, bool may_be_zero) {
  const double value = element.real(key).value_or(otherwise);
  if (std::isfinite(value) && (may_be_zero || value != 0.0)) return value;
  element.wrong(key, element.text(key),
                may_be_zero ? "expected a finite number" : "expected a finite number other than 0",
                Rule::unit_conversion);
  return otherwise;
}

Unit base_unit(ElementReader element) {
  static constexpr std::string_view dimensions[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
  Unit unit;
  for (std::size_t i = 0; i < unit.exponents.size(); ++i)
    unit.exponents[i] =
        static_cast<int>(element.integer(dimensions[i], sensible_exponent).value_or(0));
  unit.factor = finite(element, "factor", 1.0, false);
  unit.offset = finite(element, "offset", 0.0, true);
  element.note_unknown_attributes();
  return unit;
}

// FMI 1.0 calls the factor a gain and the name a display unit.
DisplayUnit display_unit(ElementReader element, Version version) {
  const bool is_first = version == Version::fmi1;
  DisplayUnit display;
  display.name = element.required(is_first ? "displayUnit" : "name").value_or("");
  display.factor = finite(element, is_first ? "gain" : "factor", 1.0, false);
  display.offset = finite(element, "offset", 0.0, true);
  if (version == Version::fmi3) display.inverse = element.flag("inverse");
  element.note_unknown_attributes();
  return display;
}

UnitDescription read_unit(ElementReader& element, Version version) {
  const bool is_first = version == Version::fmi1;
  UnitDescription unit;
  unit.name = element.required(is_first ? "unit" : "name").value_or("");
  const XmlElement& xml = element.element();
  const auto base = is_first ? std::nullopt : xml.child("BaseUnit");
  unit.meaning = base ? std::optional(base_unit({*base, element.report()})) : parse_unit(unit.name);
  for (const XmlElement& child : xml.children(is_first ? "DisplayUnitDefinition" : "DisplayUnit"))
    unit.display_units.push_back(display_unit({child, element.report()}, version));
  element.note_unknown_attributes();
  return unit;
}

}  // namespace

void UnitDefinitions::read(const XmlElement& element, Version version, Report& report) {
  const std::string_view name = version == Version::fmi1 ? "BaseUnit" : "Unit";
  ElementReader(element, report).note_unknown_children({name});
  for (const XmlElement& child : element.children(name)) {
    ElementReader reader(child, report);
    UnitDescription unit = read_unit(reader, version);
    if (index_.emplace(unit.name, units_.size()).second)
      units_.push_back(std::move(unit));
    else
      reader.wrong("name", unit.name, "a unit of this name was defined before; the first is used",
                   Rule::unit_twice);
  }
}

bool UnitDefinitions::defines_display(const std::string& unit,
                                      std::string_view display_unit) const {
  if (display_unit.empty() || display_unit == unit) return true;
  const auto known = index_.find(unit);
  if (known == index_.end()) return false;
  const std::vector<DisplayUnit>& all = units_[known->second].display_units;
  return std::ranges::any_of(
      all, [&](const DisplayUnit& display) { return display.name == display_unit; });
}

std::optional<Unit> UnitDefinitions::find(const std::string& unit) {
  if (const auto known = index_.find(unit); known != index_.end())
    return units_[known->second].meaning;
  const auto [known, is_new] = parsed_.try_emplace(unit);
  if (is_new) known->second = parse_unit(unit);
  return known->second;
}

}  // namespace bw::fmi
