// The SI brochure (9th edition), the units that engineers use beside it, and a few of the
// Anglo-American ones. Where one symbol means two things, the SI decides: "t" is a tonne, "C" a
// coulomb, "cd" a candela.

#include "base/unit_symbols.h"

#include <algorithm>
#include <numbers>

namespace bw {
namespace {

struct Row {
  std::string_view name;
  bool takes_prefix;
  UnitSymbol meaning;
};

struct Prefix {
  std::string_view name;
  int ten;
};

using Exponents = std::array<int, 8>;  // kg, m, s, A, K, mol, cd, rad

constexpr Exponents no_dimension{}, mass{1}, length{0, 1}, area{0, 2}, volume{0, 3}, time{0, 0, 1},
    current{0, 0, 0, 1}, temperature{0, 0, 0, 0, 1}, amount{0, 0, 0, 0, 0, 1},
    light{0, 0, 0, 0, 0, 0, 1}, angle{0, 0, 0, 0, 0, 0, 0, 1}, frequency{0, 0, -1},
    angular_velocity{0, 0, -1, 0, 0, 0, 0, 1}, force{1, 1, -2}, pressure{1, -1, -2},
    energy{1, 2, -2}, power{1, 2, -3}, charge{0, 0, 1, 1}, voltage{1, 2, -3, -1},
    capacitance{-1, -2, 4, 2}, resistance{1, 2, -3, -2}, conductance{-1, -2, 3, 2},
    magnetic_flux{1, 2, -2, -1}, flux_density{1, 0, -2, -1}, inductance{1, 2, -2, -2},
    illuminance{0, -2, 0, 0, 0, 0, 1}, dose{0, 2, -2}, catalysis{0, 0, -1, 0, 0, 1};

constexpr double pi = std::numbers::pi;

constexpr Row rows[] = {
    // SI base units and radian
    {"m", true, {length}},
    {"g", true, {mass, 1, 1, -3}},
    {"s", true, {time}},
    {"A", true, {current}},
    {"K", true, {temperature}},
    {"mol", true, {amount}},
    {"cd", true, {light}},
    {"rad", true, {angle}},
    // SI derived units
    {"sr", true, {no_dimension}},
    {"Hz", true, {frequency}},
    {"N", true, {force}},
    {"Pa", true, {pressure}},
    {"J", true, {energy}},
    {"W", true, {power}},
    {"C", true, {charge}},
    {"V", true, {voltage}},
    {"F", true, {capacitance}},
    {"Ohm", true, {resistance}},
    {"ohm", true, {resistance}},
    {"S", true, {conductance}},
    {"Wb", true, {magnetic_flux}},
    {"T", true, {flux_density}},
    {"H", true, {inductance}},
    {"lm", true, {light}},
    {"lx", true, {illuminance}},
    {"Bq", true, {frequency}},
    {"Gy", true, {dose}},
    {"Sv", true, {dose}},
    {"kat", true, {catalysis}},
    // Numbers
    {"%", false, {no_dimension, 1, 1, -2}},
    {"ppm", false, {no_dimension, 1, 1, -6}},
    // Time and angle
    {"min", false, {time, 60}},
    {"h", false, {time, 3600}},
    {"hr", false, {time, 3600}},
    {"d", false, {time, 86400}},
    {"day", false, {time, 86400}},
    {"deg", false, {angle, pi, 180}},
    {"rev", false, {angle, 2 * pi}},
    {"rpm", false, {angular_velocity, pi, 30}},
    // Length, area, volume, mass
    {"in", false, {length, 254, 1, -4}},
    {"inch", false, {length, 254, 1, -4}},
    {"ft", false, {length, 3048, 1, -4}},
    {"yd", false, {length, 9144, 1, -4}},
    {"mi", false, {length, 1609344, 1, -3}},
    {"ha", false, {area, 1, 1, 4}},
    {"l", true, {volume, 1, 1, -3}},
    {"L", true, {volume, 1, 1, -3}},
    {"t", true, {mass, 1, 1, 3}},
    {"lb", false, {mass, 45359237, 1, -8}},
    // Force and pressure; psi is lbf/in2
    {"lbf", false, {force, 44482216152605, 1, -13}},
    {"bar", true, {pressure, 1, 1, 5}},
    {"atm", false, {pressure, 101325}},
    {"mmHg", false, {pressure, 133322387415, 1, -9}},
    {"Torr", false, {pressure, 101325, 760}},
    {"psi", false, {pressure, 44482216152605, 64516, -5}},
    // Energy, power, electricity
    {"eV", true, {energy, 1602176634, 1, -28}},
    {"cal", true, {energy, 4184, 1, -3}},
    {"Wh", true, {energy, 3600}},
    {"Nm", true, {energy}},
    {"Ah", true, {charge, 3600}},
    {"VA", true, {power}},
    {"var", true, {power}},
    {"VAr", true, {power}},
    // Temperature
    {"degC", false, {temperature, 1, 1, 0, 273.15}},
    {"degF", false, {temperature, 5, 9, 0, 459.67 * 5 / 9}},
};

constexpr Prefix prefixes[] = {{"Y", 24},  {"Z", 21},  {"E", 18},  {"P", 15},  {"T", 12},
                               {"G", 9},   {"M", 6},   {"k", 3},   {"h", 2},   {"da", 1},
                               {"d", -1},  {"c", -2},  {"m", -3},  {"u", -6},  {"n", -9},
                               {"p", -12}, {"f", -15}, {"a", -18}, {"z", -21}, {"y", -24}};

const Row* find_row(std::string_view name) {
  const auto* row =
      std::find_if(std::begin(rows), std::end(rows), [&](const Row& r) { return r.name == name; });
  return row == std::end(rows) ? nullptr : row;
}

}  // namespace

std::optional<UnitSymbol> find_unit_symbol(std::string_view symbol) {
  if (const Row* row = find_row(symbol)) return row->meaning;
  for (const Prefix& prefix : prefixes) {
    if (!symbol.starts_with(prefix.name)) continue;
    const Row* row = find_row(symbol.substr(prefix.name.size()));
    if (row == nullptr || !row->takes_prefix) continue;
    UnitSymbol meaning = row->meaning;
    meaning.ten += prefix.ten;
    return meaning;
  }
  return {};
}

}  // namespace bw
