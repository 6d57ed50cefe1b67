#include "fmi/unit_definitions.h"

#include <cmath>

#include "fmi/attributes.h"

namespace bw::fmi {
namespace {

constexpr IntegerRange sensible_exponent{-1000, 1000};

Unit base_unit(const XmlElement& element) {
  static constexpr std::string_view dimensions[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
  Unit unit;
  for (std::size_t i = 0; i < unit.exponents.size(); ++i)
    unit.exponents[i] =
        static_cast<int>(integer_attribute(element, dimensions[i], sensible_exponent).value_or(0));
  unit.factor = real_attribute(element, "factor").value_or(1.0);
  unit.offset = real_attribute(element, "offset").value_or(0.0);
  if (!std::isfinite(unit.factor) || unit.factor == 0.0)
    refuse(element, "factor", required(element, "factor"),
           "a finite number other than 0 would be right");
  if (!std::isfinite(unit.offset))
    refuse(element, "offset", required(element, "offset"), "a finite number would be right");
  return unit;
}

}  // namespace

void UnitDefinitions::read(const XmlElement& element) {
  for (const XmlElement& unit : element.children("Unit")) {
    std::string name(required(unit, "name"));
    const auto base = unit.child("BaseUnit");
    auto meaning = base ? std::optional(base_unit(*base)) : parse_unit(name);
    if (!defined_.emplace(name, meaning).second)
      refuse(unit, "name", name, "a unit of this name is defined before; names must differ");
  }
}

std::optional<Unit> UnitDefinitions::find(const std::string& unit) {
  if (const auto known = defined_.find(unit); known != defined_.end()) return known->second;
  const auto [known, is_new] = parsed_.try_emplace(unit);
  if (is_new) known->second = parse_unit(unit);
  return known->second;
}

std::map<std::string, Unit> UnitDefinitions::known() const {
  std::map<std::string, Unit> units;
  for (const auto& [name, meaning] : defined_)
    if (meaning) units.emplace(name, *meaning);
  return units;
}

}  // namespace bw::fmi
