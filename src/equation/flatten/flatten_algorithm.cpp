// v := e        state[v] = e, names in e mean what the state holds
// if c          both branches on a layer of their own, then state[v] = choose(c, v_1, v_2)
// for           unrolled
// break         what comes behind, also in later rounds, is a branch for where it was not reached
// when c        a variable that one when alone assigns is assigned at its event, and its name means
//               itself from there on. Assigned by several whens, one after the other:
//               state[v] = choose(c becomes true, e, state[v]), which begins with pre(v) and is
//               assigned at the end, at the events of all of them.
// at the end    v = state[v], in which the final values of other variables stand by their names:
//               s[3] = s[2] + x[3] is as long as it was written
// The number of whens that assign a variable is found by a traversal before.

#include "equation/flatten/flatten_algorithm.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "equation/core/walk.h"
#include "equation/flatten/algorithm_state.h"
#include "equation/flatten/algorithm_survey.h"
#include "equation/flatten/flatten_equations.h"
#include "equation/flatten/flatten_when.h"
#include "equation/values/records.h"

namespace bw::equation {
namespace {

using syntax::Statement;

class AlgorithmFlattener {
 public:
  AlgorithmFlattener(Evaluator& evaluator, bool is_initial)
      : evaluator_(evaluator),
        flattening_(evaluator.flattening()),
        graph_(flattening_.model.graph),
        path_(graph_.constant(1)),
        left_(graph_.constant(0)),
        is_initial_(is_initial) {}

  void run(const std::vector<Statement>& statements) {
    survey_ = survey_algorithm(statements, evaluator_);
    AlgorithmState state(flattening_, survey_.targets);
    for (const std::uint32_t variable : survey_.targets)
      if (!survey_.outside.contains(variable)) state.hold(variable);
    state_ = &state;
    evaluator_.set_assignments(&state);
    walk(statements);
    evaluator_.set_assignments(nullptr);
    finish();
  }

 private:
  void complain(Span where, std::string sentence) {
    flattening_.mistakes.add(where, std::move(sentence));
  }

  void walk(std::span<const Statement> statements) {
    while (!statements.empty()) {
      const Node before = left_;
      execute(statements.front());
      statements = statements.subspan(1);
      if (left_ != before) return unless_left([&] { walk(statements); });
    }
  }

  void execute(const Statement& statement) {
    switch (statement.form) {
      case Statement::Form::assign: assign(statement); break;
      case Statement::Form::call: call(statement); break;
      case Statement::Form::loop: loop(statement, 0); break;
      case Statement::Form::choose: choose(statement); break;
      case Statement::Form::when: when(statement); break;
      case Statement::Form::leave: left_ = graph_.make(Op::logical_or, left_, path_); break;
      default: break;  // an equation; the parser rejected it
    }
  }

  void loop(const Statement& statement, std::size_t level) {
    if (level == statement.iterators.size())
      return unless_left([&] { walk(statement.branches[0].body); });
    const Node outer = std::exchange(left_, graph_.constant(0));
    const syntax::Expression& iterator = flattening_.tree[statement.iterators[level]];
    for (const Evaluator::Round& round : evaluator_.rounds(statement.iterators[level])) {
      evaluator_.push_iterator(iterator.name, round);
      loop(statement, level + 1);
      evaluator_.pop_iterator();
    }
    left_ = outer;
  }

  // What a break of the innermost loop has not skipped.
  template <class Body>
  void unless_left(Body&& body) {
    const Node goes_on = graph_.make(Op::logical_not, left_);
    if (goes_on == graph_.constant(0)) return;
    if (goes_on == graph_.constant(1)) return body();
    const Node outer = std::exchange(path_, graph_.make(Op::logical_and, path_, goes_on));
    evaluator_.set_guard(path_);
    state_->open();
    body();
    const Layer layer = state_->close();
    path_ = outer;
    evaluator_.set_guard(path_);
    join({goes_on}, {layer});
  }

  void assign(const Statement& statement) {
    const syntax::Expression& written = flattening_.tree[statement.left];
    if (written.kind != syntax::Kind::tuple)
      return put(statement, statement.left, evaluator_.evaluate(statement.right));
    const auto targets = flattening_.tree.list(written);
    const std::vector<FlatValue> all = evaluator_.results(flattening_.tree[statement.right]);
    if (!all.empty() && targets.size() > all.size())
      return complain(statement.where,
                      "The function has only " + std::to_string(all.size()) + " results.");
    for (std::size_t i = 0; i < targets.size() && !all.empty(); ++i)
      if (targets[i] != syntax::nothing) put(statement, targets[i], all[i]);
  }

  void put(const Statement& statement, syntax::Id target, const FlatValue& right) {
    const auto left = evaluator_.variables(target, "An assignment needs");
    if (!left || right.is_unknown()) return;
    put(statement, *left, right);
  }

  void put(const Statement& statement, const FlatValue& left, const FlatValue& right) {
    if (!fits(right.type, left.type) || left.shape != right.shape)
      return complain(statement.where,
                      words(left) + " cannot take the value of " + words(right) + ".");
    for (const Field& field : left.fields) {
      const FlatValue* const value = find_field(right, field.name);
      if (value == nullptr)
        return complain(statement.where,
                        "The value has no field '" + std::string(field.name) + "'.");
      put(statement, field.value, *value);
    }
    if (left.is_record()) return;
    for (std::size_t i = 0; i < left.size(); ++i)
      if (const Term& term = graph_[left.at(i)]; term.op == Op::variable)
        state_->assign(term.index, right.at(i), statement.where);
  }

  void call(const Statement& statement) {
    const syntax::Expression& it = flattening_.tree[statement.left];
    const Position where = flattening_.source.position(statement.where.begin);
    if (it.name == "reinit")
      return complain(it.where, "'reinit' is allowed only in a when of an equation section.");
    if (it.name == "terminate" && when_ == nullptr)
      return complain(it.where, "'terminate' is allowed only in a when.");
    if (it.name == "terminate") {
      if (path_ != graph_.constant(1))
        return complain(it.where,
                        "'terminate' inside an if is not supported. Write a separate when with "
                        "both conditions.");
      if (const auto made = CallReader{evaluator_}.read_terminate(it))
        when_->actions.push_back({*made, where});
      return;
    }
    if (evaluator_.is_function(it.name)) {
      evaluator_.results(it);  // for its assertions
      return;
    }
    if (it.name == "Modelica.Utilities.Streams.print")
      return flattening_.mistakes.warn_of_text(it.where, "Nothing is printed by models.");
    if (it.name != "assert")
      return complain(it.where, "This is not an assignment: ':=' is missing.");
    const auto made = CallReader{evaluator_}.read_assert(it, path_);
    if (!made) return;
    if (when_ != nullptr) return when_->actions.push_back({*made, where});
    flattening_.model.asserts.push_back(*made);
    flattening_.model.assert_places.push_back(where);
  }

  void choose(const Statement& statement) {
    const BranchChoice choice = choose_branch(statement.branches, evaluator_);
    if (choice.is_wrong || choice.is_none) return;
    if (choice.known) return walk(statement.branches[*choice.known].body);
    std::vector<Layer> layers;
    const Node outer = path_;
    Node none_before = path_;
    for (std::size_t i = 0; i < choice.conditions.size(); ++i) {
      path_ = graph_.make(Op::logical_and, none_before, choice.conditions[i]);
      evaluator_.set_guard(path_);
      state_->open();
      walk(statement.branches[i].body);
      layers.push_back(state_->close());
      none_before = graph_.make(Op::logical_and, none_before,
                                graph_.make(Op::logical_not, choice.conditions[i]));
    }
    path_ = outer;
    evaluator_.set_guard(path_);
    join(choice.conditions, layers);
  }

  // state[v] = choose(c_1, v of layer 1, choose(c_2, ...)); a layer that does not assign v keeps
  // it.
  void join(const std::vector<Node>& conditions, const std::vector<Layer>& layers) {
    std::unordered_set<std::uint32_t> done;
    for (const Layer& of : layers)
      for (const std::uint32_t variable : of.order) {
        if (!done.insert(variable).second) continue;
        const Span where = of.values.at(variable).where;
        state_->assign(variable, joined(variable, where, conditions, layers), where);
      }
  }

  Node joined(std::uint32_t variable, Span where, const std::vector<Node>& conditions,
              const std::vector<Layer>& layers) {
    Node value = no_node;
    for (std::size_t i = layers.size(); i-- > 0;) {
      const auto found = layers[i].values.find(variable);
      const bool is_assigned = found != layers[i].values.end();
      const Node here = is_assigned ? found->second.value : state_->current(variable, where);
      const Term& condition = graph_[conditions[i]];
      if (condition.op == Op::constant && condition.value != 0) value = here;
      if (condition.op == Op::constant) continue;
      if (value == no_node) value = state_->current(variable, where);
      value = graph_.make(Op::choose, conditions[i], here, value);
    }
    return value != no_node ? value : state_->current(variable, where);
  }

  void when(const Statement& statement) {
    if (is_initial_)
      return complain(statement.where, "A when is not allowed in an initial section.");
    if (when_ != nullptr || path_ != graph_.constant(1))
      return complain(
          statement.where,
          "A when is not allowed inside a when or an if. Join the conditions by 'and'.");
    FlatWhen made;
    std::vector<Node> begins;
    std::vector<Layer> layers;
    for (const syntax::Branch& branch : statement.branches) {
      WhenBranch& one = made.branches.emplace_back();
      one.where = flattening_.source.position(branch.where.begin);
      one.conditions = when_conditions(branch.condition, evaluator_);
      begins.push_back(any_begins(one.conditions));
      const Silence silence(evaluator_, true);
      const WithoutAssertions without(evaluator_);
      when_ = &one;
      state_->open();
      walk(branch.body);
      layers.push_back(state_->close());
      when_ = nullptr;
    }
    settle(made, begins, layers);
    const bool acts = std::ranges::any_of(
        made.branches, [](const WhenBranch& one) { return !one.actions.empty(); });
    if (acts) flattening_.model.whens.push_back(std::move(made));
  }

  Node any_begins(const std::vector<Node>& conditions) {
    Node any = graph_.constant(0);
    for (const Node condition : conditions) {
      const Op op = graph_[condition].op;
      const bool is_moment = op == Op::sample || op == Op::initial || op == Op::terminal;
      any = graph_.make(Op::logical_or, any,
                        is_moment ? condition : graph_.make(Op::edge, condition));
    }
    return any;
  }

  void settle(FlatWhen& made, const std::vector<Node>& begins, std::vector<Layer>& layers) {
    for (std::size_t i = 0; i < layers.size(); ++i)
      for (const std::uint32_t variable : layers[i].order) {
        if (!survey_.has_one_when(variable)) continue;
        const Assigned& it = layers[i].values.at(variable);
        made.branches[i].actions.push_back(
            {Assign{variable, it.value}, flattening_.source.position(it.where.begin)});
      }
    for (Layer& layer : layers)
      std::erase_if(layer.order, [&](std::uint32_t variable) {
        if (!survey_.has_one_when(variable)) return false;
        state_->assign(variable, graph_.variable(variable), layer.values.at(variable).where);
        return true;
      });
    std::unordered_set<std::uint32_t> of_several;
    for (const Layer& layer : layers) of_several.insert(layer.order.begin(), layer.order.end());
    for (const std::uint32_t variable : of_several)
      for (const WhenBranch& branch : made.branches)
        for (const Node condition : branch.conditions) events_[variable].push_back(condition);
    join(begins, layers);
  }

  // A Real that always has this value, and can replace it everywhere.
  bool stands_for_its_value(std::uint32_t variable, Node value) const {
    const FlatVariable& it = flattening_.model.variables[variable];
    return !is_initial_ && it.type == ScalarType::real &&
           it.variability == Variability::continuous && survey_.outside.contains(variable) &&
           operand_count(graph_[value].op) > 0;
  }

  // For each final value: the same in terms of other variables' names. Nodes ascend from operands
  // to users.
  std::unordered_map<Node, Node> named_values() {
    std::unordered_map<Node, std::uint32_t> names;
    std::vector<Node> needed;
    Walk walk(graph_);
    for (const std::uint32_t variable : state_->ground().order) {
      const Node value = state_->ground().values.at(variable).value;
      if (stands_for_its_value(variable, value)) names.emplace(value, variable);
      walk.below(value, [&](Node node) { return needed.push_back(node), true; });
    }
    std::ranges::sort(needed);
    std::unordered_map<Node, Node> written, read;
    const auto mapped = [&](Node node) { return node == no_node ? no_node : read.at(node); };
    for (const Node node : needed) {
      const Term term = graph_[node];
      const Node a = mapped(term.a), b = mapped(term.b), c = mapped(term.c);
      const bool is_same = a == term.a && b == term.b && c == term.c;
      written[node] = is_same                 ? node
                      : term.op == Op::smooth ? graph_.indexed(term.op, term.index, a)
                                              : graph_.make(term.op, a, b, c);
      const auto name = names.find(node);
      read[node] = name != names.end() ? graph_.variable(name->second) : written[node];
    }
    return written;
  }

  void finish() {
    FlatModel& model = flattening_.model;
    const std::unordered_map<Node, Node> written = named_values();
    for (const std::uint32_t variable : state_->ground().order) {
      const auto& [whole, where] = state_->ground().values.at(variable);
      if (survey_.has_one_when(variable)) continue;
      const Node value = written.at(whole);
      const Position place = flattening_.source.position(where.begin);
      if (!survey_.outside.contains(variable)) {
        model.whens.push_back(assigned_by_all(variable, value, place));
        continue;
      }
      FlatEquation made{graph_.variable(variable), value, place,
                        flattening_.source.on_one_line(where)};
      (is_initial_ ? model.initial_equations : model.equations).push_back(std::move(made));
    }
  }

  FlatWhen assigned_by_all(std::uint32_t variable, Node value, const Position& place) {
    WhenBranch branch;
    std::unordered_set<Node> known;
    for (const Node condition : events_[variable])
      if (known.insert(condition).second) branch.conditions.push_back(condition);
    branch.actions.push_back({Assign{variable, value}, place});
    branch.where = place;
    return {{std::move(branch)}};
  }

  Evaluator& evaluator_;
  Flattening& flattening_;
  Graph& graph_;
  Survey survey_;
  AlgorithmState* state_ = nullptr;
  WhenBranch* when_ = nullptr;  // the enclosing when
  std::unordered_map<std::uint32_t, std::vector<Node>>
      events_;  // of those that several whens assign
  Node path_;   // the condition of the enclosing branches
  Node left_;   // that a break of the innermost loop has been reached
  bool is_initial_;
};

}  // namespace

void flatten_algorithm(const syntax::Section& section, Evaluator& evaluator) {
  AlgorithmFlattener(evaluator, section.is_initial).run(section.statements);
}

}  // namespace bw::equation
