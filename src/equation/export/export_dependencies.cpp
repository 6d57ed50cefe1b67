// The dependencies of a derivative or an output by direct feedthrough. Relations and discrete
// variables are recomputed at events, so they propagate dependencies, too.

#include <algorithm>

#include "equation/core/expression.h"
#include "equation/core/walk.h"
#include "equation/export/export_model.h"
#include "equation/sort/causal.h"
#include "equation/sort/plan.h"
#include "equation/sort/system.h"

namespace bw::equation {
namespace {

constexpr std::size_t most_work = 50'000'000;  // visits; then no more dependencies are listed

}  // namespace

Dependencies::Dependencies(const ExportModel& model)
    : model_(model), graph_(model.system().graph), seen_(model.system().graph.size(), 0) {
  const Plan& plan = model.plan;
  const Causal& causal = plan.update.steps.empty() ? plan.running : plan.update;
  for (const Step& step : causal.steps)
    if (!step.is_loop()) needs_[step.definition.leaf] = {step.definition.value};
  for (const Loop& loop : causal.loops) {
    std::vector<Node> all = loop.residuals;
    for (const Definition& inner : loop.inner) all.push_back(inner.value);
    for (const Node tear : loop.tears) needs_[tear] = all;
    for (const Definition& inner : loop.inner) needs_[inner.leaf] = all;
  }
  for (const Relation& r : plan.system.relations)
    memory_needs_[r.memory] = {r.difference != no_node ? r.difference : r.event_time};
  for (const Rounding& r : plan.system.roundings) memory_needs_[r.memory] = {r.argument};
  for (Node node = 0; node < graph_.size(); ++node) {
    if (graph_[node].op == Op::variable) variable_leaves_[graph_[node].index] = node;
    if (graph_[node].op == Op::derivative) derivative_leaves_[graph_[node].index] = node;
  }
}

Node Dependencies::leaf_of(std::size_t reference) const {
  const ExportVariable& v = model_.variables[reference];
  const auto& leaves = v.kind == VariableKind::derivative ? derivative_leaves_ : variable_leaves_;
  const auto found = leaves.find(v.kept);
  return found == leaves.end() ? no_node : found->second;
}

std::optional<std::vector<std::size_t>> Dependencies::of(std::size_t reference) {
  const Node root = leaf_of(reference);
  if (root == no_node || work_ > most_work) return {};
  std::vector<std::size_t> found;
  ++round_;
  waiting_.assign(1, root);
  seen_[root] = round_;
  while (!waiting_.empty()) {
    const Node node = waiting_.back();
    waiting_.pop_back();
    ++work_;
    visit(node, found);
  }
  std::ranges::sort(found);
  return found;
}

void Dependencies::visit(Node node, std::vector<std::size_t>& found) {
  const System& system = model_.system();
  const Term& term = graph_[node];
  const auto push = [&](Node next) {
    if (next == no_node || seen_[next] == round_) return;
    seen_[next] = round_;
    waiting_.push_back(next);
  };
  if (term.op == Op::variable &&
      (system.is_input(term.index) || system.state_of[term.index] != unmatched))
    found.push_back(term.index + 1);
  if (const auto needs = needs_.find(node); needs != needs_.end())
    for (const Node next : needs->second) push(next);
  if (term.op == Op::memory)
    if (const auto needs = memory_needs_.find(term.index); needs != memory_needs_.end())
      for (const Node next : needs->second) push(next);
  for (const Node next : operands(term)) push(next);
}

}  // namespace bw::equation
