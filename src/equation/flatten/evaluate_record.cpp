// Records: names whose parts are declared, fields of values, and constructors.

#include <algorithm>
#include <map>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/name_tree.h"
#include "equation/values/records.h"
#include "equation/values/value.h"

namespace bw::equation {

// Base Modelica declares 'x[1]', 'x[2]', 'y.a', 'y.b' and writes 'x' and 'y' for all of them.
std::optional<FlatValue> Evaluator::whole(std::string_view name, Span where) {
  if (Symbol* const symbol = declarations_.find(name)) {
    if (frame_ != nullptr && symbol->variability != Variability::constant) return {};
    Expression written;
    written.where = where;
    return symbol_value(*symbol, written);
  }
  const auto* const parts = declarations_.parts_of(name);
  if (parts == nullptr || depth_ >= deepest_definitions) return {};
  flattening_.spend(parts->size(), where);
  ++depth_;
  auto made = parts->front()[name.size()] == '[' ? whole_array(name, *parts, where)
                                                 : whole_record(name, *parts, where);
  --depth_;
  return made;
}

std::optional<FlatValue> Evaluator::whole_record(std::string_view name,
                                                 const std::vector<std::string_view>& parts,
                                                 Span where) {
  FlatValue made;
  made.type = ValueType::record;
  for (const std::string_view part : parts) {
    auto value = whole(part, where);
    if (!value || value->is_unknown()) return value;
    made.fields.push_back({part.substr(name.size() + 1), std::move(*value)});
  }
  return made;
}

std::optional<FlatValue> Evaluator::whole_array(std::string_view name,
                                                const std::vector<std::string_view>& parts,
                                                Span where) {
  std::map<std::vector<std::size_t>, std::string_view> places;
  Shape shape;
  for (const std::string_view part : parts) {
    std::vector<std::size_t> place = literal_subscripts(part.substr(name.size()));
    if (places.empty()) shape.resize(place.size(), 0);
    if (place.empty() || place.size() != shape.size()) return {};
    for (std::size_t i = 0; i < place.size(); ++i) shape[i] = std::max(shape[i], place[i]);
    places.emplace(std::move(place), part);
  }
  if (element_count(shape) != places.size())
    return complain(where, "Elements of '" + std::string(name) + "' are missing.");
  std::vector<FlatValue> all;
  for (const auto& [place, part] : places) {
    auto value = whole(part, where);
    if (!value || value->is_unknown()) return value;
    all.push_back(std::move(*value));
  }
  auto made = stacked(all);
  if (!made)
    return complain(where, "The elements of '" + std::string(name) + "' differ in type or shape.");
  replace_front(*made, 1, shape);
  return made;
}

// "a[2].b" of a value: its field a, of that the second element, and of that the field b.
FlatValue Evaluator::at_path(FlatValue value, std::string_view path, Span where) {
  while (!path.empty() && !value.is_unknown()) {
    if (path.starts_with('.')) path.remove_prefix(1);
    const std::string_view step = path.substr(0, end_of_step(path));
    path.remove_prefix(step.size());
    if (step.starts_with('[')) {
      value = literal_element(value, step, where);
      continue;
    }
    const FlatValue* const found = find_field(value, step);
    if (found == nullptr)
      return complain(where, value.is_record()
                                 ? "This record has no field '" + std::string(step) + "'."
                                 : "Only a record has fields, but this is " + words(value) + ".");
    FlatValue field = *found;
    value = std::move(field);
  }
  return value;
}

FlatValue Evaluator::literal_element(const FlatValue& array, std::string_view step, Span where) {
  const std::vector<std::size_t> place = literal_subscripts(step);
  std::size_t at = 0;
  bool is_inside = !place.empty() && place.size() <= array.shape.size();
  for (std::size_t i = 0; is_inside && i < place.size(); ++i) {
    is_inside = place[i] <= array.shape[i];
    at = at * array.shape[i] + place[i] - 1;
  }
  if (!is_inside)
    return complain(where,
                    "There is no element " + std::string(step) + " of " + words(array) + ".");
  return picked_from(array, place.size(), {}, {{at}});
}

// 'a'.'b', where a is a variable of the function; nothing where there is none.
std::optional<FlatValue> Evaluator::local_on_path(const Expression& expression) {
  const auto of = [&](std::string_view first) -> std::optional<FlatValue> {
    const auto local = frame_->locals.find(first);
    return local == frame_->locals.end() ? std::nullopt : std::optional(local->second);
  };
  return frame_ == nullptr ? std::nullopt : on_path(expression, of);
}

// 'a'.'b', where parts of 'a' are declared.
std::optional<FlatValue> Evaluator::whole_on_path(const Expression& expression) {
  return on_path(expression,
                 [&](std::string_view first) { return whole(first, expression.where); });
}

// The longest beginning of the name that has a value; the rest are fields.
template <class Find>
std::optional<FlatValue> Evaluator::on_path(const Expression& expression, Find&& find) {
  const std::string_view name = expression.name;
  for (std::size_t end = name.size(); end != std::string_view::npos && end > 0;
       end = name.find_last_of(".[", end - 1)) {
    auto value = find(name.substr(0, end));
    if (!value) continue;
    const FlatValue found = at_path(std::move(*value), name.substr(end), expression.where);
    return found.is_unknown() ? found : local_value(found, expression);
  }
  return {};
}

}  // namespace bw::equation
