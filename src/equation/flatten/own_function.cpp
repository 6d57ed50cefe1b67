#include "equation/flatten/own_function.h"

#include <limits>
#include <optional>
#include <utility>

#include "equation/flatten/flatten_equations.h"
#include "equation/flatten/flattening.h"

namespace bw::equation {
namespace {

using syntax::Declaration;
using syntax::Statement;

class FunctionRun {
 public:
  FunctionRun(const syntax::FunctionDefinition& function, Evaluator& evaluator, Span call)
      : function_(function),
        evaluator_(evaluator),
        flattening_(evaluator.flattening()),
        graph_(flattening_.model.graph),
        call_(call) {}

  std::vector<FlatValue> run(std::vector<FlatValue> arguments) {
    std::size_t next = 0;
    for (const Declaration& one : function_.declarations) {
      const bool is_input = one.causality == Causality::input;
      if (!declare(one, is_input ? std::move(arguments[next++]) : FlatValue{})) return {};
    }
    for (const Declaration& one : function_.declarations)
      if (!check_sizes(one)) return {};
    walk(function_.body);
    std::vector<FlatValue> outputs;
    for (const Declaration& one : function_.declarations) {
      if (is_wrong_) return {};
      if (one.causality != Causality::output) continue;
      if (!check_sizes(one)) return {};
      outputs.push_back(frame_.locals.at(one.name));
    }
    if (outputs.empty())
      complain(call_, "The function '" + std::string(function_.name) + "' has no output.");
    return outputs;
  }

  Frame& frame() { return frame_; }

 private:
  enum class Flow { on, leave, finish };

  void complain(Span where, std::string sentence) {
    is_wrong_ = true;
    flattening_.mistakes.add(where, std::move(sentence));
  }

  bool fail() {  // a mistake has been reported
    is_wrong_ = true;
    return false;
  }

  // Arguments first; what has no value yet is not a number, so that its use cannot stay unnoticed.
  bool declare(const Declaration& one, FlatValue value) {
    const auto type = evaluator_.type_of(one.type);
    if (!type) {
      complain(one.type.where, "Variables of type '" + std::string(one.type.name) +
                                   "' are not supported in functions.");
      return false;
    }
    if (value.is_unknown() && one.binding != syntax::nothing) {
      value = evaluator_.evaluate(one.binding);
      if (value.is_unknown()) return fail();
    }
    if (value.is_unknown() && !make_empty(one, *type, value)) return false;
    return adopt(one, *type, std::move(value));
  }

  bool make_empty(const Declaration& one, ValueType type, FlatValue& value) {
    Shape shape;
    for (const syntax::Id id : one.sizes) {
      if (flattening_.tree[id].kind == syntax::Kind::all) {
        shape.push_back(0);  // it takes the shape of what is assigned
        continue;
      }
      const auto size = evaluator_.take_whole(id, "The size of an array");
      if (!size) return fail();
      if (*size < 0) {
        complain(flattening_.tree[id].where, "The size of an array cannot be negative.");
        return false;
      }
      flattening_.spend(static_cast<std::size_t>(*size), one.where);  // the product cannot overflow
      shape.push_back(static_cast<std::size_t>(*size));
      flattening_.spend(element_count(shape), one.where);
    }
    const Node nothing = graph_.constant(std::numeric_limits<double>::quiet_NaN());
    value = shape.empty()
                ? scalar_value(type, nothing)
                : array_value(type, shape, std::vector<Node>(element_count(shape), nothing));
    return true;
  }

  bool adopt(const Declaration& one, ValueType type, FlatValue value) {
    if (!fits(value.type, type) || value.shape.size() != one.sizes.size()) {
      complain(
          one.causality == Causality::input ? call_ : one.where,
          "'" + std::string(one.name) + "' of the function '" + std::string(function_.name) +
              "' is " + words(type) +
              (one.sizes.empty() ? ""
                                 : " with " + std::to_string(one.sizes.size()) + " dimensions") +
              ", but its value is " + words(value) + ".");
      return false;
    }
    value.type = type;
    frame_.locals.insert_or_assign(one.name, std::move(value));
    return true;
  }

  // When all inputs are known, because a size may depend on any of them.
  bool check_sizes(const Declaration& one) {
    const Shape& shape = frame_.locals.at(one.name).shape;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (flattening_.tree[one.sizes[i]].kind == syntax::Kind::all) continue;
      const auto size = evaluator_.take_whole(one.sizes[i], "The size of an array");
      if (!size) return fail();
      if (*size == static_cast<double>(shape[i])) continue;
      complain(one.causality == Causality::input ? call_ : one.where,
               "'" + std::string(one.name) + "' of the function '" + std::string(function_.name) +
                   "' has the size " + std::to_string(static_cast<long>(*size)) +
                   ", but its value has " + std::to_string(shape[i]) + " elements there.");
      return false;
    }
    return true;
  }

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
      case Statement::Form::leave: return jump(Flow::leave, statement);
      case Statement::Form::finish: return jump(Flow::finish, statement);
      case Statement::Form::when:
        complain(statement.where, "A when is not allowed in a function.");
        return Flow::finish;
      default: call(statement); return Flow::on;
    }
  }

  void call(const Statement& statement) {
    if (flattening_.tree[statement.left].name != "assert")
      return complain(statement.where, "This is not an assignment: ':=' is missing.");
    flattening_.mistakes.warn_of_text(statement.where, "Assertions in functions are not checked.");
  }

  Flow jump(Flow flow, const Statement& statement) {
    if (unknown_branches_ == 0) return flow;
    complain(statement.where,
             "Whether this is reached must be known before the run, because the function '" +
                 std::string(function_.name) + "' is expanded into equations.");
    return Flow::finish;
  }

  void assign(const Statement& statement) {
    const syntax::Expression& left = flattening_.tree[statement.left];
    if (left.kind != syntax::Kind::tuple) {
      FlatValue value = evaluator_.evaluate(statement.right);
      if (value.is_unknown()) is_wrong_ = true;
      if (!is_wrong_) put(left, std::move(value), statement.where);
      return;
    }
    const syntax::Expression& right = flattening_.tree[statement.right];
    std::vector<FlatValue> all = evaluator_.results(right);
    const auto targets = flattening_.tree.list(left);
    if (all.empty()) is_wrong_ = true;
    if (!all.empty() && targets.size() > all.size())
      complain(statement.where,
               "The function has only " + std::to_string(all.size()) + " results.");
    for (std::size_t i = 0; i < targets.size() && !is_wrong_; ++i)
      if (targets[i] != syntax::nothing)
        put(flattening_.tree[targets[i]], std::move(all[i]), statement.where);
  }

  void put(const syntax::Expression& left, FlatValue value, Span where) {
    const auto found =
        left.kind == syntax::Kind::name ? frame_.locals.find(left.name) : frame_.locals.end();
    if (found == frame_.locals.end())
      return complain(left.where, "An assignment in a function needs one of its variables.");
    FlatValue& local = found->second;
    const bool takes_shape = left.count == 0 && local.shape.size() == value.shape.size();
    if (!fits(value.type, local.type) || (left.count == 0 && !takes_shape))
      return complain(where, words(local) + " cannot take the value of " + words(value) + ".");
    if (left.count == 0) {
      value.type = local.type;
      local = std::move(value);
      return;
    }
    const auto picked = evaluator_.pick(left.name, local.shape, left);
    if (!picked || picked->shape != value.shape)
      return complain(where,
                      "The elements on the left cannot take the value of " + words(value) + ".");
    for (std::size_t i = 0; i < picked->places.size(); ++i)
      local.elements[picked->places[i]] = value.at(i);
  }

  Flow choose(const Statement& statement) {
    BranchChoice choice = choose_branch(statement.branches, evaluator_);
    if (choice.is_wrong) is_wrong_ = true;
    if (choice.is_wrong || choice.is_none) return Flow::on;
    if (!choice.known && jumps(statement.branches)) decide(choice);
    if (choice.is_none) return Flow::on;
    if (choice.known) return walk(statement.branches[*choice.known].body);
    const Frame before = frame_;
    std::vector<Frame> ends;
    ++unknown_branches_;
    for (std::size_t i = 0; i < choice.conditions.size(); ++i) {
      frame_ = before;
      walk(statement.branches[i].body);
      ends.push_back(std::move(frame_));
    }
    --unknown_branches_;
    frame_ = before;
    for (std::size_t i = ends.size(); i-- > 0 && !is_wrong_;)
      join(choice.conditions[i], ends[i], statement.where);
    return Flow::on;
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

  // frame = choose(condition, branch, frame)
  void join(Node condition, const Frame& branch, Span where) {
    for (auto& [name, value] : frame_.locals) {
      const FlatValue& other = branch.locals.at(name);
      if (other.shape != value.shape)
        return complain(where, "The shape of '" + std::string(name) +
                                   "' depends on a condition that is not known before the run.");
      if (value.type == ValueType::text && value.text != other.text)
        return complain(where, "The String '" + std::string(name) +
                                   "' depends on a condition that is not known before the run.");
      if (value.type == ValueType::text) continue;
      flattening_.spend_on_operations(value.size(), where);
      if (!value.is_array()) value.scalar = chosen(condition, other.scalar, value.scalar);
      for (std::size_t i = 0; i < value.elements.size(); ++i)
        value.elements[i] = chosen(condition, other.elements[i], value.elements[i]);
    }
  }

  // What only one branch assigns is no number where the other one was taken.
  Node chosen(Node condition, Node yes, Node no) {
    return yes == no ? yes : graph_.make(Op::choose, condition, yes, no);
  }

  Flow loop(const Statement& statement, std::size_t level) {
    if (level == statement.iterators.size()) return walk(statement.branches[0].body);
    const syntax::Expression& iterator = flattening_.tree[statement.iterators[level]];
    for (const Evaluator::Round& round : evaluator_.rounds(statement.iterators[level])) {
      evaluator_.push_iterator(iterator.name, round);
      const Flow flow = loop(statement, level + 1);
      evaluator_.pop_iterator();
      if (flow == Flow::finish || is_wrong_) return Flow::finish;
      if (flow == Flow::leave) break;
    }
    return Flow::on;
  }

  Flow repeat(const Statement& statement) {
    while (true) {
      flattening_.spend(1, statement.where);
      const auto condition = evaluator_.condition(statement.branches[0].condition);
      const auto holds = condition ? evaluator_.take_known(*condition) : std::nullopt;
      if (condition && !holds)
        complain(
            statement.branches[0].where,
            "How often a 'while' is repeated must be known before the run, because the function '" +
                std::string(function_.name) + "' is expanded into equations.");
      if (!holds) {
        is_wrong_ = true;
        return Flow::finish;
      }
      if (*holds == 0) return Flow::on;
      const Flow flow = walk(statement.branches[0].body);
      if (flow == Flow::finish || is_wrong_) return Flow::finish;
      if (flow == Flow::leave) return Flow::on;
    }
  }

  const syntax::FunctionDefinition& function_;
  Evaluator& evaluator_;
  Flattening& flattening_;
  Graph& graph_;
  Span call_;
  Frame frame_;
  int unknown_branches_ = 0;
  bool is_wrong_ = false;
};

}  // namespace

std::vector<FlatValue> run_function(const syntax::FunctionDefinition& function,
                                    std::vector<FlatValue> arguments, Evaluator& evaluator,
                                    Span call) {
  evaluator.flattening().spend(1, call);
  FunctionRun run(function, evaluator, call);
  std::vector<FlatValue> results;
  evaluator.inside(run.frame(), [&] { results = run.run(std::move(arguments)); });
  return results;
}

}  // namespace bw::equation
