#pragma once
// A when in an equation section: its conditions and what it does.

#include "equation/flatten_equations.h"

namespace bw::equation {

FlatWhen flatten_when(const syntax::Statement& statement, Evaluator& evaluator);

// One Boolean or a list of them, {a, b}; empty after a mistake.
std::vector<Node> when_conditions(syntax::Id id, Evaluator& evaluator);

}  // namespace bw::equation
