#include "equation/flatten/evaluate.h"

#include <cmath>

#include "base/text.h"
#include "equation/values/records.h"

namespace bw::equation {

using syntax::Kind;

Evaluator::Evaluator(Flattening& flattening, Declarations& declarations)
    : flattening_(flattening),
      declarations_(declarations),
      known_(flattening.model,
             [this](std::uint32_t variable) { declarations_.bind_variable(variable, *this); }),
      total_derivative_(flattening.model),
      guard_(flattening.model.graph.constant(1)) {}

FlatValue Evaluator::complain(Span where, std::string sentence) {
  flattening_.mistakes.add(where, std::move(sentence));
  return {};
}

FlatValue Evaluator::evaluate(Id id) {
  if (depth_ >= deepest_definitions)
    return complain(tree()[id].where, "The definition of this is nested too deeply.");
  ++depth_;
  FlatValue value = fresh(id);
  --depth_;
  return value;
}

FlatValue Evaluator::fresh(Id id) {
  const Expression& expression = tree()[id];
  switch (expression.kind) {
    case Kind::real: return scalar_value(ValueType::real, graph().constant(expression.number));
    case Kind::integer:
      return scalar_value(ValueType::integer, graph().constant(expression.number));
    case Kind::boolean:
      return scalar_value(ValueType::boolean, graph().constant(expression.number));
    case Kind::text: {
      FlatValue value = scalar_value(ValueType::text, no_node);
      value.text = expression.name;
      return value;
    }
    case Kind::name: return name(expression);
    case Kind::end:
      if (ends_.empty()) return complain(expression.where, "'end' is allowed in a subscript only.");
      return scalar_value(ValueType::integer, graph().constant(static_cast<double>(ends_.back())));
    case Kind::all: return complain(expression.where, "':' is allowed in a subscript only.");
    case Kind::unary: return unary(expression);
    case Kind::binary: return binary_chain(id);
    case Kind::choose: return choose_expression(expression);
    case Kind::call: return call(expression);
    case Kind::named: return complain(expression.where, "A named argument is not allowed here.");
    case Kind::element: return element(expression);
    case Kind::field: return at_path(evaluate(expression.a), expression.name, expression.where);
    case Kind::tuple:
      return complain(expression.where,
                      "A list in parentheses stands only on the left side, for several results.");
    case Kind::array: return array(expression);
    case Kind::matrix: return matrix(expression);
    case Kind::range: return range(expression);
    case Kind::comprehension: return comprehension(expression);
    default: return {};
  }
}

// A sum of many terms leans to the left: traversed without recursion.
FlatValue Evaluator::binary_chain(Id id) {
  if (const Id left = tree()[id].a; tree()[left].kind != Kind::binary) {
    const FlatValue a = evaluate(left);  // first, in the order of the text
    return binary(tree()[id], a, evaluate(tree()[id].b));
  }
  std::vector<Id> chain;
  for (; tree()[id].kind == Kind::binary; id = tree()[id].a) chain.push_back(id);
  FlatValue value = evaluate(id);
  for (; !chain.empty(); chain.pop_back()) {
    const Expression& expression = tree()[chain.back()];
    value = binary(expression, value, evaluate(expression.b));
  }
  return value;
}

FlatValue Evaluator::unary(const Expression& expression) {
  FlatValue value = evaluate(expression.a);
  if (value.is_unknown()) return value;
  const bool is_not = expression.op == Op::logical_not;
  if (is_not ? value.type != ValueType::boolean : !value.is_number())
    return complain(expression.where,
                    is_not ? "'not' needs a Boolean, but this is " + words(value) + "."
                           : "A sign needs a number, but this is " + words(value) + ".");
  flattening_.spend_on_operations(value.size(), expression.where);
  if (!value.is_array()) value.scalar = graph().make(expression.op, value.scalar);
  for (Node& element : value.elements) element = graph().make(expression.op, element);
  return value;
}

// With a known condition only the chosen branch is evaluated: the other one may use an element that
// does not exist, as in "if i == 1 then 0 else x[i - 1]".
FlatValue Evaluator::choose_expression(const Expression& expression) {
  const auto pieces = tree().list(expression);
  const Node outer = guard_;
  std::vector<std::pair<Node, FlatValue>> branches;
  bool is_unknown = false;
  std::size_t i = 0;
  FlatValue last;
  for (; i + 1 < pieces.size(); i += 2) {
    const auto when = condition(pieces[i]);
    is_unknown = is_unknown || !when;
    if (when && graph()[*when].op == Op::constant) {
      if (graph()[*when].value == 0) continue;
      break;
    }
    const Node none_before = guard_;
    if (when && has_functions()) guard_ = graph().make(Op::logical_and, guard_, *when);
    branches.emplace_back(when.value_or(no_node), evaluate(pieces[i + 1]));
    if (when && has_functions())
      guard_ = graph().make(Op::logical_and, none_before, graph().make(Op::logical_not, *when));
  }
  last = evaluate(i + 1 < pieces.size() ? pieces[i + 1] : pieces.back());
  guard_ = outer;
  if (is_unknown) return {};
  for (; !branches.empty(); branches.pop_back())
    last = choose(branches.back().first, branches.back().second, last, expression.where);
  return last;
}

FlatValue Evaluator::choose(Node condition, const FlatValue& chosen, const FlatValue& otherwise,
                            Span where) {
  if (chosen.is_unknown() || otherwise.is_unknown()) return {};
  const ValueType type = common_type(chosen.type, otherwise.type);
  if (type == ValueType::unknown)
    return complain(where, "The branches of an if must have the same type, but here are " +
                               words(chosen) + " and " + words(otherwise) + ".");
  if (type == ValueType::text) return open_text(where);
  if (type == ValueType::object)
    return complain(where, "Which object this is must be known before the run.");
  if (chosen.shape != otherwise.shape)
    return complain(where, "The branches of an if must have the same shape, but here are " +
                               words(chosen) + " and " + words(otherwise) + ".");
  if (type == ValueType::record) return choose_record(condition, chosen, otherwise, where);
  FlatValue value = chosen;
  value.type = type;
  if (!value.is_array())
    value.scalar = graph().make(Op::choose, condition, chosen.scalar, otherwise.scalar);
  for (std::size_t i = 0; i < value.elements.size(); ++i)
    value.elements[i] =
        graph().make(Op::choose, condition, chosen.elements[i], otherwise.elements[i]);
  return value;
}

// Of a message: it stands for what only the run knows.
FlatValue Evaluator::open_text(Span where) {
  if (!tree().is_base) return complain(where, "A string must be known before the run.");
  FlatValue made = scalar_value(ValueType::text, no_node);
  made.text = "<" + flattening_.source.on_one_line(where) + ">";
  made.is_open = true;
  return made;
}

FlatValue Evaluator::choose_record(Node condition, const FlatValue& chosen,
                                   const FlatValue& otherwise, Span where) {
  FlatValue value = chosen;
  for (Field& field : value.fields) {
    const FlatValue* const other = find_field(otherwise, field.name);
    if (other == nullptr)
      return complain(where, "The branches of an if must be records of the same type.");
    field.value = choose(condition, field.value, *other, where);
    if (field.value.is_unknown()) return {};
  }
  return value;
}

std::optional<Node> Evaluator::condition(Id id) {
  const FlatValue value = evaluate(id);
  if (value.is_unknown()) return {};
  const bool is_one = value.type == ValueType::boolean && !value.is_array();
  if (is_one && graph()[value.scalar].op == Op::constant &&
      std::isnan(graph()[value.scalar].value)) {
    complain(tree()[id].where,
             "This condition has no value: a variable in it is not assigned yet.");
    return {};
  }
  if (is_one) return value.scalar;
  complain(tree()[id].where, "A condition must be a Boolean, but this is " + words(value) + ".");
  return {};
}

std::optional<double> Evaluator::take_known(Node node) {
  const auto value = known_.value(node);
  if (value) known_.keep(node);
  return value;
}

std::optional<double> Evaluator::take_whole(Id id, std::string_view purpose) {
  constexpr double largest = 1e15;  // an integer that a double and a size can hold
  const auto number = whole_number(id, purpose);
  if (!number || std::abs(*number) <= largest) return number;
  complain(tree()[id].where, std::string(purpose) + " is too large: " + brief(*number) + ".");
  return {};
}

std::optional<double> Evaluator::whole_number(Id id, std::string_view purpose) {
  if (const auto quick = quick_number(id, 0)) return quick;
  const FlatValue value = evaluate(id);
  if (value.is_unknown()) return {};
  const Span where = tree()[id].where;
  if (value.type != ValueType::integer || value.is_array()) {
    complain(where,
             std::string(purpose) + " must be one Integer, but this is " + words(value) + ".");
    return {};
  }
  const auto number = take_known(value.scalar);
  if (!number)
    complain(where, std::string(purpose) +
                        " must be known before the run: it can depend only on constants and "
                        "parameters with a value.");
  return number;
}

std::string Evaluator::iteration() const {
  std::string all;
  for (const Iterator& iterator : iterators_)
    all += (all.empty() ? " (" : ", ") + std::string(iterator.name) + " = " +
           shortest(iterator.round.value);
  return all.empty() ? all : all + ")";
}

}  // namespace bw::equation
