#pragma once
// Consistent initial conditions: every input equals what its connection brings.
//
//   for each loop in topological order:
//     repeat  inputs <- connections, outputs <- components   until nothing changes any more
//     where that does not contract: Newton on  G(y) = y - S(y),  S = one evaluation of the loop,
//     with the Jacobian by differences (increment R |y| + 0.01 A)
//
// Components are in initialisation, so reading after setting costs no time step (FMI 2.0, 4.2.4).

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

// A whole start: components begin, agree on their initial values and are started, and now() is what
// they say after it. Of an end that is not `found` the components have not been started.
InitialConditions initialise(Coupling& coupling, double start, double stop, Tolerance tolerance);

}  // namespace bw::cosim
