#pragma once
// Names of the Modelica standard library that people write in flat models: types of quantities with
// their units, and constants of nature. Only facts: the unit of a mass is kg.

#include <optional>
#include <string_view>

namespace bw::equation {

struct SiType {
  std::string_view quantity, unit, display_unit;
};

// "Modelica.Units.SI.Mass", "Modelica.SIunits.Mass".
std::optional<SiType> find_si_type(std::string_view name);
bool is_si_name(std::string_view name);  // it begins so, known or not

// "Modelica.Constants.pi".
std::optional<double> find_constant(std::string_view name);

}  // namespace bw::equation
