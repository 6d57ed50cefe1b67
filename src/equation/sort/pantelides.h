#pragma once
// How often equations must be differentiated until they determine all highest derivatives.
//
//   for each equation e:  until e finds a highest derivative of its own (augmenting paths):
//     the equations and variables that its search reached are one equation too many: differentiate
//     them, and look again for the derivative of e
//
// Ends if and only if every equation finds a variable of its own when a variable and its
// derivatives count as one.
// Source: C. C. Pantelides, The consistent initialization of differential-algebraic systems, SIAM
// J. Sci. Stat. Comput. 9, 1988.

#include <cstdint>
#include <vector>

#include "equation/sort/matching.h"

namespace bw::equation {

struct Derivatives {
  // Each variable, each equation: the number of its derivative, or `unmatched`.
  std::vector<std::uint32_t> of_variable, of_equation;
  std::vector<std::vector<std::uint32_t>> variables_in;  // each equation
};

// Adds derivatives of variables and equations, behind those that there are. False: no derivatives
// help. `may_rise`: each variable that there is may be differentiated.
bool differentiate_structure(Derivatives& all, const std::vector<bool>& may_rise);

}  // namespace bw::equation
