// Operators, elementwise on arrays (Modelica specification 3.6, 10.6): + and - need equal shapes, a
// number times an array is every element times it, and the product of two arrays is the one of
// linear algebra. With a dot in front, elementwise, or with the number.

#include "equation/core/expression.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/value.h"

namespace bw::equation {
namespace {

bool is_relation_op(Op op) { return op >= Op::less && op <= Op::not_equal; }

std::string sign(const syntax::Expression& expression) {
  return "'" + std::string(expression.is_elementwise ? "." : "") +
         std::string(symbol(expression.op)) + "'";
}

}  // namespace

Op Evaluator::silenced(Op op) const {
  if (!is_silent_) return op;
  const int offset = static_cast<int>(Op::less_silent) - static_cast<int>(Op::less);
  const int whole_offset = static_cast<int>(Op::floor_silent) - static_cast<int>(Op::floor);
  if (op >= Op::less && op <= Op::greater_equal)
    return static_cast<Op>(static_cast<int>(op) + offset);
  if (op >= Op::floor && op <= Op::integer)
    return static_cast<Op>(static_cast<int>(op) + whole_offset);
  return op;
}

FlatValue Evaluator::binary(const Expression& expression, const FlatValue& a, const FlatValue& b) {
  if (a.is_unknown() || b.is_unknown()) return {};
  if (expression.op == Op::logical_and || expression.op == Op::logical_or)
    return logical(expression, a, b);
  if (is_relation_op(expression.op)) return relation(expression, a, b);
  if (a.type == ValueType::text && b.type == ValueType::text && expression.op == Op::add) {
    flattening_.spend(a.text.size() + b.text.size(), expression.where);
    FlatValue joined = a;
    joined.text += b.text;
    joined.is_open = a.is_open || b.is_open;
    return joined;
  }
  if (!a.is_number() || !b.is_number())
    return complain(expression.where, sign(expression) + " needs numbers, but here are " +
                                          words(a) + " and " + words(b) + ".");
  return arithmetic(expression, a, b);
}

FlatValue Evaluator::logical(const Expression& expression, const FlatValue& a, const FlatValue& b) {
  if (a.type != ValueType::boolean || b.type != ValueType::boolean || a.shape != b.shape)
    return complain(expression.where, sign(expression) + " needs two Booleans, but here are " +
                                          words(a) + " and " + words(b) + ".");
  return elementwise(expression.op, ValueType::boolean, a, b, expression.where);
}

FlatValue Evaluator::relation(const Expression& expression, const FlatValue& a,
                              const FlatValue& b) {
  const bool is_equality = expression.op == Op::equal || expression.op == Op::not_equal;
  if (a.is_array() || b.is_array())
    return complain(expression.where, sign(expression) + " compares scalars, but here are " +
                                          words(a) + " and " + words(b) + ".");
  if (a.is_open || b.is_open)
    return complain(expression.where, "A string that is compared must be known before the run.");
  if (a.type == ValueType::text && b.type == ValueType::text && is_equality)
    return scalar_value(
        ValueType::boolean,
        graph().constant((a.text == b.text) == (expression.op == Op::equal) ? 1 : 0));
  const bool are_booleans = a.type == ValueType::boolean && b.type == ValueType::boolean;
  if (!(are_booleans && is_equality) && !(a.is_number() && b.is_number()))
    return complain(expression.where,
                    sign(expression) + " cannot compare " + words(a) + " and " + words(b) + ".");
  const bool are_reals = a.type == ValueType::real || b.type == ValueType::real;
  const bool in_function = frame_ != nullptr;
  if (is_equality && are_reals && is_silent_ && (tree().is_base || in_function))
    return exact_equality(expression.op, a.scalar, b.scalar);
  if (is_equality && !are_booleans && in_function && is_silent_ &&
      !(known_.value(a.scalar) && known_.value(b.scalar)))
    return exact_equality(expression.op, a.scalar, b.scalar);
  if (is_equality && are_reals && (!known_.value(a.scalar) || !known_.value(b.scalar)))
    return complain(expression.where,
                    "Reals that change with time are hardly ever exactly equal. Write a relation, "
                    "as in abs(a - b) < 1e-6 or a >= b.");
  return scalar_value(ValueType::boolean,
                      graph().make(silenced(expression.op), a.scalar, b.scalar));
}

// Where no event is wanted: functions test Reals to divide by no zero. Not a number equals nothing.
FlatValue Evaluator::exact_equality(Op op, Node a, Node b) {
  const Node is_equal = graph().make(Op::logical_and, graph().make(Op::less_equal_silent, a, b),
                                     graph().make(Op::greater_equal_silent, a, b));
  return scalar_value(ValueType::boolean,
                      op == Op::equal ? is_equal : graph().make(Op::logical_not, is_equal));
}

FlatValue Evaluator::arithmetic(const Expression& expression, const FlatValue& a,
                                const FlatValue& b) {
  const Op op = expression.op;
  const bool is_fraction = op == Op::divide || op == Op::power;
  const ValueType type = is_fraction ? ValueType::real : common_type(a.type, b.type);
  if (!a.is_array() && !b.is_array())
    return scalar_value(type, graph().make(op, a.scalar, b.scalar));
  const bool is_scaling = (op == Op::multiply && (!a.is_array() || !b.is_array())) ||
                          (op == Op::divide && !b.is_array());
  const bool is_like = a.shape == b.shape && (op == Op::add || op == Op::subtract);
  const bool has_scalar = !a.is_array() || !b.is_array();
  if (is_scaling || is_like || (expression.is_elementwise && (has_scalar || a.shape == b.shape)))
    return elementwise(op, type, a, b, expression.where);
  if (op == Op::multiply && !expression.is_elementwise) return matrix_product(expression, a, b);
  return complain(expression.where,
                  sign(expression) + " does not fit " + words(a) + " and " + words(b) + "." +
                      (expression.is_elementwise
                           ? ""
                           : " The operator with a dot in front works element by element."));
}

FlatValue Evaluator::elementwise(Op op, ValueType type, const FlatValue& a, const FlatValue& b,
                                 Span where) {
  if (!a.is_array() && !b.is_array())
    return scalar_value(type, graph().make(op, a.scalar, b.scalar));
  const Shape& shape = a.is_array() ? a.shape : b.shape;
  flattening_.spend_on_operations(element_count(shape), where);
  std::vector<Node> elements(element_count(shape));
  for (std::size_t i = 0; i < elements.size(); ++i)
    elements[i] = graph().make(op, a.at(i), b.at(i));
  return array_value(type, shape, std::move(elements));
}

// A vector on the left is a row, on the right a column.
FlatValue Evaluator::matrix_product(const Expression& expression, const FlatValue& a,
                                    const FlatValue& b) {
  const bool is_row = a.shape.size() == 1, is_column = b.shape.size() == 1;
  const std::size_t inner = a.shape.back();
  if (a.shape.size() > 2 || b.shape.size() > 2 || inner != b.shape.front())
    return complain(expression.where, "A product of " + words(a) + " and " + words(b) +
                                          " does not exist. '.*' multiplies element by element.");
  const std::size_t rows = is_row ? 1 : a.shape[0], columns = is_column ? 1 : b.shape[1];
  flattening_.spend(rows * columns + rows * columns * inner, expression.where);
  std::vector<Node> elements;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      Node sum = graph().constant(0);
      for (std::size_t k = 0; k < inner; ++k)
        sum = graph().make(
            Op::add, sum,
            graph().make(Op::multiply, a.elements[i * inner + k], b.elements[k * columns + j]));
      elements.push_back(sum);
    }
  const ValueType type = common_type(a.type, b.type);
  Shape shape;
  if (!is_row) shape.push_back(rows);
  if (!is_column) shape.push_back(columns);
  if (shape.empty()) return scalar_value(type, elements[0]);
  return array_value(type, std::move(shape), std::move(elements));
}

}  // namespace bw::equation
