#include "equation/solve_for.h"

#include <algorithm>
#include <utility>

namespace bw::equation {

bool Solver::contains(Node root, Node leaf) {
  bool found = false;
  walk_.forget();
  walk_.below(root, [&](Node node) {
    found = found || node == leaf;
    return !found && node > leaf;  // operands stand before
  });
  return found;
}

Node Solver::with(Node root, Node leaf, Node value) {
  std::vector<Node> order;
  walk_.forget();
  walk_.below(root, [&](Node node) {
    if (node >= leaf) order.push_back(node);
    return node > leaf;
  });
  std::sort(order.begin(), order.end());
  std::unordered_map<Node, Node> changed{{leaf, value}};
  const auto now = [&](Node node) {
    const auto found = node == no_node ? changed.end() : changed.find(node);
    return found == changed.end() ? node : found->second;
  };
  for (const Node node : order) {
    const Term term = graph_[node];
    const Node a = now(term.a), b = now(term.b), c = now(term.c);
    if (node == leaf || (a == term.a && b == term.b && c == term.c)) continue;
    changed[node] = graph_.make(term.op, a, b, c);
  }
  return now(root);
}

// One operation between the unknown, on the left, and the other side.
bool Solver::peel(Node& left, Node& right, Node unknown) {
  const Term term = graph_[left];
  const bool in_a = term.a != no_node && contains(term.a, unknown);
  const bool in_b = term.b != no_node && contains(term.b, unknown);
  if (in_a == in_b) return false;
  const Node other = in_a ? term.b : term.a;
  switch (term.op) {
    case Op::add: right = graph_.make(Op::subtract, right, other); break;
    case Op::subtract:
      right = in_a ? graph_.make(Op::add, right, other) : graph_.make(Op::subtract, other, right);
      break;
    case Op::multiply: right = graph_.make(Op::divide, right, other); break;
    case Op::divide:
      right =
          in_a ? graph_.make(Op::multiply, right, other) : graph_.make(Op::divide, other, right);
      break;
    case Op::negate: right = graph_.make(Op::negate, right); break;
    case Op::logical_not: right = graph_.make(Op::logical_not, right); break;
    default: return false;
  }
  left = in_a ? term.a : term.b;
  return true;
}

Node Solver::solve(Node left, Node right, Node unknown) {
  const bool in_left = left == unknown || contains(left, unknown);
  const bool in_right = right == unknown || contains(right, unknown);
  if (in_left && in_right) return solve_linear(left, right, unknown);
  if (!in_left) std::swap(left, right);
  while (left != unknown)
    if (!peel(left, right, unknown)) return solve_linear(left, right, unknown);
  return right;
}

// if z > 1 then 0 else 1 has no slope, and is no constant. What makes events is in memory by now.
bool Solver::has_steps(Node root) {
  bool found = false;
  walk_.forget();
  walk_.below(root, [&](Node node) {
    switch (graph_[node].op) {
      case Op::less_silent:
      case Op::less_equal_silent:
      case Op::greater_silent:
      case Op::greater_equal_silent:
      case Op::sign:
      case Op::floor_silent:
      case Op::ceil_silent:
      case Op::div_silent:
      case Op::mod_silent:
      case Op::rem_silent:
      case Op::integer_silent: found = true; break;
      default: break;
    }
    return !found;
  });
  return found;
}

Node Solver::solve_linear(Node left, Node right, Node unknown) {
  const Node residual = graph_.make(Op::subtract, left, right);
  for (const Partial& partial : partials(residual)) {
    if (partial.leaf != unknown) continue;
    if (contains(partial.value, unknown) || has_steps(residual)) return no_node;
    const Node rest = with(residual, unknown, graph_.constant(0));
    return graph_.make(Op::divide, graph_.make(Op::negate, rest), partial.value);
  }
  return no_node;
}

}  // namespace bw::equation
