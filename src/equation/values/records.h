#pragma once
// Records as values. An array of records is a record of arrays: a[i].f is f[i], so that a field of
// all of them is at hand, and the first subscripts of a field are those of the array.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "equation/values/value.h"

namespace bw::equation {

const FlatValue* find_field(const FlatValue& record, std::string_view name);
FlatValue* find_field(FlatValue& record, std::string_view name);

// What is no record: the value itself, or the fields and theirs.
template <class Value, class Body>
void each_leaf(Value& value, Body&& body) {
  if (!value.is_record()) return body(value);
  for (auto& field : value.fields) each_leaf(field.value, body);
}

// Pairs of leaves of two records; false where their fields differ.
template <class A, class B, class Body>
bool each_pair(A& a, B& b, Body&& body) {
  if (!a.is_record() && !b.is_record()) return body(a, b), true;
  if (a.type != b.type) return false;
  for (auto& field : a.fields) {
    auto* const other = find_field(b, field.name);
    if (other == nullptr || !each_pair(field.value, *other, body)) return false;
  }
  return true;
}

// One more dimension in front; nothing where fields or shapes differ. Of records with a String,
// which has no arrays, the texts must be equal.
std::optional<FlatValue> stacked(const std::vector<FlatValue>& records);

// Of an array: the elements at these places of its first dimensions, which get this shape.
FlatValue picked_from(const FlatValue& array, std::size_t dimensions, const Shape& shape,
                      std::span<const std::size_t> places);

// The first `count` dimensions replaced by others, of as many elements.
void replace_front(FlatValue& value, std::size_t count, const Shape& front);

}  // namespace bw::equation
