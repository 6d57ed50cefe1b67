#include "equation/core/total_derivative.h"

namespace bw::equation {
namespace {

bool changes_always(const FlatModel& model, const Term& term) {
  return term.op == Op::time ||
         (term.op == Op::variable &&
          model.variables[term.index].variability == Variability::continuous &&
          model.variables[term.index].type == ScalarType::real);
}

// Discontinuous functions have no derivative, and second derivatives are not supported.
bool is_smooth(const FlatModel& model, const Term& term) {
  switch (term.op) {
    case Op::constant:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::power:
    case Op::negate:
    case Op::smooth:
    case Op::homotopy:
    case Op::min:
    case Op::max:
    case Op::abs: return true;
    case Op::variable:
      return changes_always(model, term) ||
             model.variables[term.index].variability <= Variability::parameter;
    default: return term.op == Op::time || (term.op >= Op::sqrt && term.op <= Op::tanh);
  }
}

}  // namespace

TotalDerivative::TotalDerivative(FlatModel& model)
    : model_(model), walk_(model.graph), by_all_(model.graph, [&model](Node leaf) {
        return changes_always(model, model.graph[leaf]);
      }) {}

bool TotalDerivative::exists(Node of) {
  bool exists = true;
  walk_.forget();
  walk_.below(of, [&](Node node) {
    exists = exists && is_smooth(model_, model_.graph[node]);
    return exists;
  });
  return exists;
}

Node TotalDerivative::of(Node node) {
  if (!exists(node)) return no_node;
  Graph& graph = model_.graph;
  Node sum = graph.constant(0);
  for (const Partial& partial : by_all_.of(node)) {
    const Term leaf = graph[partial.leaf];
    const Node rate = leaf.op == Op::time ? graph.constant(1) : graph.derivative(leaf.index);
    sum = graph.make(Op::add, sum, graph.make(Op::multiply, partial.value, rate));
  }
  return sum;
}

}  // namespace bw::equation
