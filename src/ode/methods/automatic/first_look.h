#pragma once
// What a model does at the start of a long run, by its Jacobian and by the force on it: whether it
// may oscillate fast, before anything is spent on an oscillation, and whether what is fast decays.
//
//   by itself  s = sum of lambda^2 = trace of (df/dx)^2, rate sqrt(|s| / 2): at least a tenth of
//              the periods that matter fit into the time left; and not decaying; and, by the
//              eigenvalues, at least one mode as fast loses less than a fifth in a period
//   decays     s > 0 and -trace(df/dx) >= sqrt(s) / 2
//   forced     f at constant states changes by 1 % or more within 1 radian of the longest period
//              that matters, or within 0.62
//
// It says that nothing oscillates only where neither can be. Where df/dx costs more than a step,
// nothing is tested.

#include <span>

#include "base/tolerance.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

struct FirstLook {
  bool may_oscillate = true, decays = false;
};
// At (t, x), by one Jacobian and three RHS evaluations; none after t + `left`. `periods`: that
// matter.
FirstLook first_look(Equations& equations, const Tolerance& tolerance, double t,
                     std::span<const double> x, std::span<const double> nominals, double left,
                     double periods);

}  // namespace bw::ode
