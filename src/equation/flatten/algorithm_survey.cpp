#include "equation/flatten/algorithm_survey.h"

#include "equation/flatten/flatten_equations.h"
#include "equation/values/records.h"

namespace bw::equation {
namespace {

using syntax::Statement;

class Surveyor {
 public:
  explicit Surveyor(Evaluator& evaluator)
      : evaluator_(evaluator), flattening_(evaluator.flattening()) {}

  Survey survey(const std::vector<Statement>& statements) {
    walk(statements, false);
    return survey_;
  }

 private:
  void walk(const std::vector<Statement>& statements, bool in_when) {
    for (const Statement& statement : statements) {
      flattening_.spend(1, statement.where);
      switch (statement.form) {
        case Statement::Form::assign: target(statement, in_when); break;
        case Statement::Form::loop:
          run_loop(statement, evaluator_, 0, [&] { walk(statement.branches[0].body, in_when); });
          break;
        case Statement::Form::choose: branches(statement, in_when); break;
        case Statement::Form::when: when(statement); break;
        default: break;
      }
    }
  }

  void branches(const Statement& statement, bool in_when) {
    const BranchChoice choice = choose_branch(statement.branches, evaluator_);
    if (choice.known) return walk(statement.branches[*choice.known].body, in_when);
    for (std::size_t i = 0; i < choice.conditions.size() && !choice.is_none; ++i)
      walk(statement.branches[i].body, in_when);
  }

  void when(const Statement& statement) {
    in_this_when_.clear();
    for (const syntax::Branch& branch : statement.branches) walk(branch.body, true);
    for (const std::uint32_t variable : in_this_when_) ++survey_.whens[variable];
  }

  void target(const Statement& statement, bool in_when) {
    const syntax::Expression& written = flattening_.tree[statement.left];
    if (written.kind != syntax::Kind::tuple) return target(statement, statement.left, in_when);
    for (const syntax::Id id : flattening_.tree.list(written))
      if (id != syntax::nothing) target(statement, id, in_when);
  }

  void target(const Statement& statement, syntax::Id id, bool in_when) {
    const auto left = evaluator_.variables(id, "An assignment needs");
    if (left) each_leaf(*left, [&](const FlatValue& leaf) { target(statement, leaf, in_when); });
  }

  void target(const Statement& statement, const FlatValue& left, bool in_when) {
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Term& term = flattening_.model.graph[left.at(i)];
      if (term.op != Op::variable || !is_assignable(term.index)) {
        flattening_.mistakes.add(statement.where,
                                 "Parameters, constants and inputs cannot be assigned.");
        continue;
      }
      survey_.targets.insert(term.index);
      (in_when ? in_this_when_ : survey_.outside).insert(term.index);
    }
  }

  bool is_assignable(std::uint32_t index) const {
    const FlatVariable& it = flattening_.model.variables[index];
    return it.variability > Variability::parameter && it.causality != Causality::input;
  }

  Evaluator& evaluator_;
  Flattening& flattening_;
  Survey survey_;
  std::unordered_set<std::uint32_t> in_this_when_;
};

}  // namespace

Survey survey_algorithm(const std::vector<Statement>& statements, Evaluator& evaluator) {
  return Surveyor(evaluator).survey(statements);
}

}  // namespace bw::equation
