#include "equation/sort/system.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "base/report.h"
#include "equation/core/walk.h"
#include "equation/sort/matching.h"
#include "equation/sort/rewrite.h"

namespace bw::equation {
namespace {

Varies varies_of(const System& system, const Term& term) {
  switch (term.op) {
    case Op::constant: return Varies::never;
    case Op::variable:
      return system.is_known(term.index)      ? Varies::with_parameters
             : system.is_discrete[term.index] ? Varies::at_events
                                              : Varies::always;
    case Op::pre:
    case Op::memory:
    case Op::sample:
    case Op::initial:
    case Op::terminal:
    case Op::change: return Varies::at_events;
    case Op::time:
    case Op::derivative: return Varies::always;
    default: return Varies::never;  // as its operands
  }
}

class SystemMaker {
 public:
  explicit SystemMaker(const FlatModel& model) : model_(model), old_(model.graph) {}

  System make() {
    system_.variables = model_.variables;
    system_.own_variables = model_.variables.size();
    system_.initial_memory = system_.memories++;
    system_.terminal_memory = system_.memories++;
    refuse_unknown_parameters();
    find_kinds();
    const Aliases aliases = find_aliases(model_, is_state_, system_.is_discrete);
    system_.aliases = aliases.of;
    name_states();
    rewrite();
    refuse_doubtful();
    findings_.refuse();
    move_attributes();
    for (std::size_t i = 0; i < model_.equations.size(); ++i)
      if (!aliases.is_used_up[i]) {
        at_start_.emplace_back(system_.equations.size(), at_start(model_.equations[i]));
        system_.equations.push_back(rewritten(model_.equations[i]));
      }
    for (const FlatEquation& equation : model_.initial_equations) add_initial(at_start(equation));
    for (std::size_t i = 0; i < model_.asserts.size(); ++i)
      add_assert(model_.asserts[i], no_node, place_of_assert(i));
    for (const FlatWhen& when : model_.whens) add_when(when);
    if (system_.homotopy_memory) {
      system_.start_equations = system_.equations;
      for (auto& [i, equation] : at_start_) system_.start_equations[i] = std::move(equation);
    }
    return std::move(system_);
  }

 private:
  // ---- classification ----

  // All expressions except those of declarations, with their positions.
  template <class Visit>
  void visit_roots(Visit&& visit) const {
    for (const auto* equations : {&model_.equations, &model_.initial_equations})
      for (const FlatEquation& e : *equations) visit(e.left, e.where), visit(e.right, e.where);
    for (std::size_t i = 0; i < model_.asserts.size(); ++i)
      visit(model_.asserts[i].condition, place_of_assert(i));
    visit_whens(visit);
  }

  template <class Visit>
  void visit_whens(Visit&& visit) const {
    for (const FlatWhen& when : model_.whens)
      for (const WhenBranch& branch : when.branches) {
        for (const Node condition : branch.conditions) visit(condition, branch.where);
        for (const Action& action : branch.actions)
          if (const auto* assign = std::get_if<Assign>(&action.what))
            visit(assign->value, action.where);
          else if (const auto* reinit = std::get_if<Reinit>(&action.what))
            visit(reinit->value, action.where);
          else if (const auto* assertion = std::get_if<Assert>(&action.what))
            visit(assertion->condition, action.where);
      }
  }

  Position place_of_assert(std::size_t i) const {
    return i < model_.assert_places.size() ? model_.assert_places[i] : Position{};
  }

  void refuse_unknown_parameters() {
    for (const FlatVariable& v : model_.variables)
      if (v.variability == Variability::parameter && v.binding == no_node)
        findings_.add(
            v.where,
            fmt::format("The parameter {} has no value (fixed = false): computing parameters from "
                        "initial equations is not supported. Give it a value.",
                        v.name));
  }

  void find_kinds() {
    const std::size_t n = model_.variables.size();
    is_state_.assign(n, false);
    system_.is_discrete.assign(n, false);
    for (std::uint32_t i = 0; i < n; ++i) {
      const FlatVariable& v = model_.variables[i];
      system_.is_discrete[i] = !system_.is_known(i) && (v.type != ScalarType::real ||
                                                        v.variability == Variability::discrete);
    }
    for (const FlatWhen& when : model_.whens)
      for (const WhenBranch& branch : when.branches)
        for (const Action& action : branch.actions)
          if (const auto* assign = std::get_if<Assign>(&action.what))
            system_.is_discrete[assign->variable] = true;
    Walk walk(old_);
    visit_roots([&](Node root, const Position&) {
      walk.below(root, [&](Node node) {
        const Term& term = old_[node];
        if (term.op == Op::derivative && !system_.is_known(term.index))
          is_state_[term.index] = true;
        return true;
      });
    });
  }

  void name_states() {
    for (std::uint32_t i = 0; i < is_state_.size(); ++i)
      if (is_state_[i]) is_state_[kept(i).kept] = true;
    system_.state_of.assign(is_state_.size(), unmatched);
    for (std::uint32_t i = 0; i < is_state_.size(); ++i) {
      if (!is_state_[i] || kept(i).kept != i) continue;
      system_.state_of[i] = static_cast<std::uint32_t>(system_.states.size());
      system_.states.push_back(i);
    }
  }

  // ---- expressions ----

  Graph& graph() { return system_.graph; }
  Alias kept(std::uint32_t variable) const { return system_.aliases[variable]; }

  void rewrite() {
    std::vector<Node> roots;
    visit_roots([&](Node root, const Position&) { roots.push_back(root); });
    for (const FlatVariable& v : model_.variables)
      roots.insert(roots.end(), {v.start, v.min, v.max, v.nominal, v.binding});
    rewriter_.rewrite(roots);
    for (std::size_t i = 0; i < system_.own_variables; ++i) {
      FlatVariable& v = system_.variables[i];
      for (Node* node : {&v.start, &v.min, &v.max, &v.nominal, &v.binding})
        *node = rewriter_(*node);
    }
  }

  // Integers that change without events, as sign(x): a reader cannot distinguish them.
  void refuse_doubtful() {
    const std::vector<Node>& doubtful = rewriter_.doubtful();
    if (doubtful.empty()) return;
    Walk walk(old_);
    visit_roots([&](Node root, const Position& where) {
      walk.below(root, [&](Node node) {
        if (std::ranges::binary_search(doubtful, node))
          findings_.add(
              where,
              fmt::format(
                  "'{}' compares continuous variables for equality. Compare with < or > instead.",
                  text_of(graph(), system_.variables, rewriter_(node))));
        return true;
      });
    });
  }

  // ---- events ----

  void add_when(const FlatWhen& when) {
    struct Given {
      std::vector<std::pair<Node, Node>> values;  // condition, value
      Position where;
    };
    std::vector<std::uint32_t> order;
    std::unordered_map<std::uint32_t, Given> given;
    Node earlier = no_node;  // some earlier branch acts
    for (const WhenBranch& branch : when.branches) {
      Node fires = graph().constant(0);
      for (const Node c : branch.conditions)
        fires =
            graph().make(Op::logical_or, fires, rewriter_.becomes_true(rewriter_(c), branch.where));
      Node acts = fires;
      if (earlier != no_node)
        acts = graph().make(Op::logical_and, fires, graph().make(Op::logical_not, earlier));
      earlier = earlier == no_node ? fires : graph().make(Op::logical_or, earlier, fires);
      for (const Action& action : branch.actions) {
        if (const auto* assign = std::get_if<Assign>(&action.what)) {
          Given& all = given[assign->variable];
          if (all.values.empty()) order.push_back(assign->variable), all.where = action.where;
          all.values.emplace_back(acts, rewriter_(assign->value));
        } else {
          add_deed(action, acts);
        }
      }
    }
    for (const std::uint32_t variable : order) {
      const Given& all = given[variable];
      Node value = rewriter_.leaf(Op::pre, variable);
      for (std::size_t k = all.values.size(); k-- > 0;)
        value = graph().make(Op::choose, all.values[k].first, all.values[k].second, value);
      const std::string& name = model_.variables[variable].name;
      const Node target = rewriter_.leaf(Op::variable, variable);
      system_.equations.push_back(
          {target, value, target, all.where, "when ... " + name + " = ..."});
    }
  }

  void add_deed(const Action& action, Node acts) {
    if (const auto* assertion = std::get_if<Assert>(&action.what))
      return add_assert(*assertion, acts, action.where);
    Deed deed;
    deed.fires = acts;
    deed.where = action.where;
    if (const auto* end = std::get_if<Terminate>(&action.what)) {
      deed.kind = Deed::Kind::terminate;
      deed.message = end->message;
    } else if (const auto* reinit = std::get_if<Reinit>(&action.what)) {
      const Alias alias = kept(reinit->variable);
      if (system_.state_of[alias.kept] == unmatched)
        throw InputError(fmt::format(
            "{}: reinit({}, ...) sets a variable that is no state: a parameter of value 0 takes "
            "its derivative out of the equations. Give the parameter another value.",
            action.where.text(), model_.variables[reinit->variable].name));
      deed.kind = Deed::Kind::reinit;
      deed.variable = alias.kept;
      deed.value = rewriter_(reinit->value);
      if (alias.opposite) deed.value = graph().make(Op::negate, deed.value);
    }
    system_.deeds.push_back(std::move(deed));
  }

  void add_assert(const Assert& assertion, Node acts, const Position& where) {
    Deed deed;
    deed.kind = Deed::Kind::assertion;
    deed.fires = acts;
    deed.value = rewriter_(assertion.condition);
    deed.message = assertion.message;
    deed.warning = assertion.warning;
    deed.where = where;
    system_.deeds.push_back(std::move(deed));
  }

  // ---- equations ----

  Equation rewritten(const FlatEquation& equation) {
    return {rewriter_(equation.left), rewriter_(equation.right), no_node, equation.where,
            equation.text};
  }

  Equation at_start(const FlatEquation& equation) {
    return {rewriter_.at_start(equation.left), rewriter_.at_start(equation.right), no_node,
            equation.where, equation.text};
  }

  static std::uint64_t sides_of(const Equation& equation) {
    return (std::uint64_t{equation.left} << 32U) | equation.right;
  }

  // Of aliases the same may be said more than once.
  void add_initial(const Equation& equation) {
    if (said_.insert(sides_of(equation)).second) system_.initial_equations.push_back(equation);
  }

  // Attributes of an alias apply to the kept variable.
  void move_attributes() {
    for (std::uint32_t i = 0; i < system_.own_variables; ++i) {
      const Alias alias = kept(i);
      if (alias.kept == i) continue;
      const FlatVariable from = system_.variables[i];
      FlatVariable& to = system_.variables[alias.kept];
      const auto turned = [&](Node node) {
        return node != no_node && alias.opposite ? graph().make(Op::negate, node) : node;
      };
      if (from.fixed && to.fixed) {
        const auto start_of = [&](const FlatVariable& v) {
          return v.start != no_node ? v.start : graph().constant(0);
        };
        if (const Node start = turned(start_of(from)); start != start_of(to))
          add_initial({graph().variable(alias.kept), start, no_node, from.where,
                       from.name + " has a fixed start"});
      } else if (from.fixed || (to.start == no_node && !to.fixed)) {
        to.start = turned(from.start);
        to.fixed = from.fixed;
      }
      if (to.nominal == no_node) to.nominal = from.nominal;
      if (to.select == StateSelect::normal) to.select = from.select;
    }
  }

  const FlatModel& model_;
  const Graph& old_;
  System system_;
  Report findings_;
  std::vector<bool> is_state_;
  std::unordered_set<std::uint64_t> said_{};                // both sides of each initial equation
  std::vector<std::pair<std::size_t, Equation>> at_start_;  // by number of the equation
  Rewriter rewriter_{model_, system_};
};

}  // namespace

void extend(std::vector<Varies>& varies, const System& system) {
  for (auto node = static_cast<Node>(varies.size()); node < system.graph.size(); ++node) {
    const Term& term = system.graph[node];
    Varies most = varies_of(system, term);
    for (const Node operand : operands(term))
      if (operand != no_node) most = std::max(most, varies[operand]);
    varies.push_back(most);
  }
}

System make_system(const FlatModel& model) { return SystemMaker(model).make(); }

void add_starts(System& system) {
  std::vector<bool> is_candidate(system.variables.size(), false);
  for (const StateSet& set : system.sets)
    for (const std::uint32_t i : set.candidates) is_candidate[i] = true;
  system.start_memory.assign(system.variables.size(), unmatched);
  std::set<std::pair<Node, Node>> said;  // initial equations say it, too
  for (const Equation& e : system.initial_equations)
    said.insert({{e.left, e.right}, {e.right, e.left}});
  for (std::uint32_t i = 0; i < system.variables.size(); ++i) {
    if (system.is_known(i) || system.is_input(i) || system.aliases[i].kept != i) continue;
    const FlatVariable& v = system.variables[i];
    const bool is_state = system.state_of[i] != unmatched;
    const bool is_discrete = system.is_discrete[i] && i < system.own_variables;
    if (!v.fixed && !is_discrete && !is_state && !is_candidate[i]) continue;
    system.start_memory[i] = system.memories++;
    if (!v.fixed) continue;
    const Node leaf = system.is_discrete[i] ? system.graph.pre(i) : system.graph.variable(i);
    const Node start = v.start != no_node ? v.start : system.graph.constant(0);
    if (said.contains({leaf, start})) continue;
    (is_candidate[i] ? system.checks : system.initial_equations)
        .push_back({leaf, system.graph.indexed(Op::memory, system.start_memory[i]), leaf, v.where,
                    v.name + " has a fixed start"});
  }
}

}  // namespace bw::equation
