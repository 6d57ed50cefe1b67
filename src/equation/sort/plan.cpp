#include "equation/sort/plan.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace bw::equation {
namespace {

// The unknowns of an event or of continuous time.
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
  const std::vector<EquationGroup> running = sorting.groups(is_continuous);
  plan.running = make_causal(system, running);
  const bool some = std::ranges::find(leaves.is_discrete, true) != leaves.is_discrete.end();
  if (some)
    plan.update = make_causal(system, sorting.groups(std::vector<bool>(leaves.nodes.size(), true)));
}

// Only values of states and pre values are given, and each once.
bool is_start_simple(const System& system) {
  std::vector<bool> is_given(system.graph.size(), false);
  for (const Equation& equation : system.initial_equations) {
    if (equation.target == no_node || is_given[equation.target]) return false;
    is_given[equation.target] = true;
    const Term& term = system.graph[equation.target];
    if (term.op == Op::variable && system.state_of[term.index] == unmatched) return false;
  }
  return true;
}

// Variables without a fixed start value start with it nevertheless. Conditions of whens count as
// true before, so that they do not become true.
void plan_simple_start(Plan& plan) {
  System& system = plan.system;
  plan.has_simple_start = true;
  const auto start = [&](Node leaf, std::uint32_t variable) {
    const std::uint32_t memory = system.start_memory[variable];
    plan.start_values.push_back({leaf, memory != unmatched
                                           ? system.graph.indexed(Op::memory, memory)
                                           : system.graph.constant(1)});
  };
  for (const std::uint32_t state : system.states) {
    start(system.graph.variable(state), state);
    if (!system.variables[state].fixed) plan.started.push_back(state);
  }
  for (std::uint32_t i = 0; i < system.variables.size(); ++i)
    if (is_unknown(system, i) && system.is_discrete[i]) start(system.graph.pre(i), i);
}

// Whether the state has a given start value: without one the equations determine it.
bool has_start(const System& system, std::uint32_t i) {
  return system.variables[i].start != no_node;
}

// First the unknowns that must have an equation, then states, those without a start value first,
// then pre values. The rest takes its start values.
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

  std::vector<const Equation*> equations =
      pointers(system.homotopy_memory ? system.start_equations : system.equations);
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
  if (!plan.system.homotopy_memory && is_start_simple(plan.system))
    plan_simple_start(plan);
  else
    plan_initial(plan, leaves);
  return plan;
}

}  // namespace bw::equation
