#pragma once
// An equation as an explicit formula of one of its unknowns.
//
//   the unknown on one side, and in one operand of every operation above it:  undo the operations
//     p + q = r -> p = r - q    p q = r -> p = r / q    p / q = r -> p = r q, q = p / r   ...
//   else, left - right = a z + b with a free of z:  z = -b / a
//   else none: the equation is not linear in z

#include <unordered_set>

#include "equation/core/differentiate.h"
#include "equation/core/expression.h"
#include "equation/core/walk.h"

namespace bw::equation {

class Solver {
 public:
  // `is_unknown`: the leaves that anything is solved for. The graph must outlive this object.
  Solver(Graph& graph, std::function<bool(Node leaf)> is_unknown)
      : graph_(graph), walk_(graph), by_unknowns_(graph, std::move(is_unknown)) {}

  // The value of the leaf `unknown`; no_node: it needs iteration.
  Node solve(Node left, Node right, Node unknown);
  // The same by undoing operations alone, which is also right for Integers and Booleans.
  Node isolate(Node left, Node right, Node unknown);

  bool contains(Node root, Node leaf);
  bool has_steps(Node root);
  // The same with a value in place of a leaf.
  Node with(Node root, Node leaf, Node value);
  // By all unknowns.
  std::vector<Partial> partials(Node root) { return by_unknowns_.of(root); }
  Differentiation& differentiation() { return by_unknowns_; }

 private:
  std::unordered_set<Node> above(Node left, Node right, Node leaf);
  bool peel(Node& left, Node& right, const std::unordered_set<Node>& above);
  Node solve_linear(Node left, Node right, Node unknown);

  Graph& graph_;
  Walk walk_;
  Differentiation by_unknowns_;
};

}  // namespace bw::equation
