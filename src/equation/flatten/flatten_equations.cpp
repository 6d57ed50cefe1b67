// equation    left = right, element by element
// for         its body, once for each round
// if          known condition: the branch. Else the branches have as many equations, and
//             left = choose(c, right_1, right_2) where the left sides are the same,
//             0 = choose(c, left_1 - right_1, left_2 - right_2) where they are not
// when        flatten_when.cpp

#include "equation/flatten/flatten_equations.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "equation/flatten/flatten_when.h"
#include "equation/values/records.h"

namespace bw::equation {
namespace {

using syntax::Statement;

// Equations with the same left side are searched within this distance: branches are written alike.
constexpr std::size_t farthest_match = 64;

struct Gathered {
  std::vector<FlatEquation> equations;
  std::vector<ValueType> types;  // of the equations
  std::vector<Assert> asserts;
  std::vector<Position> assert_places;
  std::vector<FlatWhen> whens;
};

class EquationFlattener {
 public:
  EquationFlattener(Evaluator& evaluator, bool is_initial)
      : evaluator_(evaluator),
        flattening_(evaluator.flattening()),
        graph_(flattening_.model.graph),
        path_(graph_.constant(1)),
        is_initial_(is_initial) {}

  void gather(const std::vector<Statement>& statements, Gathered& into) {
    for (const Statement& statement : statements) {
      flattening_.spend(1, statement.where);
      switch (statement.form) {
        case Statement::Form::equal: equation(statement, into); break;
        case Statement::Form::call: call(statement, into); break;
        case Statement::Form::loop:
          run_loop(statement, evaluator_, 0, [&] { gather(statement.branches[0].body, into); });
          break;
        case Statement::Form::choose: choose(statement, into); break;
        case Statement::Form::when: when(statement, into); break;
        default: break;  // an assignment; the parser rejected it
      }
    }
  }

 private:
  void complain(Span where, std::string sentence) {
    flattening_.mistakes.add(where, std::move(sentence));
  }

  void equation(const Statement& statement, Gathered& into) {
    const syntax::Expression& written = flattening_.tree[statement.left];
    if (written.kind != syntax::Kind::tuple)
      return equate(statement, evaluator_.evaluate(statement.left),
                    evaluator_.evaluate(statement.right), into);
    const auto targets = flattening_.tree.list(written);
    const std::vector<FlatValue> all = evaluator_.results(flattening_.tree[statement.right]);
    if (!all.empty() && targets.size() > all.size())
      return complain(statement.where,
                      "The function has only " + std::to_string(all.size()) + " results.");
    for (std::size_t i = 0; i < targets.size() && !all.empty(); ++i)
      if (targets[i] != syntax::nothing)
        equate(statement, evaluator_.evaluate(targets[i]), all[i], into);
  }

  void equate(const Statement& statement, const FlatValue& left, const FlatValue& right,
              Gathered& into) {
    if (left.is_unknown() || right.is_unknown()) return;
    if (left.is_record() && right.is_record()) return equate_records(statement, left, right, into);
    const ValueType type = common_type(left.type, right.type);
    if (!(left.has_nodes() && right.has_nodes()) || type == ValueType::unknown)
      return complain(statement.where,
                      "The sides of an equation must have the same type, but here are " +
                          words(left) + " and " + words(right) + ".");
    if (left.shape != right.shape)
      return complain(statement.where,
                      "The sides of an equation must have the same shape, but here are " +
                          words(left) + " and " + words(right) + ".");
    if (left.type != right.type && defines_whole(left, right))
      return complain(statement.where,
                      "An Integer cannot be equal to a Real. integer(x) is the largest "
                      "Integer that is not above x.");
    const Position where = flattening_.source.position(statement.where.begin);
    const std::string text =
        flattening_.source.on_one_line(statement.where) + evaluator_.iteration();
    for (std::size_t i = 0; i < left.size(); ++i) {
      into.equations.push_back({left.at(i), right.at(i), where, text});
      into.types.push_back(type);
    }
  }

  void equate_records(const Statement& statement, const FlatValue& left, const FlatValue& right,
                      Gathered& into) {
    const bool are_alike =
        left.fields.size() == right.fields.size() &&
        each_pair(left, right, [&](const FlatValue& one, const FlatValue& other) {
          if (one.has_nodes()) equate(statement, one, other, into);
        });
    if (!are_alike)
      complain(statement.where, "The sides of this equation are records with different fields.");
  }

  // n = x/2, where n is an Integer that this equation is meant to define.
  bool defines_whole(const FlatValue& left, const FlatValue& right) const {
    if (left.type != ValueType::integer || left.size() == 0) return false;
    const Term& term = graph_[left.at(0)];
    return term.op == Op::variable && graph_[right.at(0)].op != Op::variable &&
           flattening_.model.variables[term.index].variability > Variability::parameter;
  }

  void call(const Statement& statement, Gathered& into) {
    const syntax::Expression& it = flattening_.tree[statement.left];
    if (it.name == "assert") {
      const auto made = CallReader{evaluator_}.read_assert(it, path_);
      if (!made) return;
      into.asserts.push_back(*made);
      into.assert_places.push_back(flattening_.source.position(statement.where.begin));
    } else if (it.name == "terminate" || it.name == "reinit") {
      complain(it.where, "'" + std::string(it.name) + "' is allowed only in a when.");
    } else if (evaluator_.is_function(it.name)) {
      evaluator_.results(it);  // for its assertions
    } else if (it.name == "Modelica.Utilities.Streams.print") {
      flattening_.mistakes.warn_of_text(it.where, "Nothing is printed by models.");
    } else {
      complain(it.where, "This is not an equation: '=' is missing.");
    }
  }

  void choose(const Statement& statement, Gathered& into) {
    BranchChoice choice = choose_branch(statement.branches, evaluator_);
    if (choice.is_wrong || choice.is_none) return;
    if (choice.known) return gather(statement.branches[*choice.known].body, into);
    std::vector<Gathered> branches;
    const Node outer = path_;
    Node none_before = path_;
    for (std::size_t i = 0; i < choice.conditions.size(); ++i) {
      const Node condition = choice.conditions[i];
      path_ = graph_.make(Op::logical_and, none_before, condition);
      evaluator_.set_guard(path_);
      gather(statement.branches[i].body, branches.emplace_back());
      none_before =
          graph_.make(Op::logical_and, none_before, graph_.make(Op::logical_not, condition));
    }
    path_ = outer;
    evaluator_.set_guard(path_);
    if (!is_complete(choice)) {
      choice.conditions.push_back(graph_.constant(1));
      branches.emplace_back();
    }
    combine(statement, choice, branches, into);
  }

  bool is_complete(const BranchChoice& choice) const {
    const Term& last = graph_[choice.conditions.back()];
    return last.op == Op::constant && last.value != 0;
  }

  void combine(const Statement& statement, const BranchChoice& choice,
               std::vector<Gathered>& branches, Gathered& into) {
    bool is_even = true, has_when = false;
    for (Gathered& branch : branches) {
      is_even = is_even && branch.equations.size() == branches[0].equations.size();
      has_when = has_when || !branch.whens.empty();
      std::move(branch.asserts.begin(), branch.asserts.end(), std::back_inserter(into.asserts));
      std::move(branch.assert_places.begin(), branch.assert_places.end(),
                std::back_inserter(into.assert_places));
    }
    if (!is_even || has_when) return combine_structurally(statement, choice, branches, into);
    for (std::size_t i = 0; i < branches[0].equations.size(); ++i)
      combine_equations(statement, choice, branches, i, into);
  }

  // Different equations in each branch: the parameters decide now, and become structural.
  void combine_structurally(const Statement& statement, const BranchChoice& choice,
                            std::vector<Gathered>& branches, Gathered& into) {
    for (std::size_t i = 0; i < branches.size(); ++i) {
      const auto holds = evaluator_.take_known(choice.conditions[i]);
      if (!holds) {
        // An equation that could not be parsed is missing here, and has been reported.
        if (flattening_.mistakes.reported_between(statement.where.begin, statement.where.end))
          return;
        const bool is_uneven = branches[i].whens.empty();
        return complain(statement.branches[std::min(i, statement.branches.size() - 1)].where,
                        is_uneven
                            ? counts_differ(branches, branches.size() == statement.branches.size())
                            : std::string("A when is allowed inside an if only if the condition "
                                          "depends on constants and parameters."));
      }
      if (*holds == 0) continue;
      std::move(branches[i].equations.begin(), branches[i].equations.end(),
                std::back_inserter(into.equations));
      into.types.insert(into.types.end(), branches[i].types.begin(), branches[i].types.end());
      std::move(branches[i].whens.begin(), branches[i].whens.end(), std::back_inserter(into.whens));
      return;
    }
  }

  static std::string counts_differ(const std::vector<Gathered>& branches, bool has_else) {
    const std::string counts = listed(
        branches, [](const Gathered& branch) { return std::to_string(branch.equations.size()); },
        {.last = " and "});
    return "All branches of an if must have the same number of equations, but here are " + counts +
           (has_else ? "." : "; a missing else has none.") +
           " They may differ only if all conditions depend on constants and parameters.";
  }

  // Equation i of the first branch with those of the others that have the same left side, or else
  // with those at the same place.
  void combine_equations(const Statement& statement, const BranchChoice& choice,
                         std::vector<Gathered>& branches, std::size_t i, Gathered& into) {
    bool is_same_left = true;
    for (Gathered& branch : branches) {
      const std::size_t last = std::min(branch.equations.size(), i + farthest_match);
      for (std::size_t k = i; k < last; ++k) {
        if (branch.equations[k].left != branches[0].equations[i].left) continue;
        std::swap(branch.equations[k], branch.equations[i]);
        std::swap(branch.types[k], branch.types[i]);
        break;
      }
      is_same_left = is_same_left && branch.equations[i].left == branches[0].equations[i].left;
      if (branch.types[i] == ValueType::boolean && !is_same_left)
        return complain(statement.where,
                        "Boolean equations inside an if must have the same variable on the left "
                        "side in all branches.");
    }
    const auto side = [&](const FlatEquation& one) {
      return is_same_left ? one.right : graph_.make(Op::subtract, one.left, one.right);
    };
    Node value = side(branches.back().equations[i]);
    for (std::size_t b = branches.size() - 1; b-- > 0;)
      value = graph_.make(Op::choose, choice.conditions[b], side(branches[b].equations[i]), value);
    FlatEquation made = branches[0].equations[i];
    made.left = is_same_left ? made.left : graph_.constant(0);
    made.right = value;
    made.text = flattening_.source.on_one_line(statement.where) + evaluator_.iteration();
    into.equations.push_back(std::move(made));
    into.types.push_back(branches[0].types[i]);
  }

  void when(const Statement& statement, Gathered& into) {
    if (is_initial_)
      return complain(statement.where, "A when is not allowed in an initial section.");
    into.whens.push_back(flatten_when(statement, evaluator_));
  }

  Evaluator& evaluator_;
  Flattening& flattening_;
  Graph& graph_;
  Node path_;  // the condition of the enclosing branches
  bool is_initial_;
};

template <class Item>
void append(std::vector<Item>& to, std::vector<Item>& from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

void flatten_equations(const syntax::Section& section, Evaluator& evaluator) {
  Gathered all;
  EquationFlattener(evaluator, section.is_initial).gather(section.statements, all);
  FlatModel& model = evaluator.flattening().model;
  append(section.is_initial ? model.initial_equations : model.equations, all.equations);
  append(model.asserts, all.asserts);
  append(model.assert_places, all.assert_places);
  append(model.whens, all.whens);
}

}  // namespace bw::equation
