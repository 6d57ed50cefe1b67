#include "equation/core/differentiate.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace bw::equation {
namespace {

constexpr std::size_t most_choices = 3'000'000;  // entries; some hundred megabytes

}  // namespace

bool Differentiation::touches(Node node) {
  for (auto next = static_cast<Node>(touches_.size()); next < graph_.size(); ++next) {
    const Term& term = graph_[next];
    bool some = operand_count(term.op) == 0 && matters_(next);
    for (const Node operand : operands(term))
      some = some || (operand != no_node && touches_[operand]);
    touches_.push_back(some);
  }
  return touches_[node];
}

bool Differentiation::is_choice(Node node) const {
  const Op op = graph_[node].op;
  return op == Op::choose || op == Op::min || op == Op::max;
}

// Choices within choices, the innermost first: each finds its branches done.
std::vector<Partial> Differentiation::of(Node root) {
  if (!touches(root)) return {};
  std::vector<Node> choices;
  walk_.forget();
  walk_.below(root, [&](Node node) {
    if (!touches(node)) return false;
    if (is_choice(node) && !is_done_.contains(node)) choices.push_back(node);
    return !is_done_.contains(node);
  });
  std::ranges::sort(choices);
  for (const Node choice : choices) {
    const Term term = graph_[choice];
    for (const Node branch : {term.op == Op::choose ? term.c : term.a, term.b})
      if (!branches_.contains(branch)) branches_[branch] = between_choices(branch);
    is_done_.insert(choice);
  }
  return between_choices(root);
}

// Clearing a table that one long sum has enlarged would cost as much for every short one.
void Differentiation::forget_adjoints() {
  constexpr std::size_t large = 1000;
  if (adjoints_.bucket_count() > large)
    adjoints_ = std::unordered_map<Node, Node>();
  else
    adjoints_.clear();
}

std::vector<Partial> Differentiation::between_choices(Node root) {
  std::vector<Partial> found;
  if (!touches(root)) return found;
  std::vector<Node> order;
  walk_.forget();
  walk_.below(root, [&](Node node) {
    if (!touches(node)) return false;
    order.push_back(node);
    return !is_choice(node);
  });
  // Operands have lower numbers than their nodes.
  std::ranges::sort(order, std::greater<>());
  forget_adjoints();
  add(root, number(1));
  for (const Node node : order) {
    const auto adjoint = adjoints_.find(node);
    if (adjoint == adjoints_.end() || operand_count(graph_[node].op) == 0) continue;
    if (is_choice(node))
      pass_choice(node, adjoint->second);
    else
      pass_down(node, adjoint->second);
  }
  for (const auto& [node, adjoint] : adjoints_)
    if (operand_count(graph_[node].op) == 0) found.push_back({node, adjoint});
  std::erase_if(found, [&](const Partial& p) {
    return graph_[p.value].op == Op::constant && graph_[p.value].value == 0;
  });
  std::ranges::sort(found, [](const Partial& a, const Partial& b) { return a.leaf < b.leaf; });
  return found;
}

void Differentiation::add(Node to, Node contribution) {
  if (!touches(to)) return;
  const auto [place, is_new] = adjoints_.try_emplace(to, contribution);
  if (!is_new) place->second = make(Op::add, place->second, contribution);
}

void Differentiation::pass_choice(Node node, Node adjoint) {
  const Term term = graph_[node];
  Node condition = term.a, first = term.b, second = term.c;
  if (term.op != Op::choose) {
    condition =
        make(term.op == Op::max ? Op::greater_equal_silent : Op::less_equal_silent, term.a, term.b);
    first = term.a;
    second = term.b;
  }
  const std::vector<Partial>&a = branches_.at(first), &b = branches_.at(second);
  choices_ += a.size() + b.size();
  if (choices_ > most_choices)
    throw InputError(
        "The derivatives of this model become too large: thousands of choices (if, min, max) are "
        "nested. Use max(x) of a whole array instead of a loop that compares its elements.");
  const Node zero = number(0);
  std::size_t i = 0, k = 0;
  while (i < a.size() || k < b.size()) {
    const bool has_a = i < a.size() && (k == b.size() || a[i].leaf <= b[k].leaf);
    const bool has_b = k < b.size() && (i == a.size() || b[k].leaf <= a[i].leaf);
    const Node leaf = has_a ? a[i].leaf : b[k].leaf;
    const Node chosen =
        make(Op::choose, condition, has_a ? a[i].value : zero, has_b ? b[k].value : zero);
    add(leaf, times(adjoint, chosen));
    i += has_a ? 1 : 0;
    k += has_b ? 1 : 0;
  }
}

void Differentiation::pass_down(Node node, Node adjoint) {
  const Term term = graph_[node];
  switch (term.op) {
    case Op::add:
      add(term.a, adjoint);
      add(term.b, adjoint);
      break;
    case Op::subtract:
      add(term.a, adjoint);
      if (touches(term.b)) add(term.b, make(Op::negate, adjoint));
      break;
    case Op::negate: add(term.a, make(Op::negate, adjoint)); break;
    case Op::smooth:
    case Op::homotopy: add(term.a, adjoint); break;
    case Op::multiply:
    case Op::divide: pass_product(node, adjoint); break;
    case Op::power: pass_power(node, adjoint); break;
    default: pass_function(node, adjoint);
  }
}

void Differentiation::pass_product(Node node, Node adjoint) {
  const Term term = graph_[node];
  if (term.op == Op::multiply) {
    if (touches(term.a)) add(term.a, times(adjoint, term.b));
    if (touches(term.b)) add(term.b, times(adjoint, term.a));
    return;
  }
  const Node by_a = make(Op::divide, adjoint, term.b);
  if (touches(term.a)) add(term.a, by_a);
  if (touches(term.b)) add(term.b, make(Op::negate, times(by_a, node)));
}

void Differentiation::pass_power(Node node, Node adjoint) {
  const Term term = graph_[node];
  if (touches(term.a)) {
    const Node lower = make(Op::power, term.a, make(Op::subtract, term.b, number(1)));
    add(term.a, times(adjoint, times(term.b, lower)));
  }
  if (!touches(term.b)) return;
  const Node is_positive = make(Op::greater_silent, term.a, number(0));
  const Node rate = times(node, make(Op::log, term.a));
  add(term.b, times(adjoint, make(Op::choose, is_positive, rate, number(0))));
}

// Functions of one operand, and the few others.
void Differentiation::pass_function(Node node, Node adjoint) {
  const Term term = graph_[node];
  if (term.op == Op::atan2) {
    const Node square = make(Op::add, times(term.a, term.a), times(term.b, term.b));
    const Node share = make(Op::divide, adjoint, square);
    if (touches(term.a)) add(term.a, times(share, term.b));
    if (touches(term.b)) add(term.b, make(Op::negate, times(share, term.a)));
  } else if (term.op == Op::mod_silent || term.op == Op::rem_silent) {
    const Node ratio = make(Op::divide, term.a, term.b);
    const Node whole = term.op == Op::mod_silent ? make(Op::floor_silent, ratio)
                                                 : make(Op::div_silent, term.a, term.b);
    add(term.a, adjoint);
    if (touches(term.b)) add(term.b, make(Op::negate, times(adjoint, whole)));
  } else if (const Node rate = slope(node); rate != no_node) {
    add(term.a, times(adjoint, rate));
  }
}

// d f(a) / d a; none: it is 0 wherever it is defined.
Node Differentiation::slope(Node node) {
  const Term term = graph_[node];
  const Node a = term.a, one = number(1);
  const auto inverse = [&](Node of) { return make(Op::divide, one, of); };
  const auto square = [&](Node of) { return times(of, of); };
  switch (term.op) {
    case Op::abs: return make(Op::sign, a);
    case Op::sqrt: return make(Op::divide, number(0.5), node);
    case Op::exp: return node;
    case Op::log: return inverse(a);
    case Op::log10: return make(Op::divide, number(1 / std::log(10.0)), a);
    case Op::sin: return make(Op::cos, a);
    case Op::cos: return make(Op::negate, make(Op::sin, a));
    case Op::tan: return make(Op::add, one, square(node));
    case Op::asin: return inverse(make(Op::sqrt, make(Op::subtract, one, square(a))));
    case Op::acos:
      return make(Op::negate, inverse(make(Op::sqrt, make(Op::subtract, one, square(a)))));
    case Op::atan: return inverse(make(Op::add, one, square(a)));
    case Op::sinh: return make(Op::cosh, a);
    case Op::cosh: return make(Op::sinh, a);
    case Op::tanh: return make(Op::subtract, one, square(node));
    default: return no_node;
  }
}

}  // namespace bw::equation
