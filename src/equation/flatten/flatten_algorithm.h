#pragma once
// Algorithm sections as equations: the assignments are walked through with expressions instead of
// numbers, and what each variable holds at the end is its equation.

#include "equation/flatten/evaluate.h"
#include "equation/text/syntax.h"

namespace bw::equation {

void flatten_algorithm(const syntax::Section& section, Evaluator& evaluator);

}  // namespace bw::equation
