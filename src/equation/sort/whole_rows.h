#pragma once
// Linear equations with whole coefficients, such as sums of currents, may agree in what they say of
// unknowns: 3 i0 = i1 + i2 + i3 and i1 + i2 + i3 = 0 leave i0 = 0. Their structure does not show
// it; where only states are left, that is a constraint, which takes the place of one of the
// equations.
//
// Source: M. Otter, H. Elmqvist, Transformation of Differential Algebraic Array Equations to Index
// One Form, Modelica Conference 2017, section 4 (exact removal of singularities).

#include "equation/sort/system.h"

namespace bw::equation {

void expose_constraints(System& system);

}  // namespace bw::equation
