#pragma once
// Flows that may stand still: semiLinear(x, a, b) = x (x >= 0 ? a : b) leaves its coefficients open
// at x = 0. Where several of them share some, these follow from the others:
//
//   y = semiLinear(x, a, s),  y = semiLinear(x, s, t), y = semiLinear(x, t, b)
//     ->  the first,  s = if x >= 0 then a else b,  t = s
//
// Source: Modelica Language Specification 3.6, 3.7.4.5, rule 1.

#include "equation/sort/system.h"

namespace bw::equation {

void join_semi_linear(System& system);

}  // namespace bw::equation
