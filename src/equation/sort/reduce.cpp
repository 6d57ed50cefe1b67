#include "equation/sort/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "equation/core/differentiate.h"
#include "equation/core/walk.h"
#include "equation/sort/dummies.h"
#include "equation/sort/pantelides.h"
#include "equation/sort/sort.h"
#include "math/rows.h"

namespace bw::equation {
namespace {

// Replaces leaves in expressions.
class Replacement {
 public:
  explicit Replacement(Graph& graph) : graph_(graph), walk_(graph) {}

  void set(Node leaf, Node by) { now_[leaf] = by; }

  void in(Node& root) {
    if (root == no_node) return;
    std::vector<Node> order;
    walk_.forget();
    walk_.below(root, [&](Node node) {
      const bool is_new = !now_.contains(node);
      if (is_new) order.push_back(node);
      return is_new;
    });
    std::ranges::sort(order);
    for (const Node node : order) {
      const Term term = graph_[node];
      const Node a = of(term.a), b = of(term.b), c = of(term.c);
      const bool is_same = a == term.a && b == term.b && c == term.c;
      now_[node] = is_same ? node : graph_.make(term.op, a, b, c);
    }
    root = of(root);
  }

 private:
  Node of(Node node) const { return node == no_node ? no_node : now_.at(node); }

  Graph& graph_;
  Walk walk_;
  std::unordered_map<Node, Node> now_;
};

class Reducer {
 public:
  explicit Reducer(System& system)
      : system_(system), by_all_(system.graph, [&system](Node leaf) {
          const Term& term = system.graph[leaf];
          return term.op == Op::time || (term.op == Op::variable && !system.is_known(term.index) &&
                                         !system.is_discrete[term.index]);
        }) {}

  bool reduce() {
    make_chains();
    replace_derivatives();
    if (!find_structure()) return false;
    differentiate();
    choose();
    make_states();
    system_.is_reduced = true;
    return true;
  }

 private:
  Graph& graph() { return system_.graph; }
  bool has_starts() const { return system_.homotopy_memory.has_value(); }

  // ---- chains ----

  void make_chains() {
    next_.assign(system_.variables.size(), unmatched);
    before_ = next_;
    for (std::size_t i = 0; i < system_.equations.size(); ++i) {
      const Equation& equation = system_.equations[i];
      if (add_chain(equation)) continue;
      all_.push_back(equation);
      if (has_starts()) at_start_.push_back(system_.start_equations[i]);
    }
    for (const std::uint32_t state : system_.states)
      if (next_[state] == unmatched) (void)next_of(state);
  }

  // der(x) = v.
  bool add_chain(const Equation& equation) {
    Node left = equation.left, right = equation.right;
    if (graph()[right].op == Op::derivative) std::swap(left, right);
    const Term &derivative = graph()[left], &term = graph()[right];
    if (derivative.op != Op::derivative || term.op != Op::variable) return false;
    const std::uint32_t x = derivative.index, v = term.index;
    if (system_.is_known(v) || system_.is_input(v) || system_.is_discrete[v]) return false;
    if (next_[x] != unmatched || before_[v] != unmatched) return false;
    for (std::uint32_t on = v; on != unmatched; on = next_[on])
      if (on == x) return false;
    next_[x] = v;
    before_[v] = x;
    definitions_.emplace(v, equation);
    return true;
  }

  // The variable that is the derivative of this one; a new one where there is none.
  std::uint32_t next_of(std::uint32_t x) {
    if (next_[x] != unmatched) return next_[x];
    FlatVariable v;
    v.name = "der(" + system_.variables[x].name + ")";
    v.where = system_.variables[x].where;
    v.select = system_.variables[x].select;
    const std::uint32_t number = add_variable(std::move(v));
    next_.push_back(unmatched);
    before_.push_back(x);
    return next_[x] = number;
  }

  std::uint32_t add_variable(FlatVariable v) {
    const auto number = static_cast<std::uint32_t>(system_.variables.size());
    system_.variables.push_back(std::move(v));
    system_.is_discrete.push_back(false);
    system_.aliases.push_back({number, false});
    system_.state_of.push_back(unmatched);
    return number;
  }

  void replace_derivatives() {
    Replacement replacement(graph());
    for (const std::uint32_t state : system_.states)
      replacement.set(graph().derivative(state), graph().variable(next_[state]));
    for (auto* equations : {&all_, &at_start_, &system_.initial_equations})
      for (Equation& e : *equations) replacement.in(e.left), replacement.in(e.right);
    for (Relation& relation : system_.relations) replacement.in(relation.difference);
    for (Rounding& rounding : system_.roundings) replacement.in(rounding.argument);
    for (Deed& deed : system_.deeds) replacement.in(deed.fires), replacement.in(deed.value);
  }

  // ---- derivatives of equations ----

  bool find_structure() {
    std::vector<const Equation*> equations;
    for (const Equation& equation : all_) equations.push_back(&equation);
    std::vector<Node> leaves;
    std::vector<bool> may_rise;
    for (std::uint32_t i = 0; i < system_.variables.size(); ++i) {
      if (system_.is_known(i) || system_.is_input(i) || system_.aliases[i].kept != i) continue;
      numbers_.push_back(i);
      leaves.push_back(graph().variable(i));
      may_rise.push_back(!system_.is_discrete[i]);
    }
    std::map<std::uint32_t, std::uint32_t> place;  // each variable: its number here
    for (std::uint32_t k = 0; k < numbers_.size(); ++k) place[numbers_[k]] = k;
    for (const std::uint32_t variable : numbers_)
      found_.of_variable.push_back(next_[variable] != unmatched ? place.at(next_[variable])
                                                                : unmatched);
    const Sorting sorting(system_, equations, leaves, false);
    const Rows unknowns_in = transposed(sorting.solvable(), equations.size());
    for (std::size_t e = 0; e < equations.size(); ++e)
      found_.variables_in.emplace_back(unknowns_in[e].begin(), unknowns_in[e].end());
    found_.of_equation.assign(equations.size(), unmatched);
    return differentiate_structure(found_, may_rise);
  }

  void differentiate() {
    const std::size_t known = numbers_.size();
    numbers_.resize(found_.of_variable.size(), unmatched);
    for (std::uint32_t k = 0; k < found_.of_variable.size(); ++k)
      if (const std::uint32_t next = found_.of_variable[k]; next != unmatched && next >= known)
        numbers_[next] = next_of(numbers_[k]);
    lower_.assign(found_.of_equation.size(), unmatched);
    for (std::uint32_t e = 0; e < found_.of_equation.size(); ++e) {
      const std::uint32_t next = found_.of_equation[e];
      if (next == unmatched) continue;
      lower_[next] = e;
      all_.resize(std::max<std::size_t>(all_.size(), next + 1));
      all_[next] = derivative_of(all_[e]);
      if (!has_starts()) continue;
      at_start_.resize(all_.size());
      at_start_[next] = derivative_of(at_start_[e]);
    }
  }

  Equation derivative_of(const Equation& equation) {
    Equation made = equation;
    made.left = rate(equation.left, equation);
    made.right = rate(equation.right, equation);
    made.text = "der(" + equation.text + ")";
    return made;
  }

  // d e / d t = sum over what e contains:  (d e / d leaf) der(leaf),  der(time) = 1
  Node rate(Node root, const Equation& equation) {
    Node sum = graph().constant(0);
    for (const Partial& partial : by_all_.of(root)) {
      const Term leaf = graph()[partial.leaf];
      if (leaf.op == Op::variable && system_.is_input(leaf.index))
        throw InputError(fmt::format(
            "{}: '{}' is a constraint between states that must be differentiated, but it contains "
            "the input {}, whose derivative is unknown. Let a state follow the input: "
            "T*der(x) = {} - x.",
            equation.where.text(), equation.text, system_.variables[leaf.index].name,
            system_.variables[leaf.index].name));
      const Node by_time =
          leaf.op == Op::time ? graph().constant(1) : graph().variable(next_of(leaf.index));
      sum = graph().make(Op::add, sum, graph().make(Op::multiply, partial.value, by_time));
    }
    return sum;
  }

  // ---- the choice of states ----

  static constexpr int select_weight = 8, fixed_weight = 4, start_weight = 2;
  static constexpr int always = select_weight * static_cast<int>(StateSelect::always);

  // How much the variable before this derivative wants to be a state.
  int rank_of(std::uint32_t derivative) const {
    const FlatVariable& v = system_.variables[before_[derivative]];
    const bool is_set = std::ranges::any_of(system_.deeds, [&](const Deed& deed) {
      return deed.kind == Deed::Kind::reinit && deed.variable == before_[derivative];
    });
    const auto select = is_set ? StateSelect::always : v.select;
    return select_weight * static_cast<int>(select) + (v.fixed ? fixed_weight : 0) +
           (v.start != no_node ? start_weight : 0) +
           (before_[derivative] < system_.own_variables ? 1 : 0);
  }

  void choose() {
    is_dummy_.assign(system_.variables.size(), false);
    std::vector<std::uint32_t> level;  // equations
    for (std::uint32_t e = 0; e < found_.of_equation.size(); ++e)
      if (lower_[e] != unmatched && found_.of_equation[e] == unmatched) level.push_back(e);
    std::vector<bool> is_candidate(system_.variables.size(), false);
    for (std::uint32_t v = 0; v < is_candidate.size(); ++v)
      is_candidate[v] = before_[v] != unmatched && next_[v] == unmatched;
    while (!level.empty()) {
      choose_at(level, is_candidate);
      std::vector<std::uint32_t> lower;
      for (const std::uint32_t e : level)
        if (lower_[lower_[e]] != unmatched) lower.push_back(lower_[e]);
      level = std::move(lower);
    }
  }

  void choose_at(const std::vector<std::uint32_t>& level, std::vector<bool>& is_candidate) {
    std::vector<std::map<std::uint32_t, Node>> rows;
    std::map<std::uint32_t, int> rank;
    for (const std::uint32_t e : level) {
      auto& row = rows.emplace_back();
      const Node residual = graph().make(Op::subtract, all_[e].left, all_[e].right);
      for (const Partial& partial : by_all_.of(residual)) {
        const Term& leaf = graph()[partial.leaf];
        if (leaf.op != Op::variable || !is_candidate[leaf.index]) continue;
        row.emplace(leaf.index, partial.value);
        rank.emplace(leaf.index, rank_of(leaf.index));
      }
    }
    DummyChoice choice = choose_dummies(system_, std::move(rows), rank, always);
    is_candidate.assign(system_.variables.size(), false);
    const auto take = [&](std::uint32_t derivative) {
      is_dummy_[derivative] = true;
      const std::uint32_t lower = before_[derivative];
      if (before_[lower] != unmatched) is_candidate[lower] = true;
    };
    for (const std::uint32_t dummy : choice.dummies) take(dummy);
    for (DummyChoice::Rest& rest : choice.rests) {
      for (const std::uint32_t column : rest.columns) take(column);
      rests_.push_back(std::move(rest));
    }
  }

  // ---- the reduced system ----

  void make_states() {
    system_.states.clear();
    system_.state_of.assign(system_.variables.size(), unmatched);
    const auto count = static_cast<std::uint32_t>(system_.variables.size());
    for (std::uint32_t x = 0; x < count; ++x) {
      const std::uint32_t v = next_[x];
      if (v == unmatched || is_dummy_[v]) continue;
      add_state(x);
      const auto written = definitions_.find(v);
      Equation equation{graph().derivative(x), graph().variable(v), no_node,
                        system_.variables[x].where, system_.variables[v].name};
      if (written != definitions_.end()) equation = written->second;
      add(equation);
    }
    for (const DummyChoice::Rest& rest : rests_) add_set(rest);
    refuse_reinit();
    system_.equations = std::move(all_);
    if (has_starts()) system_.start_equations = std::move(at_start_);
  }

  void add(const Equation& equation) {
    all_.push_back(equation);
    if (has_starts()) at_start_.push_back(equation);
  }

  void add_state(std::uint32_t x) {
    system_.state_of[x] = static_cast<std::uint32_t>(system_.states.size());
    system_.states.push_back(x);
  }

  void add_set(const DummyChoice::Rest& rest) {
    StateSet set;
    set.matrix = rest.matrix;
    std::vector<std::string> names;
    for (const std::uint32_t column : rest.columns) {
      set.candidates.push_back(before_[column]);
      names.push_back(system_.variables[before_[column]].name);
    }
    const std::size_t states = rest.columns.size() - rest.matrix.size();
    set.first_memory = system_.memories;
    system_.memories += static_cast<std::uint32_t>(states * rest.columns.size() + 1);
    const std::string all = listed(names, {.most = 4});
    for (std::size_t i = 0; i < states; ++i) {
      FlatVariable v;
      v.name = states == 1 ? fmt::format("the state among {}", all)
                           : fmt::format("state {} among {}", i + 1, all);
      v.where = system_.variables[set.candidates.front()].where;
      const std::uint32_t s = add_variable(std::move(v));
      set.states.push_back(s);
      add_state(s);
      Node value = graph().constant(0), slope = value;
      for (std::size_t j = 0; j < rest.columns.size(); ++j) {
        const auto memory = static_cast<std::uint32_t>(i * rest.columns.size() + j);
        const Node share = graph().indexed(Op::memory, set.first_memory + memory);
        const auto plus = [&](Node sum, std::uint32_t variable) {
          return graph().make(Op::add, sum,
                              graph().make(Op::multiply, share, graph().variable(variable)));
        };
        value = plus(value, set.candidates[j]);
        slope = plus(slope, rest.columns[j]);
      }
      const FlatVariable& state = system_.variables[s];
      add({graph().variable(s), value, no_node, state.where, state.name});
      add({graph().derivative(s), slope, no_node, state.where, "der of " + state.name});
    }
    system_.sets.push_back(std::move(set));
  }

  void refuse_reinit() const {
    for (const Deed& deed : system_.deeds)
      if (deed.kind == Deed::Kind::reinit && system_.state_of[deed.variable] == unmatched)
        throw InputError(fmt::format(
            "{}: reinit({}, ...) sets a variable that a constraint determines: it is no state of "
            "its own. Set the states that determine it.",
            deed.where.text(), system_.variables[deed.variable].name));
  }

  System& system_;
  Differentiation by_all_;
  std::vector<Equation> all_, at_start_;           // the latter with homotopy() only
  std::vector<std::uint32_t> next_, before_;       // each variable: derivative, what it is one of
  std::map<std::uint32_t, Equation> definitions_;  // der(x) = v, by v
  Derivatives found_;
  std::vector<std::uint32_t> numbers_;  // variables of the system, as they are numbered in found_
  std::vector<std::uint32_t> lower_;    // each equation: the one that it is the derivative of
  std::vector<bool> is_dummy_;          // each variable
  std::vector<DummyChoice::Rest> rests_;
};

}  // namespace

bool reduce_index(System& system) { return Reducer(system).reduce(); }

}  // namespace bw::equation
