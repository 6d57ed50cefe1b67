#pragma once
// Whether an expression has a value. Functions put "not a number" where there is none: behind the
// end of an array, in a variable that was not assigned. A relation or a condition would hide it.

#include <vector>

#include "equation/core/expression.h"

namespace bw::equation {

class HasValue {
 public:
  explicit HasValue(Graph& graph) : graph_(graph) {}

  // A Boolean: constant 1 where nothing can be missing.
  Node of(Node node);

 private:
  Node settle(const Term& term);
  Node known(Node node) const { return values_[node]; }
  Node both(Node a, Node b) { return graph_.make(Op::logical_and, a, b); }

  Graph& graph_;
  std::vector<Node> values_;  // by node; no_node: not found yet
};

}  // namespace bw::equation
