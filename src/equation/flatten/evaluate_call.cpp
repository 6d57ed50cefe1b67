// Calls: the function, the check of its arguments, and the elementary functions.

#include "base/text.h"
#include "equation/core/expression.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/functions.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/value.h"

namespace bw::equation {
namespace {

constexpr std::array other_spellings = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"pow", "a power is written a^b"},
     {"power", "a power is written a^b"},
     {"ln", "the natural logarithm is log(x)"},
     {"log2", "write log(x)/log(2)"},
     {"fabs", "write abs(x)"},
     {"arctan", "write atan(x)"},
     {"arcsin", "write asin(x)"},
     {"arccos", "write acos(x)"},
     {"round", "write floor(x + 0.5)"},
     {"trunc", "write div(x, 1)"},
     {"sgn", "write sign(x)"},
     {"d", "the derivative by time is der(x)"},
     {"diff", "the derivative by time is der(x)"},
     {"derivative", "the derivative by time is der(x)"},
     {"ddt", "the derivative by time is der(x)"},
     {"fmod", "write rem(a, b)"}});

}  // namespace

FlatValue Evaluator::call(const Expression& expression) {
  const Function* function = find_function(expression.name);
  if (function == nullptr && find_own_function(expression.name) != nullptr) {
    const std::size_t before = flattening_.mistakes.size();
    std::vector<FlatValue> all = results(expression);
    if (all.empty() && flattening_.mistakes.size() == before)
      return complain(expression.where,
                      "The function '" + std::string(expression.name) + "' has no output.");
    return all.empty() ? FlatValue{} : std::move(all[0]);
  }
  if (function == nullptr)
    if (const auto* const record = find_record(expression.name))
      return constructed(expression, *record);
  if (function == nullptr || declarations_.find(expression.name) != nullptr)
    return unknown_function(expression);
  const auto ids = arguments(expression, *function);
  if (!ids) return {};
  switch (function->group) {
    case Function::Group::size: return size(expression, *ids);
    case Function::Group::array: return array_function(expression, *ids);
    case Function::Group::event: return event_function(expression, *ids);
    case Function::Group::fill: {
      const bool has_value = function->name == "fill";
      const FlatValue with = has_value
                                 ? evaluate((*ids)[0])
                                 : scalar_value(ValueType::integer,
                                                graph().constant(function->name == "ones" ? 1 : 0));
      return filled(expression, with, std::span<const Id>(*ids).subspan(has_value ? 1 : 0));
    }
    default: break;
  }
  if (function->group == Function::Group::min_max && ids->size() == 1)
    return of_array(expression, function->op, (*ids)[0]);
  const auto given = values(expression, *ids);
  if (!given) return {};
  if (function->group == Function::Group::reduction) return reduction(expression, (*given)[0]);
  if (function->group == Function::Group::min_max)
    return smallest_or_largest(expression, function->op, *given);
  return elementary(expression, *function, *given);
}

// min and max of Booleans are 'and' and 'or'.
FlatValue Evaluator::of_array(const Expression& expression, Op op, Id id) {
  FlatValue all = evaluate(id);
  if (all.is_unknown()) return all;
  if (all.type == ValueType::boolean && !all.elements.empty()) {
    flattening_.spend_on_operations(all.size(), expression.where);
    const Op both = op == Op::min ? Op::logical_and : Op::logical_or;
    return scalar_value(ValueType::boolean, reduced(both, all.elements));
  }
  if (!all.is_number())
    return complain(tree()[id].where, "'" + std::string(expression.name) +
                                          "' needs numbers, but this is " + words(all) + ".");
  return smallest_or_largest(expression, op, {std::move(all)});
}

FlatValue Evaluator::unknown_function(const Expression& expression) {
  const std::string name(expression.name);
  const Span where{expression.where.begin,
                   expression.where.begin + static_cast<Place>(name.size())};
  if (declarations_.find(name) != nullptr || find_iterator(name) != nullptr || name == "time")
    return complain(where, "'" + name + "' is a variable, not a function. A product is written " +
                               name + "*(...), an element " + name + "[...].");
  if (name == "assert" || name == "terminate" || name == "reinit")
    return complain(where, "'" + name + "' is a statement and has no value.");
  for (const auto& [foreign, instead] : other_spellings)
    if (name == foreign)
      return complain(where, "There is no function '" + name + "': " + std::string(instead) + ".");
  if (tree().is_base)
    return complain(where, "The file does not contain the function '" + name + "'.");
  if (name.find('.') != std::string::npos)
    return complain(where, "'" + name +
                               "' belongs to a library; library functions are not supported in a "
                               "flat model. Write its formula here.");
  return complain(where,
                  "There is no function '" + name + "'." + did_you_mean(name, function_names()));
}

// In the order of the function's own arguments, however they were given.
std::optional<std::vector<syntax::Id>> Evaluator::arguments(const Expression& expression,
                                                            const Function& function) {
  std::vector<Id> ids;
  for (const Id id : tree().list(expression)) {
    const Expression& argument = tree()[id];
    const std::size_t at = ids.size();
    if (function.name == "String" && at > 0 && argument.kind == syntax::Kind::named) {
      ids.push_back(argument.a);  // the format of a message
      continue;
    }
    if (argument.kind == syntax::Kind::named &&
        (at >= function.argument_names.size() || function.argument_names[at] != argument.name)) {
      complain(argument.where, "Write the arguments of '" + std::string(expression.name) +
                                   "' in their order, without names.");
      return {};
    }
    ids.push_back(argument.kind == syntax::Kind::named ? argument.a : id);
  }
  if (ids.size() >= function.least && ids.size() <= function.most) return ids;
  const std::string wanted = function.most == function.least ? std::to_string(function.least)
                             : function.most > ids.size()
                                 ? "at least " + std::to_string(function.least)
                                 : "at most " + std::to_string(function.most);
  complain(expression.where,
           "'" + std::string(expression.name) + "' takes " + wanted +
               (wanted == "1" ? " argument" : " arguments") + ", but there are " +
               std::to_string(ids.size()) + "." +
               (function.group == Function::Group::min_max && !ids.empty()
                    ? " For more, write " + std::string(expression.name) + "({a, b, c})."
                    : ""));
  return {};
}

std::optional<Evaluator::Arguments> Evaluator::values(const Expression& expression,
                                                      std::span<const Id> ids) {
  Arguments all;
  bool is_good = true;
  for (const Id id : ids) {
    all.push_back(evaluate(id));
    is_good = is_good && !all.back().is_unknown();
    if (all.back().is_unknown() || all.back().is_number()) continue;
    complain(tree()[id].where, "'" + std::string(expression.name) +
                                   "' needs numbers, but this is " + words(all.back()) + ".");
    is_good = false;
  }
  return is_good ? std::optional(std::move(all)) : std::nullopt;
}

// A function of one number takes an array element by element.
FlatValue Evaluator::elementary(const Expression& expression, const Function& function,
                                const Arguments& given) {
  ValueType type = ValueType::real;
  if (function.result == Function::Result::integer) type = ValueType::integer;
  if (function.result == Function::Result::same)
    type = given.size() == 1 ? given[0].type : common_type(given[0].type, given[1].type);
  const Op op = silenced(function.op);
  if (given.size() == 2) {
    if (given[0].is_array() && given[1].is_array() && given[0].shape != given[1].shape)
      return complain(expression.where, "'" + std::string(expression.name) +
                                            "' needs arrays of the same shape, but here are " +
                                            words(given[0]) + " and " + words(given[1]) + ".");
    return elementwise(op, type, given[0], given[1], expression.where);
  }
  FlatValue value = given[0];
  value.type = type;
  flattening_.spend_on_operations(value.size(), expression.where);
  if (!value.is_array()) value.scalar = graph().make(op, value.scalar);
  for (Node& element : value.elements) element = graph().make(op, element);
  return value;
}

FlatValue Evaluator::smallest_or_largest(const Expression& expression, Op op,
                                         const Arguments& given) {
  const std::string name(expression.name);
  if (given.size() == 2) {
    if (given[0].is_array() || given[1].is_array())
      return complain(expression.where, "'" + name + "' needs two numbers or one array.");
    return elementwise(op, common_type(given[0].type, given[1].type), given[0], given[1],
                       expression.where);
  }
  const FlatValue& array = given[0];
  if (!array.is_array())
    return complain(expression.where, "'" + name + "' needs two numbers or one array.");
  if (array.elements.empty())
    return complain(expression.where, "'" + name + "' of an empty array has no value.");
  flattening_.spend_on_operations(array.size(), expression.where);
  return scalar_value(array.type, reduced(op, array.elements));
}

// Pair by pair: derivatives of nested choices grow with their depth.
Node Evaluator::reduced(Op op, std::vector<Node> elements) {
  while (elements.size() > 1) {
    const std::size_t pairs = elements.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i)
      elements[i] = graph().make(op, elements[2 * i], elements[2 * i + 1]);
    if (elements.size() % 2 != 0) elements[pairs] = elements.back();
    elements.resize(pairs + elements.size() % 2);
  }
  return elements[0];
}

}  // namespace bw::equation
