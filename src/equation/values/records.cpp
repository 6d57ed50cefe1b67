#include "equation/values/records.h"

#include <algorithm>
#include <utility>

namespace bw::equation {

const FlatValue* find_field(const FlatValue& record, std::string_view name) {
  const auto found =
      std::ranges::find_if(record.fields, [&](const Field& one) { return one.name == name; });
  return found == record.fields.end() ? nullptr : &found->value;
}

FlatValue* find_field(FlatValue& record, std::string_view name) {
  return const_cast<FlatValue*>(find_field(std::as_const(record), name));
}

std::optional<FlatValue> stacked(const std::vector<FlatValue>& values) {
  FlatValue made;
  made.type = values[0].type;
  made.shape = values[0].shape;
  made.shape.insert(made.shape.begin(), values.size());
  if (made.type == ValueType::text || made.type == ValueType::object) {
    const auto is_same = [&](const FlatValue& one) {
      return one.text == values[0].text && one.object == values[0].object;
    };
    return std::ranges::all_of(values, is_same) ? std::optional(values[0]) : std::nullopt;
  }
  for (const FlatValue& value : values) {
    made.type = common_type(made.type, value.type);
    if (made.is_unknown() || value.shape != values[0].shape ||
        value.fields.size() != values[0].fields.size())
      return {};
    for (std::size_t i = 0; !made.is_record() && i < value.size(); ++i)
      made.elements.push_back(value.at(i));
  }
  for (const Field& field : values[0].fields) {
    std::vector<FlatValue> all;
    for (const FlatValue& value : values) {
      const FlatValue* const other = find_field(value, field.name);
      if (other == nullptr) return {};
      all.push_back(*other);
    }
    auto whole = stacked(all);
    if (!whole) return {};
    made.fields.push_back({field.name, std::move(*whole)});
  }
  return made;
}

FlatValue picked_from(const FlatValue& array, std::size_t dimensions, const Shape& shape,
                      std::span<const std::size_t> places) {
  FlatValue made;
  made.type = array.type;
  made.text = array.text;
  made.object = array.object;
  if (array.type == ValueType::text || array.type == ValueType::object) return made;
  made.shape = shape;
  made.shape.insert(made.shape.end(), array.shape.begin() + static_cast<std::ptrdiff_t>(dimensions),
                    array.shape.end());
  for (const Field& field : array.fields)
    made.fields.push_back({field.name, picked_from(field.value, dimensions, shape, places)});
  if (array.is_record()) return made;
  const std::size_t inner = element_count(
      Shape(array.shape.begin() + static_cast<std::ptrdiff_t>(dimensions), array.shape.end()));
  for (const std::size_t place : places)
    for (std::size_t i = 0; i < inner; ++i) made.elements.push_back(array.at(place * inner + i));
  if (!made.is_array()) made.scalar = made.elements[0];
  if (!made.is_array()) made.elements.clear();
  return made;
}

void replace_front(FlatValue& value, std::size_t count, const Shape& front) {
  if (value.type == ValueType::text || value.type == ValueType::object) return;
  value.shape.erase(value.shape.begin(), value.shape.begin() + static_cast<std::ptrdiff_t>(count));
  value.shape.insert(value.shape.begin(), front.begin(), front.end());
  for (Field& field : value.fields) replace_front(field.value, count, front);
}

}  // namespace bw::equation
