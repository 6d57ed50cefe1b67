#pragma once
// The attributes of a declaration, x(start = 1, unit = "m"): evaluated into the variables.

#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/flattening.h"

namespace bw::equation {

void read_attributes(Symbol& symbol, Evaluator& evaluator, Flattening& flattening);

}  // namespace bw::equation
