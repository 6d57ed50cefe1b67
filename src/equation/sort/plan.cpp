#include "equation/sort/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.h"
#include "equation/sort/reduce.h"
#include "equation/sort/semi_linear.h"
#include "equation/sort/whole_rows.h"

namespace bw::equation {
namespace {

constexpr double same_start = 1e-6;  // relative, of start values that say the same

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

bool is_complete(const Sorting& sorting) {
  return sorting.free_equations().empty() && sorting.free_unknowns().empty();
}

void plan_sorted(Plan& plan, const Leaves& leaves, const Sorting& sorting) {
  std::vector<bool> is_continuous = leaves.is_discrete;
  is_continuous.flip();
  plan.running = make_causal(plan.system, sorting.groups(is_continuous));
  const bool some = std::ranges::find(leaves.is_discrete, true) != leaves.is_discrete.end();
  if (some)
    plan.update =
        make_causal(plan.system, sorting.groups(std::vector<bool>(leaves.nodes.size(), true)));
}

// Returns the unknowns, of which index reduction makes more.
Leaves plan_running(Plan& plan) {
  System& system = plan.system;
  for (const bool is_reduced : {false, true}) {
    Leaves leaves = unknowns_of(system);
    Sorting sorting(system, pointers(system.equations), leaves.nodes, false);
    sorting.match(range(0, leaves.nodes.size()));
    if (is_complete(sorting)) {
      plan_sorted(plan, leaves, sorting);
      return leaves;
    }
    if (is_reduced || !is_higher_index(system, sorting) || !reduce_index(system))
      throw InputError(why_singular(system, sorting));
  }
  return {};
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

// Of a set as many candidates have fixed start values as there are states.
bool is_fixed(const System& system, std::uint32_t state) {
  for (const StateSet& set : system.sets)
    if (std::ranges::find(set.states, state) != set.states.end()) {
      std::size_t fixed = 0;
      for (const std::uint32_t i : set.candidates) fixed += system.variables[i].fixed ? 1 : 0;
      return fixed >= set.states.size();
    }
  return system.variables[state].fixed;
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
    if (!is_fixed(system, state)) plan.started.push_back(state);
  }
  for (std::uint32_t i = 0; i < system.variables.size(); ++i)
    if (is_unknown(system, i) && system.is_discrete[i]) start(system.graph.pre(i), i);
}

// Whether the state has a given start value: without one the equations determine it.
bool has_start(const System& system, std::uint32_t i) {
  return system.variables[i].start != no_node;
}

// Of conditions too many for the start, one that a fixed start value makes: those of variables that
// the equations determine anyhow first.
std::optional<std::size_t> redundant(const System& system, const Sorting& sorting,
                                     std::size_t own_equations) {
  std::optional<std::size_t> found;
  if (!system.is_reduced) return found;  // nothing but the initial equations says the same
  int least = 0;
  for (const std::uint32_t number : sorting.overdetermined().equations) {
    if (number < own_equations) continue;
    const Node target = sorting.equation(number).target;
    if (target == no_node || system.graph[target].op != Op::variable) continue;
    const std::uint32_t variable = system.graph[target].index;
    const int worth = 2 * static_cast<int>(system.variables[variable].select) +
                      (system.state_of[variable] != unmatched ? 1 : 0);
    if (found && worth >= least) continue;
    found = number;
    least = worth;
  }
  return found;
}

struct StartLeaves {
  Leaves leaves;
  std::size_t must = 0, states_end = 0;  // unknowns of the run, then states, then pre values
};

StartLeaves leaves_of_start(System& system, Leaves leaves) {
  StartLeaves made;
  made.must = leaves.nodes.size();
  for (const bool given : {false, true})
    for (const std::uint32_t state : system.states)
      if (has_start(system, state) == given) leaves.add(system.graph.variable(state), false);
  made.states_end = leaves.nodes.size();
  for (std::uint32_t i = 0; i < system.variables.size(); ++i)
    if (is_unknown(system, i) && system.is_discrete[i]) leaves.add(system.graph.pre(i), true);
  made.leaves = std::move(leaves);
  return made;
}

void match_start(Sorting& sorting, const StartLeaves& start) {
  sorting.match(range(0, start.must));
  sorting.match(range(start.must, start.states_end));
  sorting.match(range(start.states_end, start.leaves.nodes.size()));
}

// Fixed start values that nothing is left to determine by are compared with what they should be.
void leave_out_redundant(System& system, const StartLeaves& start,
                         std::vector<const Equation*>& equations, std::size_t own_equations) {
  while (true) {
    Sorting sorting(system, equations, start.leaves.nodes, true);
    match_start(sorting, start);
    if (sorting.free_equations().empty()) return;
    const auto number = redundant(system, sorting, own_equations);
    if (!number) throw InputError(why_overdetermined_start(system, sorting));
    system.checks.push_back(*equations[*number]);
    equations.erase(equations.begin() + static_cast<std::ptrdiff_t>(*number));
  }
}

// Fixed start values that other equations determine: assertions at the start.
void compare_redundant(System& system) {
  Graph& graph = system.graph;
  const auto make = [&](Op op, Node a, Node b = no_node) { return graph.make(op, a, b); };
  for (const Equation& check : system.checks) {
    const FlatVariable& v = system.variables[graph[check.target].index];
    const Node size =
        make(Op::max, make(Op::max, make(Op::abs, check.left), make(Op::abs, check.right)),
             v.nominal != no_node ? make(Op::abs, v.nominal) : graph.constant(1));
    Deed deed;
    deed.kind = Deed::Kind::assertion;
    deed.fires = graph.indexed(Op::memory, system.initial_memory);
    deed.value =
        make(Op::less_equal_silent, make(Op::abs, make(Op::subtract, check.left, check.right)),
             make(Op::multiply, graph.constant(same_start), size));
    deed.message = fmt::format(
        "the fixed start value of {} contradicts the equations and the other start values. Leave "
        "fixed = true out where a start value is a guess, or give start values that agree",
        v.name);
    deed.where = check.where;
    system.deeds.push_back(std::move(deed));
  }
}

// First the unknowns that must have an equation, then states, those without a start value first,
// then pre values. The rest takes its start values.
void plan_initial(Plan& plan, Leaves leaves) {
  System& system = plan.system;
  const StartLeaves start = leaves_of_start(system, std::move(leaves));
  const std::vector<Node>& nodes = start.leaves.nodes;
  std::vector<const Equation*> equations =
      pointers(system.homotopy_memory ? system.start_equations : system.equations);
  const std::size_t own_equations = equations.size();
  for (const Equation& equation : system.initial_equations) equations.push_back(&equation);
  leave_out_redundant(system, start, equations, own_equations);
  {
    Sorting sorting(system, equations, nodes, true);
    match_start(sorting, start);
    for (const std::uint32_t number : sorting.free_unknowns()) {
      const Node leaf = nodes[number];
      const std::uint32_t variable = system.graph[leaf].index;
      if (number < start.must) throw InputError(why_singular(system, sorting));
      if (number < start.states_end && !is_fixed(system, variable))
        plan.started.push_back(variable);
      const Node value = system.graph.indexed(Op::memory, system.start_memory[variable]);
      plan.starts.push_back({leaf, value, leaf, {}, name_of(system, leaf) + " = start"});
      equations.push_back(&plan.starts.back());
    }
  }
  Sorting sorting(system, equations, nodes, true);
  sorting.match(range(0, nodes.size()));
  plan.initial = make_causal(system, sorting.groups(std::vector<bool>(nodes.size(), true)));
}

Plan planned(const FlatModel& model, bool exposes) {
  Plan plan;
  plan.system = make_system(model);
  join_semi_linear(plan.system);
  if (exposes) expose_constraints(plan.system);
  Leaves leaves = plan_running(plan);
  add_starts(plan.system);
  if (!plan.system.homotopy_memory && is_start_simple(plan.system))
    plan_simple_start(plan);
  else
    plan_initial(plan, std::move(leaves));
  compare_redundant(plan.system);
  return plan;
}

}  // namespace

// What cannot be planned is described by the equations as they were written.
Plan make_plan(const FlatModel& model) {
  try {
    return planned(model, true);
  } catch (const InputError&) {
    return planned(model, false);
  }
}

}  // namespace bw::equation
