#include "equation/values/value.h"

#include <functional>
#include <numeric>
#include <utility>

namespace bw::equation {

FlatValue scalar_value(ValueType type, Node node) {
  FlatValue value;
  value.type = type;
  value.scalar = node;
  return value;
}

FlatValue array_value(ValueType type, Shape shape, std::vector<Node> elements) {
  FlatValue value;
  value.type = type;
  value.shape = std::move(shape);
  value.elements = std::move(elements);
  return value;
}

std::size_t element_count(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

std::string words(ValueType type) {
  switch (type) {
    case ValueType::real: return "Real";
    case ValueType::integer: return "Integer";
    case ValueType::boolean: return "Boolean";
    case ValueType::text: return "String";
    case ValueType::record: return "a record";
    case ValueType::object: return "a table";
    default: return "unknown";
  }
}

std::string words(const Shape& shape) {
  std::string all;
  for (const std::size_t size : shape) all += (all.empty() ? "" : " by ") + std::to_string(size);
  return all;
}

std::string words(const FlatValue& value) {
  return words(value.type) + (value.is_array() ? " array of " + words(value.shape) : "");
}

ValueType common_type(ValueType a, ValueType b) {
  if (a == b) return a;
  const auto is_number = [](ValueType t) {
    return t == ValueType::real || t == ValueType::integer;
  };
  return is_number(a) && is_number(b) ? ValueType::real : ValueType::unknown;
}

bool fits(ValueType given, ValueType wanted) {
  return given == wanted || (given == ValueType::integer && wanted == ValueType::real);
}

}  // namespace bw::equation
