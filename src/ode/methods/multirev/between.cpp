#include "ode/methods/multirev/between.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/constants.h"

namespace bw::ode::multirevolution {
namespace {

constexpr double of_revolution = 4, most_times = 8000;
constexpr double clear_difference = 0.2;  // smooth ones have 0.02
constexpr double roundings = 16;          // of the time: the slope changes with it
constexpr double golden = 0.6180339887498949;

}  // namespace

std::optional<long> first_difference(const LongStep& step, Equations& equations,
                                     const Between& between) {
  const std::size_t states = equations.size();
  std::vector<double> x(states), slope(states), dx(states);
  const auto revolutions = static_cast<double>(step.revolutions());
  const double times = std::min(of_revolution * revolutions, most_times);
  for (double k = 0; k < times; ++k) {
    const auto revolution = static_cast<long>((k + 0.5) / times * revolutions);
    const double phase = std::fmod(golden * (k + 1), 1.0);
    const double t = between.begin + step.interpolate(revolution, phase, x, slope);
    equations.derivatives(t, x, dx);
    const double noise = roundings * math::epsilon * std::abs(t) * between.rate;
    for (std::size_t i = 0; i < states; ++i) {
      const double limit = clear_difference * between.weights[i] + noise * between.sizes[i];
      if (!(std::abs(dx[i] - slope[i]) <= limit * between.rate)) return revolution;
    }
  }
  return {};
}

}  // namespace bw::ode::multirevolution
