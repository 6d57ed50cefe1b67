// choose(c, a, b)    c has a value, and so has what it chooses
// a and b            both have values, or one has and decides
// others             all operands have values

#include "equation/core/has_value.h"

#include <cmath>

#include "equation/core/walk.h"

namespace bw::equation {

Node HasValue::of(Node node) {
  if (values_.size() <= node) values_.resize(graph_.size(), no_node);
  std::vector<Node> waiting{node};
  while (!waiting.empty()) {
    const Node next = waiting.back();
    const std::size_t before = waiting.size();
    if (values_[next] == no_node)
      for (const Node operand : operands(graph_[next]))
        if (operand != no_node && values_[operand] == no_node) waiting.push_back(operand);
    if (waiting.size() > before) continue;
    waiting.pop_back();
    if (values_[next] == no_node) values_[next] = settle(Term(graph_[next]));
  }
  return values_[node];
}

Node HasValue::settle(const Term& term) {
  const Node yes = graph_.constant(1);
  if (term.op == Op::constant) return std::isnan(term.value) ? graph_.constant(0) : yes;
  if (term.op == Op::choose)
    return both(known(term.a), graph_.make(Op::choose, term.a, known(term.b), known(term.c)));
  Node all = yes;
  for (const Node operand : operands(term))
    if (operand != no_node) all = both(all, known(operand));
  if (all == yes || (term.op != Op::logical_and && term.op != Op::logical_or)) return all;
  const auto decides = [&](Node one) {
    const bool is_and = term.op == Op::logical_and;
    return both(known(one), is_and ? graph_.make(Op::logical_not, one) : one);
  };
  return graph_.make(Op::logical_or, all,
                     graph_.make(Op::logical_or, decides(term.a), decides(term.b)));
}

}  // namespace bw::equation
