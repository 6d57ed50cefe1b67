#pragma once
// Units of measurement: value in SI base units = factor * value + offset (FMI 2.0, 2.2.2).

#include <array>
#include <optional>
#include <string_view>

namespace bw {

struct Unit {
  std::array<int, 8> exponents{};  // kg, m, s, A, K, mol, cd, rad
  double factor = 1.0, offset = 0.0;

  bool same_dimension(const Unit& other) const { return exponents == other.exponents; }
};

// Reads a unit as engineers write it: "kW", "m/s2", "kg.m2/s2", "N.m", "1/min", "degC", "rad/s".
// Nothing when it is not known.
std::optional<Unit> parse_unit(std::string_view text);

// y = gain * x + offset.
struct Affine {
  double gain = 1.0, offset = 0.0;
  double operator()(double x) const { return gain * x + offset; }
};

// From a value in `from` to a value in `to`; nothing when the dimensions differ. A relative
// quantity (a temperature difference) converts without the offset.
std::optional<Affine> conversion(const Unit& from, const Unit& to, bool relative = false);

// Seconds in a unit of time: "ms", "s", "min", "h", "d", "a" (365 days); nothing when it is none.
std::optional<double> seconds_in(std::string_view unit);

}  // namespace bw
