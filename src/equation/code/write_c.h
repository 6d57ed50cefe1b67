#pragma once
// Single operations as C text.

#include <functional>
#include <string>
#include <string_view>

#include "equation/core/expression.h"

namespace bw::equation {

// Declarations before all functions. `host` is provided by the run: it solves loops.
extern const std::string_view c_prelude;

// All bits of it; negative ones in parentheses.
std::string c_number(double value);

// The exponent where a power is written as products: 2 ... 8, -1 ... -8; else 0.
int small_power(const Graph& graph, Node exponent);

bool is_condition(Op op);  // a relation, and, or, not

using WriteOperand = std::function<void(Node)>;
// Appends the text. `value` appends an operand as a number, `truth` as a condition.
void write_formula(std::string& out, const Graph& graph, const Term& term,
                   const WriteOperand& value, const WriteOperand& truth);
// Of a relation, and, or, not.
void write_truth(std::string& out, const Term& term, const WriteOperand& value,
                 const WriteOperand& truth);

}  // namespace bw::equation
