#pragma once
// The cubic through the values and slopes at both ends of a step (C. Hermite 1878): local error
// h^4.

#include <span>

namespace bw::ode {

struct StepEnds {
  double h;
  std::span<const double> x, dx;          // where the step began
  std::span<const double> x_end, dx_end;  // and where it ended
};

// At the relative position s of the step.
inline void hermite(const StepEnds& step, double s, std::span<double> x) {
  const double r = 1 - s;
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double change = step.x_end[n] - step.x[n], bend = step.h * step.dx[n] - change;
    x[n] = step.x[n] + s * (change + r * (bend + s * (change - step.h * step.dx_end[n] - bend)));
  }
}

}  // namespace bw::ode
