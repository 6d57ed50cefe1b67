#pragma once
// Derivatives that a parameter of value 0 takes out of the equations: with C = 0, C*der(v) = i
// leaves no state v behind.
//
//   zero(e): its value is 0 by parameters, or a factor is zero, or all terms are; a variable is
//   zero
//            where an equation says v = e with a zero e
//   a zero product with a derivative in it becomes 0, and the parameters that make it zero
//   structural

#include "equation/core/flat_model.h"

namespace bw::equation {

void drop_vanishing_derivatives(FlatModel& model);

}  // namespace bw::equation
