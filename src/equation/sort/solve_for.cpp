#include "equation/sort/solve_for.h"

#include <algorithm>
#include <utility>

namespace bw::equation {

bool Solver::contains(Node root, Node leaf) {
  bool found = false;
  walk_.forget();
  walk_.below(root, [&](Node node) {
    found = found || node == leaf;
    return !found && node > leaf;  // operands have lower numbers
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
  std::ranges::sort(order);
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

// All nodes at or below these that contain the leaf.
std::unordered_set<Node> Solver::above(Node left, Node right, Node leaf) {
  std::vector<Node> order;
  walk_.forget();
  for (const Node root : {left, right})
    walk_.below(root, [&](Node node) {
      if (node >= leaf) order.push_back(node);
      return node > leaf;
    });
  std::ranges::sort(order);
  std::unordered_set<Node> found;
  for (const Node node : order) {
    const auto all = operands(graph_[node]);
    if (node == leaf ||
        std::ranges::any_of(all, [&](Node operand) { return found.contains(operand); }))
      found.insert(node);
  }
  return found;
}

// Undoes one operation between the unknown, on the left, and the other side.
bool Solver::peel(Node& left, Node& right, const std::unordered_set<Node>& above) {
  const Term term = graph_[left];
  const bool in_a = above.contains(term.a), in_b = above.contains(term.b);
  if (in_a == in_b || above.contains(term.c)) return false;
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

Node Solver::isolate(Node left, Node right, Node unknown) {
  const std::unordered_set<Node> holding = above(left, right, unknown);
  if (holding.contains(left) && holding.contains(right)) return no_node;
  if (!holding.contains(left)) std::swap(left, right);
  while (left != unknown)
    if (!peel(left, right, holding)) return no_node;
  return right;
}

Node Solver::solve(Node left, Node right, Node unknown) {
  const Node isolated = isolate(left, right, unknown);
  return isolated != no_node ? isolated : solve_linear(left, right, unknown);
}

// if z > 1 then 0 else 1 has no slope, but is not constant. Relations with events are in memory by
// now.
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
