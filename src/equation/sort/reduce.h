#pragma once
// Index reduction: constraints between states are differentiated until all derivatives are
// determined; then as many variables are no states any more as there are constraints.
//
//   chains:     x, der(x), der(der(x)), ...: variables, each the derivative of the one before
//               (der(x) = v makes v one; the others are added where something needs them)
//   structure:  which equations to differentiate how often (sort/pantelides)
//   choice:     from the highest derivatives down, which of them are dummies (sort/dummies)
//   x is a state if its derivative is no dummy; then der(x) = v is an equation
//   sets:       where the choice depends on the state: s = S x, der(s) = S v with a matrix S in
//               memory, which selects some of x and changes during the run
//
// All constraints stay, so that they hold at every time and nothing drifts.

#include "equation/sort/system.h"

namespace bw::equation {

// Of a system whose equations do not determine its derivatives; before add_starts(). Throws
// InputError: it needs the derivative of an input. False: derivatives do not help.
bool reduce_index(System& system);

}  // namespace bw::equation
