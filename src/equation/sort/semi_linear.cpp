#include "equation/sort/semi_linear.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "equation/sort/matching.h"

namespace bw::equation {
namespace {

// y, or -y, = flow (flow >= 0 ? forward : backward), of variables.
struct Flow {
  std::uint32_t y = 0, flow = 0;
  Node forward = no_node, backward = no_node;
  Node condition = no_node;  // of the choice
  bool is_forward = true;    // where it is true
  bool opposite = false;     // -y

  // The same choice between others.
  Node choose(Graph& graph, Node if_forward, Node if_backward) const {
    if (!is_forward) std::swap(if_forward, if_backward);
    return graph.make(Op::choose, condition, if_forward, if_backward);
  }
};

class Finder {
 public:
  explicit Finder(System& system) : graph_(system.graph) {
    for (const Relation& relation : system.relations)
      difference_[relation.memory] = relation.difference;
  }

  std::optional<Flow> flow_of(const Equation& equation) {
    if (equation.target != no_node) return {};
    if (const auto found = flow_of(equation.left, equation.right)) return found;
    return flow_of(equation.right, equation.left);
  }

 private:
  std::pair<Node, bool> without_sign(Node node) const {
    bool negative = false;
    while (graph_[node].op == Op::negate) node = graph_[node].a, negative = !negative;
    return {node, negative};
  }

  std::optional<Flow> flow_of(Node left, Node right) {
    const auto [y, y_negative] = without_sign(left);
    const auto [product, product_negative] = without_sign(right);
    if (graph_[y].op != Op::variable || graph_[product].op != Op::multiply) return {};
    Node choice = graph_[product].a, factor = graph_[product].b;
    if (graph_[choice].op != Op::choose) std::swap(choice, factor);
    const auto [flow, flow_negative] = without_sign(factor);
    if (graph_[choice].op != Op::choose || graph_[flow].op != Op::variable) return {};
    // y = +-flow (condition ? a : b), the condition true where flow >= 0, or where it is <= 0
    const std::optional<bool> is_forward = direction(graph_[choice].a, flow);
    if (!is_forward) return {};
    Flow made{graph_[y].index,  graph_[flow].index, graph_[choice].b,
              graph_[choice].c, graph_[choice].a,   *is_forward};
    made.opposite = (y_negative != product_negative) != flow_negative;
    if (!*is_forward) std::swap(made.forward, made.backward);
    return made;
  }

  // Of "flow >= 0": true; of "-flow >= 0": false.
  std::optional<bool> direction(Node condition, Node flow) {
    if (graph_[condition].op != Op::logical_not) return {};
    const Term& memory = graph_[graph_[condition].a];
    if (memory.op != Op::memory || !difference_.contains(memory.index)) return {};
    const Node difference = difference_[memory.index];
    if (difference == flow) return false;
    if (difference == graph_.make(Op::negate, flow)) return true;
    return {};
  }

  Graph& graph_;
  std::map<std::uint32_t, Node> difference_;  // of relations, by memory
};

bool is_open(const System& system, Node node) {
  const Term& term = system.graph[node];
  return term.op == Op::variable && !system.is_known(term.index) && !system.is_input(term.index) &&
         !system.is_discrete[term.index] && system.state_of[term.index] == unmatched;
}

using Flows = std::vector<std::pair<std::size_t, Flow>>;  // with the number of the equation

// Along the flow: each one's `backward` is the `forward` of the next.
Flows chained(const System& system, Flows flows) {
  const auto next_of = [&](const Flow& flow) {
    return std::ranges::find_if(flows, [&](const auto& other) {
      return other.second.forward == flow.backward && is_open(system, flow.backward);
    });
  };
  Flows chain;
  for (const auto& one : flows) {
    const Flow& flow = one.second;
    const bool is_first = std::ranges::none_of(flows, [&](const auto& other) {
      return other.second.backward == flow.forward && is_open(system, flow.forward);
    });
    if (!is_first || chain.size() > 1) continue;
    chain.assign(1, one);
    for (auto next = next_of(flow); next != flows.end() && chain.size() < flows.size();
         next = next_of(next->second))
      chain.push_back(*next);
  }
  return chain;
}

void join(System& system, const Flows& flows) {
  const Flows chain = chained(system, flows);
  if (chain.size() < 2) return;
  const Node from = chain.front().second.forward, to = chain.back().second.backward;
  for (std::size_t k = 1; k < chain.size(); ++k) {
    Equation& changed = system.equations[chain[k].first];
    changed.left = chain[k].second.forward;
    changed.right = chain.front().second.choose(system.graph, from, to);
  }
}

}  // namespace

void join_semi_linear(System& system) {
  if (system.homotopy_memory) return;  // other equations at the start
  Finder finder(system);
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, Flows> all;  // the same product
  for (std::size_t i = 0; i < system.equations.size(); ++i)
    if (const auto found = finder.flow_of(system.equations[i]))
      all[{found->y, found->flow, found->opposite}].emplace_back(i, *found);
  for (const auto& [key, flows] : all)
    if (flows.size() > 1) join(system, flows);
}

}  // namespace bw::equation
