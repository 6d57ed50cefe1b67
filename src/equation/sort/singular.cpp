// Why equations cannot be solved for their unknowns, with those concerned: the decomposition of
// A. L. Dulmage, N. S. Mendelsohn, Coverings of bipartite graphs, Canad. J. Math. 10, 1958.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/text.h"
#include "equation/core/expression.h"
#include "equation/core/walk.h"
#include "equation/sort/causal.h"
#include "equation/sort/matching.h"
#include "equation/sort/plan.h"
#include "equation/sort/sort.h"
#include "equation/sort/system.h"
#include "math/rows.h"

namespace bw::equation {
namespace {

std::string names_of(const System& system, const Sorting& sorting,
                     const std::vector<std::uint32_t>& unknowns) {
  return listed(unknowns, [&](std::uint32_t i) { return name_of(system, sorting.leaf(i)); },
                {.most = most_names});
}

std::string lines_of(const Sorting& sorting, const std::vector<std::uint32_t>& equations) {
  std::vector<const Equation*> ordered;
  for (const std::uint32_t number : equations) ordered.push_back(&sorting.equation(number));
  std::ranges::stable_sort(ordered, [](const Equation* a, const Equation* b) {
    return std::pair(a->where.line, a->where.column) < std::pair(b->where.line, b->where.column);
  });
  std::string lines;
  for (std::size_t i = 0; i < ordered.size() && i < most_names; ++i)
    lines += fmt::format("\n  {}: {}", ordered[i]->where.text(), ordered[i]->text);
  if (ordered.size() > most_names)
    lines += fmt::format("\n  and {} more", ordered.size() - most_names);
  return lines;
}

// The states that occur in an equation, by their names.
std::vector<std::string> states_in(const System& system, const Equation& equation) {
  std::vector<std::string> names;
  Walk walk(system.graph);
  for (const Node side : {equation.left, equation.right})
    walk.below(side, [&](Node node) {
      const Term& term = system.graph[node];
      if (term.op == Op::variable && system.state_of[term.index] != unmatched)
        names.push_back(system.variables[term.index].name);
      return true;
    });
  std::ranges::sort(names);
  return names;
}

// Equations that contain only states and known values.
std::string nothing_left(const System& system, const Sorting& sorting,
                         const std::vector<std::uint32_t>& equations) {
  std::vector<std::string> states;
  for (const std::uint32_t number : equations) {
    const std::vector<std::string> more = states_in(system, sorting.equation(number));
    states.insert(states.end(), more.begin(), more.end());
  }
  std::ranges::sort(states);
  states.erase(std::unique(states.begin(), states.end()), states.end());
  if (states.size() > most_names) states.resize(most_names);
  const std::string why = states.empty()
                              ? ""
                              : fmt::format(", because {} follow{} from der() already",
                                            listed(states), states.size() == 1 ? "s" : "");
  const std::string which = equations.size() == 1
                                ? "This equation has"
                                : fmt::format("These {} equations have", equations.size());
  return fmt::format("{} nothing left to determine{}:{}\n", which, why,
                     lines_of(sorting, equations));
}

}  // namespace

// Every equation finds a variable of its own when a state and its derivative count as one.
// Otherwise equations contradict or repeat each other, and differentiating helps nothing. Source:
// C. C. Pantelides, The consistent initialization of differential-algebraic systems, SIAM J. Sci.
// Stat. Comput. 9, 1988.
bool is_higher_index(System& system, const Sorting& sorting) {
  if (sorting.free_equations().size() != sorting.free_unknowns().size()) return false;
  std::vector<Node> leaves = sorting.leaves();
  for (const std::uint32_t state : system.states) leaves.push_back(system.graph.variable(state));
  const Sorting wide(system, sorting.equations(), leaves, false);
  std::vector<std::vector<std::size_t>> equations_of(system.variables.size());
  for (std::size_t i = 0; i < leaves.size(); ++i)
    for (const std::uint32_t equation : wide.solvable()[i])
      equations_of[system.graph[leaves[i]].index].push_back(equation);
  const Rows merged = math::rows_of(equations_of);
  Matching matching(merged, sorting.equations().size());
  std::vector<std::uint32_t> all(merged.size());
  std::iota(all.begin(), all.end(), 0U);
  matching.match(all);
  for (std::size_t e = 0; e < sorting.equations().size(); ++e)
    if (matching.unknown(e) == unmatched) return false;
  return true;
}

std::string why_singular(System& system, const Sorting& sorting) {
  const Sorting::Part over = sorting.overdetermined(), under = sorting.underdetermined();
  const std::size_t extra = sorting.free_equations().size(),
                    missing = sorting.free_unknowns().size();
  std::string why;
  if (extra > missing)
    why += fmt::format("The model has {} more {} than unknowns.\n", extra - missing,
                       extra - missing == 1 ? "equation" : "equations");
  if (missing > extra)
    why += fmt::format("The model has {} {} fewer than unknowns.\n", missing - extra,
                       missing - extra == 1 ? "equation" : "equations");
  if (extra > 0 && over.unknowns.empty()) why += nothing_left(system, sorting, over.equations);
  if (extra > 0 && !over.unknowns.empty())
    why += fmt::format("These {} equations can determine {} only, so {} too many:{}\n",
                       over.equations.size(), names_of(system, sorting, over.unknowns),
                       extra == 1 ? "one is" : fmt::format("{} are", extra),
                       lines_of(sorting, over.equations));
  if (missing > 0)
    why += fmt::format(
        "No equation is left for {}{}{}{}",
        under.unknowns.size() == 1 ? ""
        : missing == 1             ? "one of "
                                   : "some of ",
        names_of(system, sorting, under.unknowns),
        under.equations.empty() ? "." : ", which occur in:", lines_of(sorting, under.equations));
  while (!why.empty() && why.back() == '\n') why.pop_back();
  return why;
}

std::string why_overdetermined_start(const System& system, const Sorting& sorting) {
  const Sorting::Part over = sorting.overdetermined();
  const std::size_t extra = sorting.free_equations().size();
  return fmt::format(
      "There {} too many for the start: of initial equations and fixed start values there can be "
      "as many as states, and no more. These determine {} only:{}",
      extra == 1 ? "is one condition" : fmt::format("are {} conditions", extra),
      over.unknowns.empty() ? "nothing" : names_of(system, sorting, over.unknowns),
      lines_of(sorting, over.equations));
}

}  // namespace bw::equation
