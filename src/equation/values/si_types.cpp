#include "equation/values/si_types.h"

#include <array>
#include <limits>
#include <numbers>

namespace bw::equation {
namespace {

struct SiQuantity {
  std::string_view name, unit, display_unit;
};

constexpr std::array si_quantities = std::to_array<SiQuantity>({
    {"Acceleration", "m/s2", ""},
    {"AmountOfSubstance", "mol", ""},
    {"Angle", "rad", "deg"},
    {"AngularAcceleration", "rad/s2", ""},
    {"AngularFrequency", "rad/s", ""},
    {"AngularMomentum", "kg.m2/s", ""},
    {"AngularVelocity", "rad/s", ""},
    {"Area", "m2", ""},
    {"Capacitance", "F", ""},
    {"CoefficientOfHeatTransfer", "W/(m2.K)", ""},
    {"Concentration", "mol/m3", ""},
    {"Conductance", "S", ""},
    {"Conductivity", "S/m", ""},
    {"Current", "A", ""},
    {"CurrentDensity", "A/m2", ""},
    {"DampingCoefficient", "s-1", ""},
    {"Density", "kg/m3", "g/cm3"},
    {"Diameter", "m", ""},
    {"DiffusionCoefficient", "m2/s", ""},
    {"DimensionlessRatio", "1", ""},
    {"Distance", "m", ""},
    {"DynamicViscosity", "Pa.s", ""},
    {"Efficiency", "1", ""},
    {"ElectricCharge", "C", ""},
    {"ElectricCurrent", "A", ""},
    {"ElectricFieldStrength", "V/m", ""},
    {"ElectricPotential", "V", ""},
    {"Energy", "J", ""},
    {"EnthalpyFlowRate", "W", ""},
    {"Entropy", "J/K", ""},
    {"Force", "N", ""},
    {"Frequency", "Hz", ""},
    {"Heat", "J", ""},
    {"HeatCapacity", "J/K", ""},
    {"HeatFlowRate", "W", ""},
    {"HeatFlux", "W/m2", ""},
    {"Height", "m", ""},
    {"Impulse", "N.s", ""},
    {"Inductance", "H", ""},
    {"Inertia", "kg.m2", ""},
    {"Irradiance", "W/m2", ""},
    {"KinematicViscosity", "m2/s", ""},
    {"Length", "m", ""},
    {"LinearTemperatureCoefficient", "1/K", ""},
    {"MagneticFlux", "Wb", ""},
    {"MagneticFluxDensity", "T", ""},
    {"Mass", "kg", ""},
    {"MassFlowRate", "kg/s", ""},
    {"MassFraction", "1", ""},
    {"MolarFlowRate", "mol/s", ""},
    {"MolarMass", "kg/mol", ""},
    {"MoleFraction", "1", ""},
    {"MomentOfInertia", "kg.m2", ""},
    {"Momentum", "kg.m/s", ""},
    {"PerUnit", "1", ""},
    {"Period", "s", ""},
    {"Position", "m", ""},
    {"Power", "W", ""},
    {"Pressure", "Pa", "bar"},
    {"PressureDifference", "Pa", ""},
    {"AbsolutePressure", "Pa", "bar"},
    {"Radius", "m", ""},
    {"Reactance", "Ohm", ""},
    {"Resistance", "Ohm", ""},
    {"Resistivity", "Ohm.m", ""},
    {"RotationalDampingConstant", "N.m.s/rad", ""},
    {"RotationalSpringConstant", "N.m/rad", ""},
    {"SpecificEnergy", "J/kg", ""},
    {"SpecificEnthalpy", "J/kg", ""},
    {"SpecificEntropy", "J/(kg.K)", ""},
    {"SpecificHeatCapacity", "J/(kg.K)", ""},
    {"SpecificInternalEnergy", "J/kg", ""},
    {"SpecificVolume", "m3/kg", ""},
    {"Temperature", "K", "degC"},
    {"TemperatureDifference", "K", ""},
    {"TemperatureSlope", "K/s", ""},
    {"ThermalConductance", "W/K", ""},
    {"ThermalConductivity", "W/(m.K)", ""},
    {"ThermalResistance", "K/W", ""},
    {"ThermodynamicTemperature", "K", "degC"},
    {"Thickness", "m", ""},
    {"Time", "s", ""},
    {"Torque", "N.m", ""},
    {"TranslationalDampingConstant", "N.s/m", ""},
    {"TranslationalSpringConstant", "N/m", ""},
    {"Velocity", "m/s", ""},
    {"Voltage", "V", ""},
    {"Volume", "m3", ""},
    {"VolumeFlowRate", "m3/s", ""},
    {"Work", "J", ""},
});

struct Constant {
  std::string_view name;
  double value;
};

constexpr double pi = std::numbers::pi;

// CODATA 2018; those of the SI (2019) are exact.
constexpr std::array constants = std::to_array<Constant>({
    {"pi", pi},
    {"e", std::numbers::e},
    {"D2R", pi / 180},
    {"R2D", 180 / pi},
    {"gamma", std::numbers::egamma},
    {"eps", std::numeric_limits<double>::epsilon()},
    {"small", 1e-60},
    {"inf", std::numeric_limits<double>::max()},
    {"c", 299792458},
    {"g_n", 9.80665},
    {"G", 6.67430e-11},
    {"F", 9.648533212331e4},
    {"h", 6.62607015e-34},
    {"k", 1.380649e-23},
    {"R", 8.31446261815324},
    {"sigma", 5.670374419e-8},
    {"N_A", 6.02214076e23},
    {"q", 1.602176634e-19},
    {"mu_0", 1.25663706212e-6},
    {"epsilon_0", 8.8541878128e-12},
    {"T_zero", -273.15},
});

std::optional<std::string_view> behind(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return {};
  return name.substr(prefix.size());
}

std::optional<std::string_view> quantity_of(std::string_view name) {
  for (const std::string_view prefix :
       {"Modelica.Units.SI.", "Modelica.SIunits.", "Units.SI.", "SIunits.", "SI."})
    if (const auto rest = behind(name, prefix)) return rest;
  return {};
}

}  // namespace

bool is_si_name(std::string_view name) { return quantity_of(name).has_value(); }

std::optional<SiType> find_si_type(std::string_view name) {
  const auto quantity = quantity_of(name);
  if (!quantity) return {};
  for (const SiQuantity& known : si_quantities)
    if (known.name == *quantity) return SiType{known.name, known.unit, known.display_unit};
  return {};
}

std::optional<double> find_constant(std::string_view name) {
  const auto rest = behind(name, "Modelica.Constants.");
  if (!rest) return {};
  for (const Constant& constant : constants)
    if (constant.name == *rest) return constant.value;
  return {};
}

}  // namespace bw::equation
