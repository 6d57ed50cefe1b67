#pragma once
// The value of an expression during flattening: one node of the graph, or an array of them with its
// shape, or a text. Type unknown: a mistake in it has been reported already.

#include <cstdint>
#include <string>
#include <vector>

#include "equation/core/expression.h"

namespace bw::equation {

enum class ValueType : std::uint8_t { real, integer, boolean, text, unknown };

using Shape = std::vector<std::size_t>;  // empty: no array

struct FlatValue {
  ValueType type = ValueType::unknown;
  Shape shape;
  Node scalar = no_node;
  std::vector<Node> elements;  // of an array, row-major
  std::string text;

  bool is_array() const { return !shape.empty(); }
  bool is_unknown() const { return type == ValueType::unknown; }
  bool is_number() const { return type == ValueType::real || type == ValueType::integer; }
  std::size_t size() const { return is_array() ? elements.size() : 1; }
  Node at(std::size_t i) const { return is_array() ? elements[i] : scalar; }
};

FlatValue scalar_value(ValueType type, Node node);
FlatValue array_value(ValueType type, Shape shape, std::vector<Node> elements);

std::size_t element_count(const Shape& shape);

// For messages: "Real", "Integer array of 3 by 2".
std::string words(ValueType type);
std::string words(const FlatValue& value);
std::string words(const Shape& shape);  // "3 by 2"

// Real where one of them is; unknown when they do not mix.
ValueType common_type(ValueType a, ValueType b);
// Whether a value of this type can be assigned to a variable of that one: Integers are Reals,
// nothing else.
bool fits(ValueType given, ValueType wanted);

}  // namespace bw::equation
