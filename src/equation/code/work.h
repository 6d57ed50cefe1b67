#pragma once
// What one evaluation of the derivatives takes, counted in their formulas. It is not measured: the
// choice of methods, and with it every digit of a result, would depend on the load of the machine.

#include "equation/code/program.h"
#include "equation/sort/system.h"

namespace bw::equation {

// Seconds, on a machine of today, to about a factor of two.
double estimate_rhs_seconds(const System& system, const Programs& programs);

}  // namespace bw::equation
