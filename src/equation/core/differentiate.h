#pragma once
// Exact derivatives as expressions, which share subexpressions with the original.
//
//   adjoint(root) = 1;  from the root down:  adjoint(operand) += adjoint(node) d node / d operand
//   d root / d leaf = adjoint(leaf)
//
// Choices (if, min, max) are differentiated as a whole: d (c ? a : b) = c ? da : db. A sum with
// zeros for the branch that is not taken would be wrong where that branch is NaN.
// Source: A. Griewank, A. Walther, Evaluating Derivatives, SIAM 2008, chapter 3 (reverse mode).

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "equation/core/expression.h"
#include "equation/core/walk.h"

namespace bw::equation {

struct Partial {
  Node leaf = no_node, value = no_node;
};

class Differentiation {
 public:
  // `matters`: the leaves by which derivatives are wanted. The graph must outlive this object.
  Differentiation(Graph& graph, std::function<bool(Node leaf)> matters)
      : graph_(graph), matters_(std::move(matters)), walk_(graph) {}

  // By all leaves that matter and occur, ascending; without those that are 0.
  std::vector<Partial> of(Node root);

  // Whether some leaf that matters is below it.
  bool touches(Node node);

 private:
  std::vector<Partial> between_choices(Node root);
  void forget_adjoints();
  bool is_choice(Node node) const;
  void pass_down(Node node, Node adjoint);
  void pass_choice(Node node, Node adjoint);
  void pass_product(Node node, Node adjoint);
  void pass_power(Node node, Node adjoint);
  void pass_function(Node node, Node adjoint);
  Node slope(Node node);
  void add(Node to, Node contribution);

  Node make(Op op, Node a, Node b = no_node, Node c = no_node) { return graph_.make(op, a, b, c); }
  Node times(Node a, Node b) { return make(Op::multiply, a, b); }
  Node number(double value) { return graph_.constant(value); }

  Graph& graph_;
  std::function<bool(Node)> matters_;
  Walk walk_;
  std::vector<bool> touches_;
  std::unordered_map<Node, Node> adjoints_;
  std::unordered_map<Node, std::vector<Partial>> branches_;  // of choices
  std::size_t choices_ = 0;                                  // entries that were chosen
  std::unordered_set<Node> is_done_;                         // choices whose branches are there
};

}  // namespace bw::equation
