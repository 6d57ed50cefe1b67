#pragma once
// Single models that are not smooth, made by dice: a lag of 1e-3 to 1e-9 of the run that steps
// wake, or a limit, a dead zone or a diode, with a state in front of it or without one, with
// feedback or without it.
//
//   d = g (s - k x),  or  d = z with T z' = g (s - k x) - z      s: steps, or a sine of time
//   u = curve(d)                                                 piecewise linear
//   x' = a (u - x),   or  x' = v, v' = w^2 (u - x) - 2 c w v
//
// Between two kinks or steps all of it is linear, so that the solution is known: matrix
// exponentials in extended precision, and kinks by bisection.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace bw::test {

enum class BentShape { lag, saturation, dead_zone, diode };

struct BentModel {
  std::string kind;  // "saturation by min and max behind a state, sine, no feedback"
  std::string text;  // model M with a variable x
  double stop = 10;
  std::function<std::vector<double>(std::span<const double> times)> exact{};  // x at these times
};

// The same seed gives the same model.
BentModel bent_model(BentShape shape, std::uint64_t seed);

}  // namespace bw::test
