#include "equation/values/known_values.h"

#include <array>
#include <cmath>
#include <utility>

namespace bw::equation {

KnownValues::KnownValues(FlatModel& model, std::function<void(std::uint32_t)> bind)
    : model_(model), bind_(std::move(bind)) {}

void KnownValues::grow() {
  states_.resize(model_.graph.size(), State::fresh);
  values_.resize(model_.graph.size(), 0.0);
}

Node KnownValues::binding_of(std::uint32_t variable) {
  if (model_.variables[variable].variability > Variability::parameter) return no_node;
  bind_(variable);
  return model_.variables[variable].binding;
}

std::optional<double> KnownValues::value(Node node) {
  if (const Term& term = model_.graph[node]; term.op == Op::constant) return term.value;
  std::vector<Node> stack{node};
  grow();
  while (!stack.empty()) visit(stack.back(), stack);
  return states_[node] == State::known ? std::optional(values_[node]) : std::nullopt;
}

bool KnownValues::is_not_finite(Node node) {
  if (const Term& term = model_.graph[node]; term.op == Op::constant)
    return !std::isfinite(term.value);
  value(node);
  return states_[node] == State::not_finite;
}

// At the first visit its operands go onto the stack, at the second it is evaluated.
void KnownValues::visit(Node node, std::vector<Node>& stack) {
  const Term term = model_.graph[node];  // a copy: binding may extend the graph
  if (states_[node] > State::open) return stack.pop_back();
  const Node from = term.op == Op::variable ? binding_of(term.index) : no_node;
  grow();
  if (states_[node] == State::open) {
    settle(node, from);
    return stack.pop_back();
  }
  states_[node] = State::open;
  for (const Node operand : {term.a, term.b, term.c, from})
    if (operand != no_node && states_[operand] == State::fresh) stack.push_back(operand);
}

void KnownValues::settle(Node node, Node from) {
  const Term& term = model_.graph[node];
  std::array<double, 3> operands{};
  bool is_known = term.op == Op::constant || from != no_node || operand_count(term.op) > 0;
  std::size_t count = 0;
  for (const Node operand : {term.a, term.b, term.c}) {
    if (operand == no_node) continue;
    is_known = is_known && states_[operand] == State::known;
    operands[count++] = values_[operand];
  }
  if (from != no_node) is_known = states_[from] == State::known;
  const double value = term.op == Op::constant ? term.value
                       : from != no_node       ? values_[from]
                                         : value_of(term.op, operands[0], operands[1], operands[2]);
  const bool can_be_known = term.op != Op::sample && term.op != Op::edge && is_known;
  states_[node] = !can_be_known          ? State::not_known
                  : std::isfinite(value) ? State::known
                                         : State::not_finite;
  values_[node] = value;
}

void KnownValues::keep(Node node) {
  std::vector<Node> stack{node};
  while (!stack.empty()) {
    const Node next = stack.back();
    stack.pop_back();
    if (next >= kept_.size()) kept_.resize(model_.graph.size());
    if (kept_[next]) continue;
    kept_[next] = true;
    const Term term = model_.graph[next];
    for (const Node operand : {term.a, term.b, term.c})
      if (operand != no_node) stack.push_back(operand);
    if (term.op != Op::variable || model_.variables[term.index].is_structural) continue;
    model_.variables[term.index].is_structural = true;
    if (const Node from = binding_of(term.index); from != no_node) stack.push_back(from);
  }
}

}  // namespace bw::equation
