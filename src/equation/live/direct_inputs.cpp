#include "equation/live/direct_inputs.h"

#include <algorithm>
#include <optional>

#include "equation/core/walk.h"

namespace bw::equation {
namespace {

class Search {
 public:
  explicit Search(const Machine& machine)
      : system_(machine.system()), graph_(machine.system().graph), walk_(graph_) {
    const Causal& running = machine.plan.running;
    for (const Step& step : running.steps)
      if (!step.is_loop()) needs_[step.definition.leaf] = {step.definition.value};
    for (const Loop& loop : running.loops) {
      std::vector<Node> all = loop.residuals;
      for (const Definition& inner : loop.inner) all.push_back(inner.value);
      for (const Node tear : loop.tears) needs_[tear] = all;
      for (const Definition& inner : loop.inner) needs_[inner.leaf] = all;
    }
  }

  std::optional<std::vector<std::size_t>> of(std::uint32_t variable) {
    std::vector<std::size_t> inputs;
    bool is_open = false;
    walk_.forget();
    waiting_.assign(1, graph_leaf(variable));
    if (waiting_.back() == no_node) return {};
    while (!waiting_.empty()) {
      const Node root = waiting_.back();
      waiting_.pop_back();
      walk_.below(root, [&](Node node) { return visit(node, inputs, is_open), true; });
    }
    if (is_open) return {};
    std::ranges::sort(inputs);
    return inputs;
  }
  std::size_t visits() const { return visits_; }  // of nodes so far

 private:
  // The graph must not grow: a leaf that was never created does not exist.
  Node graph_leaf(std::uint32_t variable) {
    if (leaves_.empty())
      for (Node node = 0; node < graph_.size(); ++node)
        if (graph_[node].op == Op::variable) leaves_[graph_[node].index] = node;
    const auto found = leaves_.find(system_.aliases[variable].kept);
    return found == leaves_.end() ? no_node : found->second;
  }

  void visit(Node node, std::vector<std::size_t>& inputs, bool& is_open) {
    ++visits_;
    const Term& term = graph_[node];
    const bool is_variable = term.op == Op::variable;
    const bool is_input = is_variable && system_.is_input(term.index);
    if (is_input) inputs.push_back(term.index);
    // Values stored between events may depend on inputs at the next one.
    is_open = is_open || term.op == Op::memory ||
              (is_variable && !is_input && system_.is_discrete[term.index]);
    if (const auto found = needs_.find(node); found != needs_.end())
      waiting_.insert(waiting_.end(), found->second.begin(), found->second.end());
  }

  const System& system_;
  const Graph& graph_;
  Walk walk_;
  std::unordered_map<Node, std::vector<Node>> needs_;
  std::unordered_map<std::uint32_t, Node> leaves_;
  std::vector<Node> waiting_;
  std::size_t visits_ = 0;
};

}  // namespace

void find_direct_inputs(const Machine& machine, std::vector<model::Variable>& variables) {
  constexpr std::size_t most_visits = 20'000'000;
  const System& system = machine.system();
  bool has_inputs = false;
  for (std::uint32_t i = 0; i < system.own_variables; ++i)
    has_inputs = has_inputs || system.is_input(i);
  if (!has_inputs) {
    for (model::Variable& variable : variables) variable.direct_inputs.emplace();
    return;
  }
  Search search(machine);  // where it would take too long, the rest is unknown
  for (std::uint32_t i = 0; i < system.own_variables && search.visits() < most_visits; ++i)
    if (system.variables[i].causality == Causality::output)
      variables[i].direct_inputs = search.of(i);
}

}  // namespace bw::equation
