// when c then v = e;            v is assigned e when the event comes
// if in a when                  v = choose(c, e_1, e_2); both branches assign the same variables;
//                               reinit(x, e) under a condition leaves x as it is otherwise
// Relations in the body generate no events: it is evaluated at events only.

#include "equation/flatten/flatten_when.h"

#include <algorithm>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "equation/flatten/flatten_equations.h"

namespace bw::equation {
namespace {

using syntax::Statement;
using Actions = std::vector<Action>;

// The actions of the other branch, found by their variable.
class Others {
 public:
  explicit Others(Actions actions) : actions_(std::move(actions)), is_taken_(actions_.size()) {
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      if (const auto* assign = std::get_if<Assign>(&actions_[i].what))
        assigns_.emplace(assign->variable, i);
      if (const auto* reinit = std::get_if<Reinit>(&actions_[i].what))
        reinits_.emplace(reinit->variable, i);
    }
  }

  // Removes and returns its value; no_node where there is none.
  template <class What>
  Node take_value(std::uint32_t variable) {
    auto& places = std::is_same_v<What, Assign> ? assigns_ : reinits_;
    const auto found = places.find(variable);
    if (found == places.end()) return no_node;
    const std::size_t place = found->second;
    places.erase(found);
    is_taken_[place] = true;
    return std::get<What>(actions_[place].what).value;
  }

  Actions left() const {
    Actions all;
    for (std::size_t i = 0; i < actions_.size(); ++i)
      if (!is_taken_[i]) all.push_back(actions_[i]);
    return all;
  }

 private:
  Actions actions_;
  std::vector<bool> is_taken_;
  std::unordered_map<std::uint32_t, std::size_t> assigns_, reinits_;
};

class WhenFlattener {
 public:
  explicit WhenFlattener(Evaluator& evaluator)
      : evaluator_(evaluator),
        flattening_(evaluator.flattening()),
        graph_(flattening_.model.graph) {}

  WhenBranch branch(const syntax::Branch& written) {
    WhenBranch made;
    made.where = flattening_.source.position(written.where.begin);
    made.conditions = when_conditions(written.condition, evaluator_);
    const Silence silence(evaluator_, true);
    const WithoutAssertions without(evaluator_);
    gather(written.body, made.actions);
    refuse_second_assignment(made.actions, written.where);
    return made;
  }

 private:
  void complain(Span where, std::string sentence) {
    flattening_.mistakes.add(where, std::move(sentence));
  }

  void gather(const std::vector<Statement>& statements, Actions& into) {
    for (const Statement& statement : statements) {
      flattening_.spend(1, statement.where);
      switch (statement.form) {
        case Statement::Form::equal: equation(statement, into); break;
        case Statement::Form::call: call(statement, into); break;
        case Statement::Form::loop:
          run_loop(statement, evaluator_, 0, [&] { gather(statement.branches[0].body, into); });
          break;
        case Statement::Form::choose: choose(statement, into); break;
        default:
          complain(statement.where,
                   "A when is not allowed inside a when. Join the conditions by 'and'.");
          break;
      }
    }
  }

  void equation(const Statement& statement, Actions& into) {
    const auto left =
        evaluator_.variables(statement.left, "The left side of an equation in a when must be");
    const FlatValue right = evaluator_.evaluate(statement.right);
    if (!left || right.is_unknown()) return;
    if (!fits(right.type, left->type) || left->shape != right.shape)
      return complain(statement.where,
                      words(*left) + " cannot take the value of " + words(right) + ".");
    const Position where = flattening_.source.position(statement.where.begin);
    for (std::size_t i = 0; i < left->size(); ++i) {
      const Term& term = graph_[left->at(i)];
      if (term.op != Op::variable || !is_assignable(term.index))
        return complain(statement.where,
                        "A when can assign variables only, not parameters, constants or inputs.");
      into.push_back({Assign{term.index, right.at(i)}, where});
    }
  }

  bool is_assignable(std::uint32_t index) const {
    const FlatVariable& it = flattening_.model.variables[index];
    return it.variability > Variability::parameter && it.causality != Causality::input;
  }

  void call(const Statement& statement, Actions& into) {
    const syntax::Expression& it = flattening_.tree[statement.left];
    const Position where = flattening_.source.position(statement.where.begin);
    CallReader reader{evaluator_};
    if (it.name == "assert") {
      if (const auto made = reader.read_assert(it, graph_.constant(1)))
        into.push_back({*made, where});
    } else if (it.name == "terminate") {
      if (const auto made = reader.read_terminate(it)) into.push_back({*made, where});
    } else if (it.name == "reinit") {
      for (const Reinit& made : reader.read_reinit(it)) into.push_back({made, where});
    } else {
      complain(it.where, "This is not an equation: '=' is missing.");
    }
  }

  void choose(const Statement& statement, Actions& into) {
    const BranchChoice choice = choose_branch(statement.branches, evaluator_);
    if (choice.is_wrong || choice.is_none) return;
    if (choice.known) return gather(statement.branches[*choice.known].body, into);
    std::vector<Actions> branches;
    for (std::size_t i = 0; i < choice.conditions.size(); ++i)
      gather(statement.branches[i].body, branches.emplace_back());
    // From the last: the actions of a branch unless an earlier one is taken.
    Actions all;
    for (std::size_t i = branches.size(); i-- > 0;)
      all = either(choice.conditions[i], branches[i], std::move(all), statement.where);
    std::move(all.begin(), all.end(), std::back_inserter(into));
  }

  // The chosen actions under the condition, else the others.
  Actions either(Node condition, const Actions& chosen, Actions otherwise, Span where) {
    if (const Term& term = graph_[condition]; term.op == Op::constant)
      return term.value != 0 ? chosen : otherwise;
    Actions all;
    Others others(std::move(otherwise));
    for (const Action& action : chosen) all.push_back(under(condition, action, others, where));
    const Node unless = graph_.make(Op::logical_not, condition);
    Others nothing{{}};
    for (const Action& action : others.left()) all.push_back(under(unless, action, nothing, where));
    return all;
  }

  // Combines with an action of the other branch on the same variable, which is removed there.
  Action under(Node condition, const Action& action, Others& otherwise, Span where) {
    Action made = action;
    if (auto* assert = std::get_if<Assert>(&made.what)) {
      assert->condition =
          graph_.make(Op::logical_or, graph_.make(Op::logical_not, condition), assert->condition);
    } else if (auto* assign = std::get_if<Assign>(&made.what)) {
      assign->value =
          graph_.make(Op::choose, condition, assign->value, other_value(*assign, otherwise, where));
    } else if (auto* reinit = std::get_if<Reinit>(&made.what)) {
      const Node other = otherwise.take_value<Reinit>(reinit->variable);
      reinit->value = graph_.make(Op::choose, condition, reinit->value,
                                  other != no_node ? other : graph_.variable(reinit->variable));
    } else {
      complain(where,
               "'terminate' inside an if is not supported. Write a separate when with both "
               "conditions, as in when c and d then.");
    }
    return made;
  }

  Node other_value(const Assign& assign, Others& otherwise, Span where) {
    const Node value = otherwise.take_value<Assign>(assign.variable);
    if (value != no_node) return value;
    const std::string& name = flattening_.model.variables[assign.variable].name;
    complain(where, "'" + name +
                        "' is assigned in one branch of the if but not in the other. Write '" +
                        name + " = pre(" + name + ")' where it keeps its value.");
    return assign.value;
  }

  void refuse_second_assignment(const Actions& actions, Span where) {
    std::vector<std::uint32_t> seen;
    for (const Action& action : actions)
      if (const auto* assign = std::get_if<Assign>(&action.what)) seen.push_back(assign->variable);
    std::ranges::sort(seen);
    const auto twice = std::ranges::adjacent_find(seen);
    if (twice != seen.end())
      complain(where, "'" + flattening_.model.variables[*twice].name +
                          "' is assigned twice in this when.");
  }

  Evaluator& evaluator_;
  Flattening& flattening_;
  Graph& graph_;
};

}  // namespace

std::vector<Node> when_conditions(syntax::Id id, Evaluator& evaluator) {
  const FlatValue value = evaluator.evaluate(id);
  if (value.is_unknown()) return {};
  Flattening& flattening = evaluator.flattening();
  if (value.type != ValueType::boolean || value.shape.size() > 1 || value.size() == 0) {
    flattening.mistakes.add(
        flattening.tree[id].where,
        "The condition of a when must be a Boolean or a list of them, {a, b}, but this is " +
            words(value) + ".");
    return {};
  }
  return value.is_array() ? value.elements : std::vector{value.scalar};
}

FlatWhen flatten_when(const syntax::Statement& statement, Evaluator& evaluator) {
  FlatWhen made;
  WhenFlattener flattener(evaluator);
  for (const syntax::Branch& branch : statement.branches)
    made.branches.push_back(flattener.branch(branch));
  return made;
}

}  // namespace bw::equation
