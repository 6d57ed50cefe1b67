// Functions that make arrays or take them as a whole (Modelica specification 3.6, 10.3).

#include "equation/core/expression.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/syntax.h"
#include "equation/values/records.h"
#include "equation/values/value.h"

namespace bw::equation {

FlatValue Evaluator::size(const Expression& expression, std::span<const Id> ids) {
  const FlatValue of = evaluate(ids[0]);
  if (of.is_unknown()) return {};
  const auto number = [&](std::size_t n) { return graph().constant(static_cast<double>(n)); };
  if (expression.name == "ndims") return scalar_value(ValueType::integer, number(of.shape.size()));
  if (ids.size() == 1) {
    std::vector<Node> sizes;
    for (const std::size_t n : of.shape) sizes.push_back(number(n));
    return array_value(ValueType::integer, {of.shape.size()}, std::move(sizes));
  }
  const auto dimension = take_whole(ids[1], "The second argument of 'size'");
  if (!dimension) return {};
  if (*dimension < 1 || *dimension > static_cast<double>(of.shape.size()))
    return complain(tree()[ids[1]].where,
                    "'size' refers to a dimension that " + words(of) + " does not have.");
  return scalar_value(ValueType::integer,
                      number(of.shape[static_cast<std::size_t>(*dimension) - 1]));
}

FlatValue Evaluator::filled(const Expression& expression, const FlatValue& with,
                            std::span<const Id> sizes) {
  if (with.is_unknown()) return {};
  Shape shape;
  for (const Id id : sizes) {
    const auto size = take_whole(id, "The size of an array");
    if (!size) return {};
    if (*size < 0) return complain(tree()[id].where, "The size of an array cannot be negative.");
    flattening_.spend(static_cast<std::size_t>(*size), expression.where);
    shape.push_back(static_cast<std::size_t>(*size));
    flattening_.spend(element_count(shape), expression.where);
  }
  if (with.is_record() && !with.is_array() && !shape.empty())
    return picked_from(with, 0, shape, std::vector<std::size_t>(element_count(shape), 0));
  if (shape.empty() || with.is_array() || !with.has_nodes())
    return complain(expression.where,
                    "'fill' needs one value and at least one size, as in fill(0.5, 3).");
  std::vector<Node> elements(element_count(shape), with.scalar);
  return array_value(with.type, std::move(shape), std::move(elements));
}

FlatValue Evaluator::reduction(const Expression& expression, const FlatValue& of) {
  if (!of.is_array())
    return complain(expression.where,
                    "'" + std::string(expression.name) + "' needs an array, but this is a scalar.");
  flattening_.spend_on_operations(of.size(), expression.where);
  const bool is_sum = expression.name == "sum";
  Node all = graph().constant(is_sum ? 0 : 1);
  for (const Node element : of.elements)
    all = graph().make(is_sum ? Op::add : Op::multiply, all, element);
  return scalar_value(of.type, all);
}

FlatValue Evaluator::array_function(const Expression& expression, std::span<const Id> ids) {
  if (expression.name == "identity") return identity(expression, ids[0]);
  const auto given = values(expression, ids);
  if (!given) return {};
  const FlatValue& of = (*given)[0];
  if (expression.name == "linspace") return linspace(expression, *given, ids[2]);
  if (expression.name == "diagonal") return diagonal(expression, of);
  if (expression.name == "transpose") return transposed(expression, of);
  if (expression.name == "promote") return promoted(expression, of, ids[1]);
  if (expression.name == "cat") return joined(expression, *given, ids[0]);
  if (expression.name == "cross") return cross(expression, of, (*given)[1]);
  return reshaped(expression, of);
}

FlatValue Evaluator::identity(const Expression& expression, Id size) {
  const auto n = take_whole(size, "The size of a matrix");
  if (!n) return {};
  if (*n < 0) return complain(expression.where, "The size of a matrix cannot be negative.");
  flattening_.spend(static_cast<std::size_t>(*n), expression.where);
  const auto count = static_cast<std::size_t>(*n);
  std::vector<Node> ones(count, graph().constant(1));
  return diagonal(expression, array_value(ValueType::integer, {count}, std::move(ones)));
}

FlatValue Evaluator::diagonal(const Expression& expression, const FlatValue& of) {
  if (of.shape.size() != 1) return complain(expression.where, "'diagonal' needs a vector.");
  const std::size_t n = of.size();
  flattening_.spend(n * n, expression.where);
  std::vector<Node> elements(n * n, graph().constant(0));
  for (std::size_t i = 0; i < n; ++i) elements[i * n + i] = of.elements[i];
  return array_value(of.type, {n, n}, std::move(elements));
}

FlatValue Evaluator::transposed(const Expression& expression, const FlatValue& of) {
  if (of.shape.size() != 2) return complain(expression.where, "'transpose' needs a matrix.");
  FlatValue turned = of;
  std::swap(turned.shape[0], turned.shape[1]);
  for (std::size_t i = 0; i < of.shape[0]; ++i)
    for (std::size_t j = 0; j < of.shape[1]; ++j)
      turned.elements[j * of.shape[0] + i] = of.elements[i * of.shape[1] + j];
  return turned;
}

// first + (last - first) k / (count - 1)
FlatValue Evaluator::linspace(const Expression& expression, const Arguments& given, Id count) {
  const auto n = take_whole(count, "The third argument of 'linspace'");
  if (!n) return {};
  if (*n < 2 || given[0].is_array() || given[1].is_array())
    return complain(expression.where,
                    "'linspace' needs two numbers and the number of points, at least 2.");
  flattening_.spend(static_cast<std::size_t>(*n), expression.where);
  const Node width = graph().make(Op::subtract, given[1].scalar, given[0].scalar);
  std::vector<Node> elements;
  for (std::size_t k = 0; k < static_cast<std::size_t>(*n); ++k) {
    const Node part = graph().make(
        Op::divide, graph().make(Op::multiply, width, graph().constant(static_cast<double>(k))),
        graph().constant(*n - 1));
    elements.push_back(graph().make(Op::add, given[0].scalar, part));
  }
  return array_value(ValueType::real, {static_cast<std::size_t>(*n)}, std::move(elements));
}

FlatValue Evaluator::reshaped(const Expression& expression, const FlatValue& of) {
  if (expression.name == "vector")
    return array_value(of.type, {of.size()}, of.is_array() ? of.elements : std::vector{of.scalar});
  if (of.size() != 1)
    return complain(expression.where,
                    "'scalar' needs an array of one element, but this is " + words(of) + ".");
  return scalar_value(of.type, of.at(0));
}

// Dimensions of size 1 behind the others.
FlatValue Evaluator::promoted(const Expression& expression, FlatValue of, Id dimensions) {
  const auto count = take_whole(dimensions, "The second argument of 'promote'");
  constexpr double most = 20;
  if (!count) return {};
  if (*count < static_cast<double>(of.shape.size()) || *count > most)
    return complain(expression.where, "'promote' adds dimensions; this array has " +
                                          std::to_string(of.shape.size()) + ".");
  if (*count > 0 && !of.is_array()) of.elements = {of.scalar};
  of.shape.resize(static_cast<std::size_t>(*count), 1);
  return of;
}

// Along this dimension, in which the sizes may differ.
FlatValue Evaluator::joined(const Expression& expression, const Arguments& given, Id dimension) {
  const auto k = take_whole(dimension, "The first argument of 'cat'");
  if (!k) return {};
  const Shape& like = given[1].shape;
  if (*k < 1 || *k > static_cast<double>(like.size()))
    return complain(expression.where, "'cat' needs arrays with this dimension.");
  const auto at = static_cast<std::size_t>(*k) - 1;
  const Shape front(like.begin(), like.begin() + static_cast<std::ptrdiff_t>(at));
  FlatValue made = array_value(given[1].type, like, {});
  made.shape[at] = 0;
  for (std::size_t i = 1; i < given.size(); ++i) {
    Shape shape = given[i].shape;
    if (shape.size() == like.size()) shape[at] = like[at];
    if (shape != like)
      return complain(expression.where, "'cat' needs arrays of the same shape, but here are " +
                                            words(given[1]) + " and " + words(given[i]) + ".");
    made.shape[at] += given[i].shape[at];
    made.type = common_type(made.type, given[i].type);
  }
  flattening_.spend(element_count(made.shape), expression.where);
  for (std::size_t row = 0; row < element_count(front); ++row)
    for (std::size_t i = 1; i < given.size(); ++i) {
      const std::size_t length = given[i].size() / element_count(front);
      const auto begin = given[i].elements.begin() + static_cast<std::ptrdiff_t>(row * length);
      made.elements.insert(made.elements.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
    }
  return made;
}

FlatValue Evaluator::cross(const Expression& expression, const FlatValue& a, const FlatValue& b) {
  if (a.shape != Shape{3} || b.shape != Shape{3})
    return complain(expression.where, "'cross' needs two vectors of size 3.");
  std::vector<Node> elements;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    elements.push_back(graph().make(Op::subtract,
                                    graph().make(Op::multiply, a.elements[j], b.elements[k]),
                                    graph().make(Op::multiply, a.elements[k], b.elements[j])));
  }
  return array_value(common_type(a.type, b.type), {3}, std::move(elements));
}

}  // namespace bw::equation
