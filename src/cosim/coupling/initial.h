#pragma once
// Consistent initial conditions: every input equals its connection's value.
//
//   for each loop in topological order:
//     repeat  inputs <- connections, outputs <- components   until convergence
//     where that does not contract: Newton on  G(y) = y - S(y),  S = one evaluation of the loop,
//     with the Jacobian by differences (increment R |y| + 0.01 A)
//
// Components are in initialisation mode, so reading after setting needs no time step (FMI 2.0,
// 4.2.4).

#include <string>

#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"

namespace bw::cosim {

struct InitialConditions {
  enum class End { found, not_finite, not_converged };
  End end = End::found;
  std::string subject;  // the loop or the variable concerned
  double change = 0.0;  // the last change, in tolerance weights
  int evaluations = 0;  // of the loop concerned

  std::string sentence() const;  // why they were not found
};

// Leaves the signals at `t` in coupling.now() and the components with their final inputs set.
InitialConditions find_initial_conditions(Coupling& coupling, double t, Tolerance tolerance);

// The whole start: components enter initialisation, agree on their initial values and are started;
// now() has the outputs after it. Unless the result is `found`, the components have not been
// started.
InitialConditions initialise(Coupling& coupling, double start, double stop, Tolerance tolerance);

}  // namespace bw::cosim
