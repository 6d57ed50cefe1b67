#pragma once
// The attributes of a declaration, x(start = 1, unit = "m"): evaluated into the variables.

#include "equation/declarations.h"
#include "equation/evaluate.h"

namespace bw::equation {

void read_attributes(Symbol& symbol, Evaluator& evaluator, Flattening& flattening);

}  // namespace bw::equation
