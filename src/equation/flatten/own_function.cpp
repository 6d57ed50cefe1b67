#include "equation/flatten/own_function.h"

#include <limits>
#include <optional>
#include <utility>

#include "equation/flatten/external_function.h"
#include "equation/flatten/flatten_equations.h"
#include "equation/flatten/flattening.h"
#include "equation/flatten/function_frame.h"
#include "equation/values/records.h"

namespace bw::equation {
namespace {

using syntax::Declaration;
using syntax::Statement;

// Rounds of a 'while' whose end is not known: each one is a copy of its body.
constexpr int most_open_rounds = 100;

class FunctionRun {
 public:
  FunctionRun(const syntax::FunctionDefinition& function, Evaluator& evaluator, Span call)
      : function_(function),
        evaluator_(evaluator),
        flattening_(evaluator.flattening()),
        graph_(flattening_.model.graph),
        call_(call),
        frame_(function.name, evaluator, call),
        called_(evaluator.guard()),
        alive_(graph_.constant(1)) {}

  std::vector<FlatValue> run(std::vector<FlatValue> arguments) {
    std::size_t next = 0;
    for (const Declaration& one : function_.declarations) {
      const bool is_input = one.causality == Causality::input;
      if (!frame_.declare(one, is_input ? std::move(arguments[next++]) : FlatValue{})) return {};
    }
    for (const Declaration& one : function_.declarations)
      if (!frame_.check_sizes(one)) return {};
    if (function_.is_external)
      call_outside();
    else
      walk(function_.body);
    rejoin(returns_, 0);
    evaluator_.set_guard(called_);
    return outputs();
  }

  Frame& variables() { return frame_.variables(); }

 private:
  enum class Flow { on, leave, finish };

  struct Exit {
    Node condition;  // that it is taken, if none before it was
    Frame frame;
    Span where;
  };
  using Exits = std::vector<Exit>;

  std::vector<FlatValue> outputs() {
    std::vector<FlatValue> all;
    for (const Declaration& one : function_.declarations) {
      if (is_wrong_) return {};
      if (one.causality != Causality::output) continue;
      if (!frame_.check_sizes(one)) return {};
      all.push_back(variables().locals.at(one.name));
    }
    return all;
  }

  // result = f(a, b) in another language: of those that are known here.
  void call_outside() {
    std::vector<FlatValue> arguments;
    for (const syntax::Id id : function_.external_arguments)
      arguments.push_back(evaluator_.evaluate(id));
    const auto value = call_external(function_.external_name, arguments, evaluator_, call_);
    if (!value)
      return complain(call_, "The function '" + std::string(function_.name) +
                                 "' is written in another language, which is not supported.");
    const syntax::Id result = function_.external_result;
    if (value->is_unknown()) is_wrong_ = true;
    if (is_wrong_ || result == syntax::nothing) return;
    if (!frame_.assign(flattening_.tree[result], *value, call_)) is_wrong_ = true;
  }

  void complain(Span where, std::string sentence) {
    is_wrong_ = true;
    flattening_.mistakes.add(where, std::move(sentence));
  }

  void live(Node condition) {
    if (condition == alive_) return;
    alive_ = condition;
    evaluator_.set_guard(graph_.make(Op::logical_and, called_, alive_));
  }

  Node negated(Node condition) { return graph_.make(Op::logical_not, condition); }
  Node both(Node a, Node b) { return graph_.make(Op::logical_and, a, b); }

  Flow walk(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      flattening_.spend(1, statement.where);
      const Flow flow = execute(statement);
      if (is_wrong_) return Flow::finish;
      if (flow != Flow::on) return flow;
    }
    return Flow::on;
  }

  Flow execute(const Statement& statement) {
    switch (statement.form) {
      case Statement::Form::assign: assign(statement); return Flow::on;
      case Statement::Form::choose: return choose(statement);
      case Statement::Form::loop: return loop(statement, 0);
      case Statement::Form::repeat: return repeat(statement);
      case Statement::Form::leave: return exit(Flow::leave, statement.where);
      case Statement::Form::finish: return exit(Flow::finish, statement.where);
      case Statement::Form::when:
        complain(statement.where, "A when is not allowed in a function.");
        return Flow::finish;
      default: call(statement); return Flow::on;
    }
  }

  void call(const Statement& statement) {
    const syntax::Expression& it = flattening_.tree[statement.left];
    const CallReader reader{evaluator_};
    if (it.name == "assert") {
      if (!reader.keep_assert(it)) is_wrong_ = true;
    } else if (it.name == "Modelica.Utilities.Streams.error") {
      if (!reader.keep_failure(it)) is_wrong_ = true;
    } else if (it.name == "Modelica.Utilities.Streams.print") {
      flattening_.mistakes.warn_of_text(statement.where, "Nothing is printed by functions.");
    } else if (!evaluator_.is_function(it.name)) {
      complain(statement.where, "This is not an assignment: ':=' is missing.");
    } else if (evaluator_.results(it).empty() && !flattening_.mistakes.empty()) {
      is_wrong_ = true;
    }
  }

  // Known to be reached: the caller leaves. Else it is noted, and this branch ends here.
  Flow exit(Flow flow, Span where) {
    if (open_branches_ > 0)
      (flow == Flow::leave ? leaves_ : returns_).push_back({alive_, variables(), where});
    return flow;
  }

  void assign(const Statement& statement) {
    const syntax::Expression& left = flattening_.tree[statement.left];
    if (left.kind != syntax::Kind::tuple) {
      const FlatValue value = evaluator_.evaluate(statement.right);
      if (value.is_unknown() || !frame_.assign(left, value, statement.where)) is_wrong_ = true;
      return;
    }
    const std::vector<FlatValue> all = evaluator_.results(flattening_.tree[statement.right]);
    const auto targets = flattening_.tree.list(left);
    if (all.empty()) is_wrong_ = true;
    if (!all.empty() && targets.size() > all.size())
      complain(statement.where,
               "The function has only " + std::to_string(all.size()) + " results.");
    for (std::size_t i = 0; i < targets.size() && !is_wrong_; ++i)
      if (targets[i] != syntax::nothing &&
          !frame_.assign(flattening_.tree[targets[i]], all[i], statement.where))
        is_wrong_ = true;
  }

  // Branches that go on are joined; after those that do not, the others are certain.
  Flow choose(const Statement& statement) {
    BranchChoice choice = choose_branch(statement.branches, evaluator_);
    if (choice.is_wrong) is_wrong_ = true;
    if (choice.is_wrong || choice.is_none) return Flow::on;
    if (!choice.known && jumps(statement.branches)) decide(choice);
    if (choice.is_none) return Flow::on;
    if (choice.known) return walk(statement.branches[*choice.known].body);
    const Frame before = variables();
    const Node outer = alive_;
    const std::size_t first_leave = leaves_.size(), first_return = returns_.size();
    std::vector<std::pair<Node, Frame>> ends;
    Node none_before = outer;
    ++open_branches_;
    for (std::size_t i = 0; i < choice.conditions.size() && !is_wrong_; ++i) {
      variables() = before;
      live(both(none_before, choice.conditions[i]));
      const Flow flow = walk(statement.branches[i].body);
      if (flow == Flow::on) ends.emplace_back(choice.conditions[i], std::move(variables()));
      none_before = both(none_before, negated(choice.conditions[i]));
    }
    --open_branches_;
    variables() = before;
    if (is_wrong_) return Flow::finish;
    Node after = outer;
    for (std::size_t i = first_leave; i < leaves_.size(); ++i)
      after = both(after, negated(leaves_[i].condition));
    for (std::size_t i = first_return; i < returns_.size(); ++i)
      after = both(after, negated(returns_[i].condition));
    live(after);
    const Term& last = graph_[choice.conditions.back()];
    const bool is_complete = last.op == Op::constant && last.value != 0;
    if (is_complete && ends.empty()) return all_left(first_return);
    if (is_complete) {
      variables() = std::move(ends.back().second);
      ends.pop_back();
    }
    for (; !ends.empty() && !is_wrong_; ends.pop_back())
      join(ends.back().first, ends.back().second, statement.where);
    return Flow::on;
  }

  // The last exit is certain if none before it was taken.
  Flow all_left(std::size_t first_return) {
    const bool returns = returns_.size() > first_return;
    variables() = (returns ? returns_ : leaves_).back().frame;
    return returns ? Flow::finish : Flow::leave;
  }

  static bool jumps(const std::vector<syntax::Branch>& branches) {
    for (const syntax::Branch& branch : branches)
      for (const Statement& one : branch.body)
        if (one.form == Statement::Form::leave || one.form == Statement::Form::finish ||
            jumps(one.branches))
          return true;
    return false;
  }

  // By the values of parameters, which cannot be changed then without reading the text again.
  void decide(BranchChoice& choice) {
    for (std::size_t i = 0; i < choice.conditions.size(); ++i) {
      const auto holds = evaluator_.take_known(choice.conditions[i]);
      if (holds && *holds != 0) choice.known = i;
      if (!holds || *holds != 0) return;
    }
    choice.is_none = true;
  }

  // variables = choose(condition, branch, variables)
  void join(Node condition, const Frame& branch, Span where) {
    for (auto& [name, value] : variables().locals) {
      bool is_alike = true;
      const auto leaf = [&](FlatValue& mine, const FlatValue& other) {
        is_alike = is_alike && mine.shape == other.shape;
        if (mine.type == ValueType::text && mine.text != other.text) mine.is_open = true;
        if (mine.object != other.object) is_alike = false;
        if (!mine.has_nodes() || !is_alike) return;
        flattening_.spend_on_operations(mine.size(), where);
        if (!mine.is_array()) mine.scalar = chosen(condition, other.scalar, mine.scalar);
        for (std::size_t i = 0; i < mine.elements.size(); ++i)
          mine.elements[i] = chosen(condition, other.elements[i], mine.elements[i]);
      };
      if (!each_pair(value, branch.locals.at(name), leaf) || !is_alike)
        return complain(where, "The shape of '" + std::string(name) +
                                   "' depends on a condition that is not known before the run.");
    }
  }

  // What only one branch assigns is no number where the other one was taken.
  Node chosen(Node condition, Node yes, Node no) {
    return yes == no ? yes : graph_.make(Op::choose, condition, yes, no);
  }

  // The variables as they are where one of these exits was taken, and else as they are here.
  void rejoin(Exits& exits, std::size_t first) {
    for (; exits.size() > first; exits.pop_back())
      if (!is_wrong_) join(exits.back().condition, exits.back().frame, exits.back().where);
  }

  // A break leads behind the loop. Where the execution itself ends in the loop, it goes on with
  // those that broke.
  template <class Body>
  Flow left_by_breaks(Body&& body) {
    const Node before = alive_;
    const std::size_t first_leave = leaves_.size(), first_return = returns_.size();
    const Flow flow = body();
    if (is_wrong_) return Flow::finish;
    if (flow == Flow::finish && leaves_.size() == first_leave) return flow;
    if (flow == Flow::finish) {
      if (open_branches_ == 0) returns_.push_back({alive_, variables(), call_});
      variables() = std::move(leaves_.back().frame);
      leaves_.pop_back();
    }
    rejoin(leaves_, first_leave);
    Node after = before;
    for (std::size_t i = first_return; i < returns_.size(); ++i)
      after = both(after, negated(returns_[i].condition));
    live(after);
    return Flow::on;
  }

  Flow loop(const Statement& statement, std::size_t level) {
    if (level == statement.iterators.size()) return walk(statement.branches[0].body);
    return left_by_breaks([&] { return rounds(statement, level); });
  }

  Flow rounds(const Statement& statement, std::size_t level) {
    const syntax::Expression& iterator = flattening_.tree[statement.iterators[level]];
    for (const Evaluator::Round& round : evaluator_.rounds(statement.iterators[level])) {
      evaluator_.push_iterator(iterator.name, round);
      const Flow flow = loop(statement, level + 1);
      evaluator_.pop_iterator();
      if (is_wrong_) return Flow::finish;
      if (flow != Flow::on) return flow;
    }
    return Flow::on;
  }

  Flow repeat(const Statement& statement) {
    return left_by_breaks([&] { return while_rounds(statement); });
  }

  Flow while_rounds(const Statement& statement) {
    int open = 0;
    Flow flow = Flow::on;
    while (flow == Flow::on && !is_wrong_) {
      flattening_.spend(1, statement.where);
      const auto condition = evaluator_.condition(statement.branches[0].condition);
      if (!condition) is_wrong_ = true;
      if (is_wrong_) break;
      const auto holds = evaluator_.take_known(*condition);
      if (holds && *holds == 0) break;
      const bool is_certain = holds && graph_[alive_].op == Op::constant;
      if (!is_certain && ++open > most_open_rounds) {
        must_end(*condition, statement);
        break;
      }
      if (!holds) {
        leaves_.push_back({both(alive_, negated(*condition)), variables(), statement.where});
        live(both(alive_, *condition));
      }
      flow = walk(statement.branches[0].body);
    }
    return is_wrong_ ? Flow::finish : flow;
  }

  // No variable is a number under this condition, so that its use cannot stay unnoticed.
  void make_nothing(Node condition, Span where) {
    Frame nothing = variables();
    const Node none = graph_.constant(std::numeric_limits<double>::quiet_NaN());
    for (auto& [name, value] : nothing.locals)
      each_leaf(value, [&](FlatValue& leaf) {
        if (leaf.has_nodes() && !leaf.is_array()) leaf.scalar = none;
        for (Node& element : leaf.elements) element = none;
      });
    join(condition, nothing, where);
  }

  // Not silently wrong where it does not: an assertion, or no number where nobody checks it.
  void must_end(Node condition, const Statement& statement) {
    const bool is_watched = evaluator_.set_asserting(true);
    evaluator_.set_asserting(is_watched);
    if (!is_watched) return make_nothing(condition, statement.where);
    const Node reached = both(evaluator_.guard(), condition);
    evaluator_.keep_assertion(
        {negated(reached), "A 'while' in the function " + std::string(function_.name) +
                               " was repeated more than " + std::to_string(most_open_rounds) +
                               " times."},
        statement.where);
  }

  const syntax::FunctionDefinition& function_;
  Evaluator& evaluator_;
  Flattening& flattening_;
  Graph& graph_;
  Span call_;
  FunctionFrame frame_;
  Exits leaves_, returns_;
  Node called_, alive_;  // that the call is reached, and within it this statement
  int open_branches_ = 0;
  bool is_wrong_ = false;
};

}  // namespace

std::vector<FlatValue> run_function(const syntax::FunctionDefinition& function,
                                    std::vector<FlatValue> arguments, Evaluator& evaluator,
                                    Span call) {
  evaluator.flattening().spend(1, call);
  FunctionRun run(function, evaluator, call);
  std::vector<FlatValue> results;
  evaluator.inside(run.variables(), [&] { results = run.run(std::move(arguments)); });
  return results;
}

}  // namespace bw::equation
