#pragma once
// Algorithm sections as equations: the assignments are executed symbolically, and the final value
// of each variable is its equation.

#include "equation/flatten/evaluate.h"
#include "equation/text/syntax.h"

namespace bw::equation {

void flatten_algorithm(const syntax::Section& section, Evaluator& evaluator);

}  // namespace bw::equation
