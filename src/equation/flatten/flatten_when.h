#pragma once
// A when in an equation section: its conditions and actions.

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/syntax.h"

namespace bw::equation {

FlatWhen flatten_when(const syntax::Statement& statement, Evaluator& evaluator);

// One Boolean or a list of them, {a, b}; empty after a mistake.
std::vector<Node> when_conditions(syntax::Id id, Evaluator& evaluator);

}  // namespace bw::equation
