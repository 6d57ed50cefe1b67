#pragma once
// The Lotka-Volterra pair driven by hand.

#include "raw_component.h"

namespace bw::bench {

// Gauss-Seidel over `steps` steps of size h; gives the final prey so that nothing is optimised
// away.
inline double raw_gauss_seidel(RawComponent& prey, RawComponent& predator, long steps, double h) {
  const fmi2ValueReference output = 0, input = 1;  // see examples/lotka_volterra/*.xml
  double x = 10, y = 10;
  for (long k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h;
    prey.f.fmi2SetReal(prey.instance, &input, 1, &y);
    prey.f.fmi2DoStep(prey.instance, t, h, fmi2True);
    prey.f.fmi2GetReal(prey.instance, &output, 1, &x);
    predator.f.fmi2SetReal(predator.instance, &input, 1, &x);
    predator.f.fmi2DoStep(predator.instance, t, h, fmi2True);
    predator.f.fmi2GetReal(predator.instance, &output, 1, &y);
  }
  return x;
}

}  // namespace bw::bench
