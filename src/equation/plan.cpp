#include "equation/plan.h"

#include <numeric>

#include "base/error.h"

namespace bw::equation {
namespace {

// The leaves of what an event or a running model has to find.
struct Leaves {
  std::vector<Node> nodes;
  std::vector<bool> is_discrete;

  void add(Node leaf, bool discrete) {
    nodes.push_back(leaf);
    is_discrete.push_back(discrete);
  }
};

bool is_unknown(const System& system, std::uint32_t i) {
  return !system.is_known(i) && !system.is_input(i) && system.aliases[i].kept == i;
}

Leaves unknowns_of(System& system) {
  Leaves leaves;
  for (const std::uint32_t state : system.states) leaves.add(system.graph.derivative(state), false);
  for (std::uint32_t i = 0; i < system.variables.size(); ++i)
    if (is_unknown(system, i) && system.state_of[i] == unmatched)
      leaves.add(system.graph.variable(i), system.is_discrete[i]);
  return leaves;
}

std::vector<const Equation*> pointers(const std::vector<Equation>& equations) {
  std::vector<const Equation*> all;
  for (const Equation& equation : equations) all.push_back(&equation);
  return all;
}

std::vector<std::uint32_t> range(std::size_t begin, std::size_t end) {
  std::vector<std::uint32_t> numbers(end - begin);
  std::iota(numbers.begin(), numbers.end(), static_cast<std::uint32_t>(begin));
  return numbers;
}

void plan_running(Plan& plan, const Leaves& leaves) {
  System& system = plan.system;
  Sorting sorting(system, pointers(system.equations), leaves.nodes, false);
  sorting.match(range(0, leaves.nodes.size()));
  if (!sorting.free_equations().empty() || !sorting.free_unknowns().empty())
    throw InputError(why_singular(system, sorting));
  std::vector<bool> is_continuous = leaves.is_discrete;
  is_continuous.flip();
  const std::vector<Group> running = sorting.groups(is_continuous);
  const std::vector<Group> update = sorting.groups(std::vector<bool>(leaves.nodes.size(), true));
  plan.running = make_causal(system, running);
  plan.update = make_causal(system, update);
}

// Whether the user gave the state a start value: one who did not leaves it to the equations.
bool has_start(const System& system, std::uint32_t i) {
  return system.variables[i].start != no_node;
}

// First what must have an equation, then states, those without a start value before the others,
// then the values before the first event. What is left of them takes its start value.
void plan_initial(Plan& plan, Leaves leaves) {
  System& system = plan.system;
  const std::size_t must = leaves.nodes.size();
  for (const bool given : {false, true})
    for (const std::uint32_t state : system.states)
      if (has_start(system, state) == given) leaves.add(system.graph.variable(state), false);
  const std::size_t states_end = leaves.nodes.size();
  for (std::uint32_t i = 0; i < system.variables.size(); ++i)
    if (is_unknown(system, i) && system.is_discrete[i]) leaves.add(system.graph.pre(i), true);
  const auto start_of = [&](std::uint32_t number) {
    const std::uint32_t variable = system.graph[leaves.nodes[number]].index;
    return system.graph.indexed(Op::memory, system.start_memory[variable]);
  };

  std::vector<const Equation*> equations = pointers(system.equations);
  for (const Equation& equation : system.initial_equations) equations.push_back(&equation);
  {
    Sorting sorting(system, equations, leaves.nodes, true);
    sorting.match(range(0, must));
    sorting.match(range(must, states_end));
    sorting.match(range(states_end, leaves.nodes.size()));
    if (!sorting.free_equations().empty())
      throw InputError(why_overdetermined_start(system, sorting));
    for (const std::uint32_t number : sorting.free_unknowns()) {
      const Node leaf = leaves.nodes[number];
      if (number < must) throw InputError(why_singular(system, sorting));
      if (number < states_end) plan.started.push_back(system.graph[leaf].index);
      plan.starts.push_back({leaf, start_of(number), leaf, {}, name_of(system, leaf) + " = start"});
      equations.push_back(&plan.starts.back());
    }
  }
  Sorting sorting(system, equations, leaves.nodes, true);
  sorting.match(range(0, leaves.nodes.size()));
  plan.initial = make_causal(system, sorting.groups(std::vector<bool>(leaves.nodes.size(), true)));
}

}  // namespace

Plan make_plan(const FlatModel& model) {
  Plan plan;
  plan.system = make_system(model);
  const Leaves leaves = unknowns_of(plan.system);
  plan_running(plan, leaves);
  plan_initial(plan, leaves);
  return plan;
}

}  // namespace bw::equation
