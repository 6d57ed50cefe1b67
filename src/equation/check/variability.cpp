#include "equation/check/variability.h"

#include <algorithm>

namespace bw::equation {
namespace {

bool makes_events(Op op) {
  return (op >= Op::less && op <= Op::not_equal) || (op >= Op::floor && op <= Op::integer);
}

Variability own(const FlatModel& model, const Term& term) {
  switch (term.op) {
    case Op::time:
    case Op::derivative: return Variability::continuous;
    case Op::variable: return model.variables[term.index].variability;
    case Op::pre:
    case Op::sample:
    case Op::initial:
    case Op::terminal:
    case Op::edge:
    case Op::change: return Variability::discrete;
    default: return Variability::constant;
  }
}

}  // namespace

std::vector<Variability> variabilities(const FlatModel& model) {
  std::vector<Variability> all(model.graph.size());
  for (Node node = 0; node < model.graph.size(); ++node) {
    const Term& term = model.graph[node];
    Variability variability = own(model, term);
    if (variability == Variability::constant)
      for (const Node operand : {term.a, term.b, term.c})
        if (operand != no_node) variability = std::max(variability, all[operand]);
    all[node] = makes_events(term.op) ? std::min(variability, Variability::discrete) : variability;
  }
  return all;
}

}  // namespace bw::equation
