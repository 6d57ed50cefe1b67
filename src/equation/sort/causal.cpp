#include "equation/sort/causal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/report.h"
#include "base/run_control.h"
#include "base/text.h"
#include "equation/sort/solve_for.h"
#include "equation/sort/tear.h"

namespace bw::equation {
namespace {

bool is_unknown_leaf(const System& system, Node node) {
  const Term& term = system.graph[node];
  return term.op == Op::derivative || (term.op == Op::variable && !system.is_known(term.index));
}

class Builder {
 public:
  explicit Builder(System& system)
      : system_(system),
        graph_(system.graph),
        solver_(system.graph, [&system](Node leaf) { return is_unknown_leaf(system, leaf); }),
        walk_(system.graph) {}

  Causal build(const std::vector<EquationGroup>& groups) {
    for (const EquationGroup& group : groups) {
      throw_if_interrupted();
      if (group.unknowns.size() == 1)
        add_single(group);
      else
        add_loop(group);
    }
    findings_.refuse();
    return std::move(causal_);
  }

 private:
  bool is_discrete(Node leaf) const {
    const Term& term = graph_[leaf];
    return term.op == Op::pre || (term.op == Op::variable && system_.is_discrete[term.index]);
  }

  void add_single(const EquationGroup& group) {
    const Equation& equation = *group.equations[0];
    const Node unknown = group.unknowns[0];
    Node value = no_node;
    if (equation.target == no_node)
      // A Boolean or an Integer has no derivative to divide by.
      value = is_discrete(unknown) ? solver_.isolate(equation.left, equation.right, unknown)
                                   : solver_.solve(equation.left, equation.right, unknown);
    else  // where it is given, its pre value is the same
      value = unknown == equation.target ? equation.right : equation.target;
    const bool is_formula = value != no_node && !solver_.contains(value, unknown);
    if (is_formula)
      causal_.steps.push_back({{unknown, value}, unmatched, &equation});
    else if (is_discrete(unknown))
      refuse_discrete(group);
    else
      add_loop(group);
  }

  void refuse_discrete(const EquationGroup& group) {
    findings_.add(group.equations[0]->where,
                  fmt::format("{} at the same event; discrete variables cannot be iterated. Use "
                              "pre() for the value before the event:{}",
                              names_in(group) + (group.unknowns.size() == 1 ? " needs itself"
                                                                            : " need each other"),
                              texts_of(group)));
  }

  std::string names_in(const EquationGroup& group) const {
    return listed(group.unknowns, [&](Node leaf) { return name_of(system_, leaf); },
                  {.most = most_names, .rest = ""});
  }
  static std::string texts_of(const EquationGroup& group) {
    std::string texts;
    for (std::size_t i = 0; i < group.unknowns.size() && i < most_names; ++i)
      texts +=
          fmt::format("\n  {}: {}", group.equations[i]->where.text(), group.equations[i]->text);
    return texts;
  }

  void add_loop(const EquationGroup& group) {
    if (std::ranges::any_of(group.unknowns, [&](Node leaf) { return is_discrete(leaf); }))
      return refuse_discrete(group);
    const Torn torn = tear_group(group);
    Loop loop;
    loop.equations = group.equations;
    for (const std::uint32_t t : torn.tears) loop.tears.push_back(group.unknowns[t]);
    for (const Torn::Inner& inner : torn.inner) {
      const Equation& equation = *group.equations[inner.equation];
      const Node leaf = group.unknowns[inner.unknown];
      loop.inner.push_back({leaf, solver_.solve(equation.left, equation.right, leaf)});
    }
    for (const std::uint32_t r : torn.residuals)
      loop.residuals.push_back(residual(*group.equations[r]));
    find_matrix(loop);
    if (loop.pattern.entries() == 0) return refuse_singular(group);
    loop.is_linear = is_linear(loop, group);
    Step step;
    step.loop = static_cast<std::uint32_t>(causal_.loops.size());
    causal_.steps.push_back(step);
    causal_.loops.push_back(std::move(loop));
  }

  Node residual(const Equation& equation) {
    return graph_.make(Op::subtract, equation.left, equation.right);
  }

  Torn tear_group(const EquationGroup& group) {
    std::unordered_map<Node, std::uint32_t> number;
    for (std::uint32_t i = 0; i < group.unknowns.size(); ++i) number[group.unknowns[i]] = i;
    Rows rows;
    std::vector<bool> is_safe, curves(group.unknowns.size(), false), is_in_row = curves;
    const std::unordered_set<Node> own(group.unknowns.begin(), group.unknowns.end());
    for (const Equation* equation : group.equations) {
      const std::size_t begin = rows.values.size();
      double largest = 0;
      std::vector<double> factors;  // NaN: not constant
      for (const Partial& partial : solver_.partials(residual(*equation))) {
        const auto found = number.find(partial.leaf);
        if (found == number.end()) continue;
        const Term& term = graph_[partial.value];
        const bool is_constant = term.op == Op::constant;
        if (!curves[found->second]) curves[found->second] = contains_any(partial.value, own);
        rows.values.push_back(found->second);
        is_in_row[found->second] = true;
        factors.push_back(is_constant ? std::abs(term.value) : std::nan(""));
        if (is_constant) largest = std::max(largest, std::abs(term.value));
      }
      add_cancelled(*equation, number, is_in_row, rows);
      factors.resize(rows.values.size() - begin, std::nan(""));
      const bool steps = solver_.has_steps(residual(*equation));
      for (std::size_t k = begin; k < rows.values.size(); ++k) {
        is_safe.push_back(factors[k - begin] >= largest && largest > 0 && !steps);
        is_in_row[rows.values[k]] = false;
      }
      rows.close_row();
    }
    return tear(rows, is_safe, curves);
  }

  // Unknowns that the formula contains although it does not depend on them, as (a - b) + b.
  void add_cancelled(const Equation& equation,
                     const std::unordered_map<Node, std::uint32_t>& number,
                     std::vector<bool>& is_in_row, Rows& rows) {
    walk_.forget();
    for (const Node side : {equation.left, equation.right})
      walk_.below(side, [&](Node node) {
        const auto found = number.find(node);
        if (found == number.end() || is_in_row[found->second]) return true;
        rows.values.push_back(found->second);
        is_in_row[found->second] = true;
        return true;
      });
  }

  bool contains_any(Node root, const std::unordered_set<Node>& own) {
    bool found = false;
    walk_.forget();
    walk_.below(root, [&](Node node) {
      found = found || own.contains(node);
      return !found;
    });
    return found;
  }

  void find_matrix(Loop& loop) {
    std::unordered_map<Node, std::size_t> column;
    for (std::size_t i = 0; i < loop.tears.size(); ++i) column[loop.tears[i]] = i;
    Totals totals(graph_, by_unknowns());
    for (const Node leaf : loop.tears) totals.seed(leaf);
    for (const Definition& inner : loop.inner) totals.set(inner.leaf, totals.of(inner.value));
    for (const Node r : loop.residuals) {
      std::vector<std::pair<std::size_t, Node>> row;
      for (const Partial& entry : totals.of(r)) row.emplace_back(column[entry.leaf], entry.value);
      std::ranges::sort(row);
      std::vector<std::size_t> columns;
      for (const auto& [c, value] : row) {
        columns.push_back(c);
        loop.partials.push_back(value);
      }
      loop.pattern.add_row(columns);
    }
  }

  Differentiation& by_unknowns() { return solver_.differentiation(); }

  bool is_linear(const Loop& loop, const EquationGroup& group) {
    const std::unordered_set<Node> own(group.unknowns.begin(), group.unknowns.end());
    bool found = false;
    const auto visit = [&](Node root) {
      walk_.below(root, [&](Node node) {
        found = found || own.contains(node);
        return !found;
      });
    };
    walk_.forget();
    for (const Node partial : loop.partials) visit(partial);
    // A relation without an event (noEvent) may depend on an unknown although its derivative is 0.
    for (const Equation* equation : group.equations)
      for (const Node side : {equation->left, equation->right})
        if (has_decision(side, own)) return false;
    return !found;
  }

  bool has_decision(Node root, const std::unordered_set<Node>& own) {
    bool found = false;
    decisions_.clear();
    walk_.forget();
    walk_.below(root, [&](Node node) {
      const Op op = graph_[node].op;
      if (is_relation(op) || op == Op::sign || op == Op::min || op == Op::max || op == Op::abs ||
          (op >= Op::floor && op <= Op::integer_silent))
        decisions_.push_back(node);
      return true;
    });
    walk_.forget();
    for (const Node decision : decisions_)
      walk_.below(decision, [&](Node node) {
        found = found || own.contains(node);
        return !found;
      });
    return found;
  }

  void refuse_singular(const EquationGroup& group) {
    const std::string names = names_in(group);
    const Equation& first = *group.equations[0];
    findings_.add(
        first.where,
        group.unknowns.size() == 1
            ? fmt::format("'{}' does not determine {}: it cancels out.", first.text, names)
            : fmt::format("These equations do not determine {}: substituted into each other, they "
                          "leave an equation in which all of them cancel out. Is one of them "
                          "redundant or contradictory?{}",
                          names, texts_of(group)));
  }

  System& system_;
  Graph& graph_;
  Solver solver_;
  Walk walk_;
  std::vector<Node> decisions_;
  Causal causal_;
  Report findings_;
};

}  // namespace

Causal make_causal(System& system, const std::vector<EquationGroup>& groups) {
  return Builder(system).build(groups);
}

std::string name_of(const System& system, Node leaf) {
  return text_of(system.graph, system.variables, leaf);
}

std::string names_of(const System& system, const Loop& loop) {
  std::vector<Node> leaves = loop.tears;
  for (const Definition& inner : loop.inner) leaves.push_back(inner.leaf);
  return listed(leaves, [&](Node leaf) { return name_of(system, leaf); }, {.most = most_names});
}

}  // namespace bw::equation
