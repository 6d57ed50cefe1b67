#include "equation/sort/sort.h"

#include <algorithm>

#include "base/run_control.h"
#include "equation/core/walk.h"
#include "math/strong_components.h"

namespace bw::equation {
namespace {

// Operands that only select: an equation cannot be solved for unknowns in them.
bool only_decides(Op op) {
  return is_relation(op) || op == Op::logical_and || op == Op::logical_or ||
         op == Op::logical_not || op == Op::sign || (op >= Op::floor && op <= Op::integer_silent);
}

class Occurrences {
 public:
  Occurrences(const System& system, const std::vector<Node>& unknowns, bool is_initial)
      : system_(system), is_initial_(is_initial), walk_(system.graph) {
    number_.assign(system.graph.size(), unmatched);
    for (std::uint32_t i = 0; i < unknowns.size(); ++i) number_[unknowns[i]] = i;
    extend(varies_, system);
  }

  // Appends a row to each.
  void at(const Equation& equation, Rows& occurs, Rows& solvable) {
    walk_.forget();
    for (const Node side : {equation.left, equation.right})
      walk_.below(side, [&](Node node) {
        if (number_[node] != unmatched) occurs.values.push_back(number_[node]);
        return true;
      });
    occurs.close_row();
    if (equation.target != no_node)
      add_target(equation, solvable);
    else
      add_solvable(equation, solvable);
    solvable.close_row();
  }

 private:
  // The leaf of a discrete variable; a pre value is one, too.
  bool is_discrete(Node leaf) const {
    const Term& term = system_.graph[leaf];
    return term.op == Op::pre || (term.op == Op::variable && system_.is_discrete[term.index]);
  }

  void add(Node node, Rows& solvable) const {
    if (node < number_.size() && number_[node] != unmatched)
      solvable.values.push_back(number_[node]);
  }

  // d = if ... then ... else pre(d): where d is given at the start, it determines pre(d).
  void add_target(const Equation& equation, Rows& solvable) {
    add(equation.target, solvable);
    const Term& term = system_.graph[equation.target];
    if (is_initial_ && term.op == Op::variable && is_discrete(equation.target)) {
      walk_.forget();
      walk_.below(equation.right, [&](Node node) {
        if (system_.graph[node].op == Op::pre && system_.graph[node].index == term.index)
          add(node, solvable);
        return true;
      });
    }
  }

  void add_solvable(const Equation& equation, Rows& solvable) {
    const bool changes =
        std::max(varies_[equation.left], varies_[equation.right]) == Varies::always;
    walk_.forget();
    for (Node side : {equation.left, equation.right}) {
      const Op op = system_.graph[side].op;
      if (op == Op::negate || op == Op::logical_not) side = system_.graph[side].a;
      if (is_discrete(side) && (!changes || is_initial_)) add(side, solvable);
    }
    branches_ = {equation.left, equation.right};
    while (!branches_.empty()) {
      const Node branch = branches_.back();
      branches_.pop_back();
      walk_.below(branch, [&](Node node) { return visit(node, solvable); });
    }
  }

  // Whether to visit its operands; of a choice only its branches.
  bool visit(Node node, Rows& solvable) {
    const Term& term = system_.graph[node];
    if (!is_discrete(node)) add(node, solvable);
    if (term.op != Op::choose) return !only_decides(term.op);
    branches_.push_back(term.b);
    branches_.push_back(term.c);
    return false;
  }

  const System& system_;
  bool is_initial_;
  Walk walk_;
  std::vector<std::uint32_t> number_;  // of each node among the unknowns
  std::vector<Varies> varies_;
  std::vector<Node> branches_;
};

}  // namespace

Sorting::Incidence Sorting::find(const System& system,
                                 const std::vector<const Equation*>& equations,
                                 const std::vector<Node>& unknowns, bool is_initial) {
  Incidence found;
  Rows solvable;
  Occurrences occurrences(system, unknowns, is_initial);
  for (const Equation* equation : equations) {
    throw_if_interrupted();
    occurrences.at(*equation, found.occurs, solvable);
  }
  found.solvable = transposed(solvable, unknowns.size());
  return found;
}

Sorting::Sorting(const System& system, std::vector<const Equation*> equations,
                 std::vector<Node> unknowns, bool is_initial)
    : equations_(std::move(equations)),
      unknowns_(std::move(unknowns)),
      incidence_(find(system, equations_, unknowns_, is_initial)),
      matching_(incidence_.solvable, equations_.size()) {}

std::vector<std::uint32_t> Sorting::free_unknowns() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < unknowns_.size(); ++i)
    if (matching_.equation(i) == unmatched) found.push_back(i);
  return found;
}

std::vector<std::uint32_t> Sorting::free_equations() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < equations_.size(); ++i)
    if (matching_.unknown(i) == unmatched) found.push_back(i);
  return found;
}

// Dulmage and Mendelsohn: what alternating paths reach from unmatched nodes.
Sorting::Part Sorting::overdetermined() const {
  const Rows unknowns_of = transposed(incidence_.solvable, equations_.size());
  Part part;
  part.equations = free_equations();
  std::vector<bool> is_seen(unknowns_.size(), false);
  for (std::size_t at = 0; at < part.equations.size(); ++at)
    for (const std::uint32_t unknown : unknowns_of[part.equations[at]]) {
      if (is_seen[unknown]) continue;
      is_seen[unknown] = true;
      part.unknowns.push_back(unknown);
      if (matching_.equation(unknown) != unmatched)
        part.equations.push_back(matching_.equation(unknown));
    }
  return part;
}

Sorting::Part Sorting::underdetermined() const {
  Part part;
  part.unknowns = free_unknowns();
  std::vector<bool> is_seen(equations_.size(), false);
  for (std::size_t at = 0; at < part.unknowns.size(); ++at)
    for (const std::uint32_t equation : incidence_.solvable[part.unknowns[at]]) {
      if (is_seen[equation]) continue;
      is_seen[equation] = true;
      part.equations.push_back(equation);
      if (matching_.unknown(equation) != unmatched)
        part.unknowns.push_back(matching_.unknown(equation));
    }
  return part;
}

std::vector<EquationGroup> Sorting::groups(const std::vector<bool>& is_wanted) const {
  std::vector<std::uint32_t> place(unknowns_.size(), unmatched), order;
  for (std::uint32_t i = 0; i < unknowns_.size(); ++i)
    if (is_wanted[i] && matching_.equation(i) != unmatched) {
      place[i] = static_cast<std::uint32_t>(order.size());
      order.push_back(i);
    }
  Rows needs;
  for (const std::uint32_t unknown : order) {
    for (const std::uint32_t other : incidence_.occurs[matching_.equation(unknown)])
      if (other != unknown && place[other] != unmatched) needs.values.push_back(place[other]);
    needs.close_row();
  }
  const Rows found = math::find_strong_components(needs).members;
  std::vector<EquationGroup> groups(found.size());
  for (std::size_t g = 0; g < found.size(); ++g)
    for (const std::uint32_t member : found[g]) {
      groups[g].equations.push_back(equations_[matching_.equation(order[member])]);
      groups[g].unknowns.push_back(unknowns_[order[member]]);
    }
  return groups;
}

}  // namespace bw::equation
