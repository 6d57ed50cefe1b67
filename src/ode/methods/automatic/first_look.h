#pragma once
// Whether a model may oscillate fast, at the start of a long run: by its Jacobian and by the force
// on it, before anything is spent on an oscillation.
//
//   by itself  s = sum of lambda^2 = trace of (df/dx)^2, rate sqrt(|s| / 2): at least a tenth of
//              the periods that matter fit into the time left; and not s > 0 with
//              -trace(df/dx) >= sqrt(s) / 2, where what is fast decays
//   forced     f at constant states changes by 1 % or more within 1 radian of the longest period
//              that matters, or within 0.62
//
// It says no only where neither can be. Where df/dx costs more than a step, nothing is tested.

#include <span>

#include "base/tolerance.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

// At (t, x), by one Jacobian and three RHS evaluations; none after t + `left`. `periods`: that
// matter.
bool may_oscillate(Equations& equations, const Tolerance& tolerance, double t,
                   std::span<const double> x, std::span<const double> nominals, double left,
                   double periods);

}  // namespace bw::ode
