#pragma once
// The derivative by time of an expression that stands under der(): der(x y) = der(x) y + x der(y).

#include "equation/flat_model.h"

namespace bw::equation {

// no_node: of a relation, a choice, a discrete variable and their like there is none that could be
// written down.
Node total_derivative(FlatModel& model, Node of);

}  // namespace bw::equation
