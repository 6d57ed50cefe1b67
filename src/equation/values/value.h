#pragma once
// The value of an expression during flattening: one node of the graph, or an array of them with its
// shape, or a text, or a record of such values. Type unknown: a mistake in it has been reported
// already.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "equation/core/expression.h"

namespace bw::equation {

enum class ValueType : std::uint8_t { real, integer, boolean, text, record, object, unknown };

using Shape = std::vector<std::size_t>;  // empty: no array

struct Field;
struct Table;

struct FlatValue {
  ValueType type = ValueType::unknown;
  Shape shape;
  Node scalar = no_node;
  std::vector<Node> elements;  // of an array, row-major
  std::string text;
  bool is_open = false;  // a text that only the run knows: this one stands for it
  std::shared_ptr<const Table> object;
  std::vector<Field> fields;  // of a record; of an array of records each one is an array

  bool is_array() const { return !shape.empty(); }
  bool is_record() const { return type == ValueType::record; }
  bool is_unknown() const { return type == ValueType::unknown; }
  // Texts, objects and records have none.
  bool has_nodes() const { return is_number() || type == ValueType::boolean; }
  bool is_number() const { return type == ValueType::real || type == ValueType::integer; }
  std::size_t size() const { return is_array() ? elements.size() : 1; }
  Node at(std::size_t i) const { return is_array() ? elements[i] : scalar; }
};

struct Field {
  std::string_view name;
  FlatValue value;
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
