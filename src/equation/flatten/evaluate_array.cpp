// Arrays as they are written: { ... }, [ ... ; ... ], a:b:c, { ... for i in ... }.

#include <algorithm>
#include <cmath>

#include "equation/core/expression.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/records.h"
#include "equation/values/value.h"

namespace bw::equation {

FlatValue Evaluator::array(const Expression& expression) {
  std::vector<FlatValue> all;
  for (const Id id : tree().list(expression)) all.push_back(evaluate(id));
  return stack(all, expression.where);
}

// One more dimension in front.
FlatValue Evaluator::stack(const std::vector<FlatValue>& values, Span where) {
  FlatValue made;
  if (values.empty()) return made;
  const auto is_known_record = [](const FlatValue& one) { return one.is_record(); };
  if (std::ranges::all_of(values, is_known_record)) {
    flattening_.spend_on_operations(values.size(), where);
    if (auto whole = stacked(values)) return std::move(*whole);
    return complain(where, "The elements of an array must be records of the same type.");
  }
  made.type = values[0].type;
  const auto is_text = [](const FlatValue& one) {
    return one.type == ValueType::text && !one.is_array();
  };
  if (tree().is_base && std::ranges::all_of(values, is_text)) return stack_texts(values);
  for (const FlatValue& value : values) {
    if (value.is_unknown()) return {};
    made.type = common_type(made.type, value.type);
    if (made.type == ValueType::text || made.type == ValueType::object)
      return complain(where, "Arrays of String and of objects are not supported.");
    if (made.type == ValueType::unknown || value.shape != values[0].shape)
      return complain(where,
                      "The elements of an array must have the same type and shape, but here are " +
                          words(values[0]) + " and " + words(value) + ".");
    for (std::size_t i = 0; i < value.size(); ++i) made.elements.push_back(value.at(i));
  }
  made.shape = values[0].shape;
  made.shape.insert(made.shape.begin(), values.size());
  flattening_.spend(made.elements.size(), where);
  return made;
}

// For messages: each element is the text of all.
FlatValue Evaluator::stack_texts(const std::vector<FlatValue>& values) {
  FlatValue made = values[0];
  made.shape = {values.size()};
  for (const FlatValue& value : values) {
    if (value.text != values[0].text) made.text += ", " + value.text;
    made.is_open = made.is_open || value.is_open || value.text != values[0].text;
  }
  return made;
}

FlatValue Evaluator::matrix(const Expression& expression) {
  FlatValue whole;
  for (const Id row : tree().list(expression)) {
    std::vector<FlatValue> all;
    for (const Id id : tree().list(tree()[row])) all.push_back(evaluate(id));
    FlatValue line = beside(all, tree()[row].where);
    if (line.is_unknown()) return {};
    if (whole.is_unknown()) {
      whole = std::move(line);
      continue;
    }
    whole.type = common_type(whole.type, line.type);
    if (whole.is_unknown() || whole.shape[1] != line.shape[1])
      return complain(tree()[row].where,
                      "The rows of a matrix must have the same type and length.");
    whole.elements.insert(whole.elements.end(), line.elements.begin(), line.elements.end());
    whole.shape[0] += line.shape[0];
  }
  return whole;
}

// Side by side; a number is a matrix of one element, a vector is a column.
FlatValue Evaluator::beside(const std::vector<FlatValue>& values, Span where) {
  FlatValue made;
  const std::size_t rows = values[0].is_array() ? values[0].shape[0] : 1;
  std::vector<std::size_t> widths;
  made.type = values[0].type;
  for (const FlatValue& value : values) {
    if (value.is_unknown()) return {};
    made.type = common_type(made.type, value.type);
    const bool fits_in = value.shape.size() <= 2 && (value.is_array() ? value.shape[0] : 1) == rows;
    if (!made.has_nodes() || !fits_in)
      return complain(where, "The blocks in a row of a matrix must have the same type and height.");
    widths.push_back(value.shape.size() == 2 ? value.shape[1] : 1);
  }
  std::size_t columns = 0;
  for (const std::size_t width : widths) columns += width;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t v = 0; v < values.size(); ++v)
      for (std::size_t i = 0; i < widths[v]; ++i)
        made.elements.push_back(values[v].at(row * widths[v] + i));
  made.shape = {rows, columns};
  flattening_.spend(made.elements.size(), where);
  return made;
}

FlatValue Evaluator::range(const Expression& expression) {
  const auto all = range_rounds(expression);
  if (!all) return {};
  FlatValue made;
  made.type = all->empty() ? ValueType::integer : all->front().type;
  made.shape = {all->size()};
  for (const Round& round : *all) made.elements.push_back(graph().constant(round.value));
  return made;
}

// first + k step up to last; a slight excess is rounding.
std::optional<std::vector<Evaluator::Round>> Evaluator::range_rounds(const Expression& expression) {
  constexpr double hair = 1e-9;
  std::array<double, 3> numbers{0, 1, 0};
  ValueType type = ValueType::integer;
  const std::array<Id, 3> ids{expression.a, expression.b, expression.c};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == syntax::nothing) continue;
    const auto quick = quick_number(ids[i], 0);
    const FlatValue value =
        quick ? scalar_value(ValueType::integer, graph().constant(*quick)) : evaluate(ids[i]);
    if (value.is_unknown()) return {};
    const auto number =
        value.is_number() && !value.is_array() ? take_known(value.scalar) : std::nullopt;
    if (!number) {
      complain(tree()[ids[i]].where,
               "A range must consist of numbers that are known before the run.");
      return {};
    }
    numbers[i] = *number;
    type = common_type(type, value.type);
  }
  const auto [first, step, last] = numbers;
  if (step == 0) {
    complain(expression.where, "The step of a range cannot be 0.");
    return {};
  }
  const double count = std::floor((last - first) / step + hair) + 1;
  if (!(count > 0)) return std::vector<Round>{};
  flattening_.spend(count < 1e15 ? static_cast<std::size_t>(count) : flattening_.budget + 1,
                    expression.where);
  std::vector<Round> all;
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
    all.push_back({first + static_cast<double>(k) * step, type});
  return all;
}

std::vector<Evaluator::Round> Evaluator::rounds(Id iterator) {
  const Id of = tree()[iterator].a;
  const Expression& expression = tree()[of];
  if (expression.kind == syntax::Kind::range)
    return range_rounds(expression).value_or(std::vector<Round>{});
  const FlatValue value = evaluate(of);
  std::vector<Round> all;
  if (value.is_unknown()) return all;
  if (value.shape.size() != 1 || !value.has_nodes()) {
    complain(expression.where,
             "A loop needs a range or an array, as in 1:n, but this is " + words(value) + ".");
    return all;
  }
  flattening_.spend(value.size(), expression.where);
  for (const Node element : value.elements) {
    const auto number = take_known(element);
    if (!number) {
      complain(expression.where, "The range of a loop must be known before the run.");
      return {};
    }
    all.push_back({*number, value.type});
  }
  return all;
}

// { f(i, j) for i in u, j in v } is { { f(i, j) for i in u } for j in v }: the last name is the
// outermost dimension.
FlatValue Evaluator::comprehension(const Expression& expression) {
  std::vector<FlatValue> all;
  Shape shape(expression.count, 0);
  const std::size_t before = flattening_.mistakes.size();
  comprehend(expression, expression.count, all, shape);
  if (flattening_.mistakes.size() != before) return {};
  if (all.empty()) return array_value(ValueType::real, std::move(shape), {});
  const std::size_t inner = all.size();
  FlatValue made = stack(all, expression.where);
  if (made.is_unknown()) return made;
  if (element_count(shape) != inner)
    return complain(expression.where,
                    "The rows of an array must have the same length, but here the range of one "
                    "loop depends on another.");
  replace_front(made, 1, shape);
  return made;
}

void Evaluator::comprehend(const Expression& expression, std::size_t level,
                           std::vector<FlatValue>& all, Shape& shape) {
  if (level == 0) return all.push_back(evaluate(expression.a));
  const Id iterator = tree().list(expression)[level - 1];
  const std::vector<Round> every = rounds(iterator);
  shape[expression.count - level] = every.size();
  for (const Round& round : every) {
    push_iterator(tree()[iterator].name, round);
    comprehend(expression, level - 1, all, shape);
    pop_iterator();
  }
}

}  // namespace bw::equation
