// Functions of time and events: der, pre, edge, change, sample, initial, terminal, noEvent, smooth;
// and String, which makes messages.

#include "base/text.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/syntax.h"
#include "equation/values/value.h"

namespace bw::equation {

FlatValue Evaluator::event_function(const Expression& expression, std::span<const Id> ids) {
  const std::string_view name = expression.name;
  if (frame_ != nullptr && name != "noEvent" && name != "smooth" && name != "homotopy" &&
      name != "semiLinear" && name != "Integer" && name != "String")
    return complain(expression.where, "'" + std::string(name) +
                                          "' has no meaning in a function. Give its value as an "
                                          "argument.");
  if (name == "der") return derivative(expression, ids[0]);
  if (name == "pre") return before(expression, ids[0]);
  if (name == "edge") return edge(expression, ids[0]);
  if (name == "change") return change(expression, ids[0]);
  if (name == "sample") return sample(expression, ids);
  if (name == "noEvent") return without_events(ids[0]);
  if (name == "smooth") return smooth(expression, ids);
  if (name == "homotopy") return homotopy(expression, ids);
  if (name == "semiLinear") return semi_linear(expression, ids);
  if (name == "Integer") return number_of_literal(expression, ids[0]);
  if (name == "String") return text_of(expression, ids[0]);
  return scalar_value(ValueType::boolean,
                      graph().make(name == "initial" ? Op::initial : Op::terminal));
}

FlatValue Evaluator::derivative(const Expression& expression, Id of) {
  Assignments* const assigned = std::exchange(assignments_, nullptr);
  FlatValue value = evaluate(of);
  assignments_ = assigned;
  if (value.is_unknown()) return {};
  if (!value.is_number())
    return complain(expression.where,
                    "Only a Real has a derivative, but this is " + words(value) + ".");
  const auto one = [&](Node node) { return total_derivative_.of(node); };
  if (!value.is_array()) value.scalar = one(value.scalar);
  bool is_found = value.is_array() || value.scalar != no_node;
  for (Node& element : value.elements) is_found = (element = one(element)) != no_node && is_found;
  value.type = ValueType::real;
  if (is_found) return value;
  return complain(expression.where, tree()[of].kind == syntax::Kind::name
                                        ? "'" + std::string(tree()[of].name) +
                                              "' changes at events only and has no derivative."
                                        : "der() of this expression is not supported. Declare a "
                                          "variable for it, as in z = ..., and write der(z).");
}

// A constant or parameter is its own value before the event.
FlatValue Evaluator::before(const Expression&, Id of) {
  auto value = variables(of, "'pre' takes");
  if (!value) return {};
  const auto one = [&](Node node) {
    const Term& term = graph()[node];
    const bool changes =
        term.op == Op::variable &&
        flattening_.model.variables[term.index].variability > Variability::parameter;
    return changes ? graph().pre(term.index) : node;
  };
  if (!value->is_array()) value->scalar = one(value->scalar);
  for (Node& element : value->elements) element = one(element);
  return *value;
}

FlatValue Evaluator::edge(const Expression& expression, Id of) {
  const FlatValue value = evaluate(of);
  if (value.is_unknown()) return {};
  if (value.type != ValueType::boolean || value.is_array())
    return complain(expression.where,
                    "'edge' needs one Boolean, but this is " + words(value) + ".");
  return scalar_value(ValueType::boolean, graph().make(Op::edge, value.scalar));
}

FlatValue Evaluator::change(const Expression& expression, Id of) {
  const auto value = variables(of, "'change' takes");
  if (!value) return {};
  if (value->is_array())
    return complain(expression.where, "'change' needs one variable, not an array.");
  const Term term = graph()[value->scalar];
  if (term.op != Op::variable) return scalar_value(ValueType::boolean, graph().constant(0));
  return scalar_value(ValueType::boolean, graph().indexed(Op::change, term.index));
}

FlatValue Evaluator::sample(const Expression& expression, std::span<const Id> ids) {
  const auto given = values(expression, ids);
  if (!given) return {};
  if ((*given)[0].is_array() || (*given)[1].is_array())
    return complain(expression.where,
                    "'sample' needs two numbers: the first time and the interval.");
  const auto interval = known_.value((*given)[1].scalar);
  if (interval && *interval <= 0)
    return complain(
        tree()[ids[1]].where,
        "The interval of 'sample' must be larger than 0, but it is " + brief(*interval) + ".");
  return scalar_value(ValueType::boolean,
                      graph().make(Op::sample, (*given)[0].scalar, (*given)[1].scalar));
}

FlatValue Evaluator::without_events(Id of) {
  const Silence silence(*this, true);
  return evaluate(of);
}

FlatValue Evaluator::smooth(const Expression& expression, std::span<const Id> ids) {
  const auto order = take_whole(ids[0], "The first argument of 'smooth'");
  FlatValue value = evaluate(ids[1]);
  if (!order || value.is_unknown()) return {};
  constexpr double highest = 1000;
  if (*order < 0 || *order > highest || !value.is_number())
    return complain(expression.where,
                    "'smooth' needs the order of differentiability, 0 or more, and a number.");
  const auto index = static_cast<std::uint32_t>(*order);
  const auto one = [&](Node node) { return graph().indexed(Op::smooth, index, node); };
  if (!value.is_array()) value.scalar = one(value.scalar);
  for (Node& element : value.elements) element = one(element);
  return value;
}

FlatValue Evaluator::homotopy(const Expression& expression, std::span<const Id> ids) {
  auto given = values(expression, ids);
  if (!given) return {};
  FlatValue& actual = (*given)[0];
  const FlatValue& simplified = (*given)[1];
  if (actual.shape != simplified.shape)
    return complain(expression.where,
                    "'homotopy' needs two expressions of the same size, but "
                    "these are " +
                        words(actual) + " and " + words(simplified) + ".");
  actual.type = ValueType::real;
  if (!actual.is_array())
    actual.scalar = graph().make(Op::homotopy, actual.scalar, simplified.scalar);
  for (std::size_t i = 0; i < actual.elements.size(); ++i)
    actual.elements[i] = graph().make(Op::homotopy, actual.elements[i], simplified.elements[i]);
  return std::move(actual);
}

// smooth(0, if x >= 0 then a*x else b*x)
FlatValue Evaluator::semi_linear(const Expression& expression, std::span<const Id> ids) {
  const auto given = values(expression, ids);
  if (!given) return {};
  for (const FlatValue& one : *given)
    if (one.is_array())
      return complain(expression.where, "'semiLinear' needs three numbers, not arrays.");
  const Node x = (*given)[0].scalar;
  const Node forward = graph().make(silenced(Op::greater_equal), x, graph().constant(0));
  const Node slope = graph().make(Op::choose, forward, (*given)[1].scalar, (*given)[2].scalar);
  return scalar_value(ValueType::real,
                      graph().indexed(Op::smooth, 0, graph().make(Op::multiply, slope, x)));
}

// Integer(e): the number of a literal, which is how it is stored.
FlatValue Evaluator::number_of_literal(const Expression& expression, Id of) {
  FlatValue value = evaluate(of);
  if (value.is_unknown() || value.type == ValueType::integer) return value;
  return complain(expression.where,
                  "'Integer' needs a value of an enumeration, but this is " + words(value) + ".");
}

// A message is fixed before the run: known expressions are inserted as values, others as written.
FlatValue Evaluator::text_of(const Expression& expression, Id of) {
  const FlatValue value = evaluate(of);
  if (value.is_unknown()) return {};
  if (value.is_array() || value.type == ValueType::text)
    return complain(expression.where, "'String' needs one number or Boolean.");
  FlatValue made = scalar_value(ValueType::text, no_node);
  made.is_open = expression.count > 1;  // its format is not followed
  if (const auto known = known_.value(value.scalar)) {
    made.text =
        value.type == ValueType::boolean ? (*known != 0 ? "true" : "false") : shortest(*known);
    return made;
  }
  made.text = "<" + flattening_.source.on_one_line(tree()[of].where) + ">";
  made.is_open = true;
  if (tree().is_base) return made;
  flattening_.mistakes.warn_of_text(
      expression.where, "Messages are fixed before the run: they will contain " + made.text +
                            " instead of the value.");
  return made;
}

}  // namespace bw::equation
