#pragma once
// Groups of unknowns that can only be found together, in an order in which each group needs
// earlier ones only: the strongly connected components of "needs", without recursion.
//
//   visit v: number it, push it on the stack; low(v) = the lowest number that v or anything it
//   leads to reaches on the stack; low(v) = number(v): everything above v on the stack is a group
//
// Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972.

#include "equation/matching.h"

namespace bw::equation {

// Row i: what i needs. The groups come out with what is needed first.
Rows components(const Rows& needs);

}  // namespace bw::equation
