#include "equation/flatten/function_frame.h"

#include <limits>
#include <optional>

#include "equation/flatten/flattening.h"
#include "equation/values/name_tree.h"
#include "equation/values/records.h"

namespace bw::equation {

using syntax::Declaration;
using syntax::Expression;

std::optional<FlatValue> conformed(FlatValue value, const FlatValue& like) {
  if (!fits(value.type, like.type) || value.shape.size() != like.shape.size()) return {};
  value.type = like.type;
  if (!value.is_record()) return value;
  std::vector<Field> fields;
  for (const Field& wanted : like.fields) {
    const FlatValue* const given = find_field(value, wanted.name);
    const bool is_empty = wanted.value.is_array() && wanted.value.size() == 0;
    if (given == nullptr && !is_empty) return {};  // one without elements is never declared
    auto field = conformed(given != nullptr ? *given : wanted.value, wanted.value);
    if (!field) return {};
    if (given == nullptr) replace_front(*field, like.shape.size(), value.shape);
    fields.push_back({wanted.name, std::move(*field)});
  }
  value.fields = std::move(fields);
  return value;
}

bool FunctionFrame::complain(Span where, std::string sentence) {
  evaluator_.flattening().mistakes.add(where, std::move(sentence));
  return false;
}

bool FunctionFrame::declare(const Declaration& one, FlatValue value) {
  if (frame_.locals.contains(one.name))
    return complain(one.where, "'" + std::string(one.name) + "' is declared twice.");
  if (value.is_unknown() && one.binding != syntax::nothing) {
    value = evaluator_.evaluate(one.binding);
    if (value.is_unknown()) return false;
  }
  auto made = value.is_unknown() ? empty(one) : adopted(one, value);
  if (!made) return false;
  frame_.locals.insert_or_assign(one.name, std::move(*made));
  if (one.causality == Causality::input ||
      (one.variability && *one.variability <= Variability::parameter))
    fixed_.insert(one.name);
  return true;
}

std::optional<FlatValue> FunctionFrame::empty(const Declaration& one) {
  Flattening& flattening = evaluator_.flattening();
  Shape shape;
  for (const syntax::Id id : one.sizes) {
    if (flattening.tree[id].kind == syntax::Kind::all) {
      shape.push_back(0);  // it takes the shape of what is assigned
      continue;
    }
    const auto size = evaluator_.take_whole(id, "The size of an array");
    if (!size) return {};
    if (*size < 0) {
      complain(flattening.tree[id].where, "The size of an array cannot be negative.");
      return {};
    }
    flattening.spend(static_cast<std::size_t>(*size), one.where);  // the product cannot overflow
    shape.push_back(static_cast<std::size_t>(*size));
    flattening.spend(element_count(shape), one.where);
  }
  if (const auto* const record = evaluator_.find_record(one.type.name))
    return empty_record(*record, shape);
  const auto type = evaluator_.type_of(one.type);
  if (!type) {
    complain(one.type.where, "Variables of type '" + std::string(one.type.name) +
                                 "' are not supported in functions.");
    return {};
  }
  const Node nothing = flattening.model.graph.constant(std::numeric_limits<double>::quiet_NaN());
  if (shape.empty()) return scalar_value(*type, nothing);
  const std::size_t count = element_count(shape);
  return array_value(*type, std::move(shape), std::vector<Node>(count, nothing));
}

std::optional<FlatValue> FunctionFrame::empty_record(const syntax::RecordDefinition& definition,
                                                     const Shape& shape) {
  auto one = record(definition, std::vector<FlatValue>(definition.fields.size()));
  if (!one || shape.empty()) return one;
  return picked_from(*one, 0, shape, std::vector<std::size_t>(element_count(shape), 0));
}

// Its fields may depend on those before.
std::optional<FlatValue> FunctionFrame::record(const syntax::RecordDefinition& definition,
                                               std::vector<FlatValue> given) {
  evaluator_.flattening().spend(definition.fields.size(), call_);
  constexpr int deepest_records = 30;
  if (depth_ >= deepest_records) {
    complain(call_, "The record '" + std::string(definition.name) + "' contains itself.");
    return {};
  }
  FunctionFrame inner(definition.name, evaluator_, call_);
  inner.depth_ = depth_ + 1;
  bool is_good = true;
  evaluator_.inside(inner.variables(), [&] {
    for (std::size_t i = 0; is_good && i < definition.fields.size(); ++i)
      is_good = inner.declare(definition.fields[i], std::move(given[i]));
  });
  if (!is_good) return {};
  FlatValue made;
  made.type = ValueType::record;
  for (const Declaration& field : definition.fields)
    made.fields.push_back({field.name, std::move(inner.frame_.locals.at(field.name))});
  return made;
}

std::optional<FlatValue> FunctionFrame::adopted(const Declaration& one, const FlatValue& value) {
  FlatValue like;
  like.shape.resize(one.sizes.size(), 1);
  const auto* const record = evaluator_.find_record(one.type.name);
  if (const auto type = evaluator_.type_of(one.type)) like.type = *type;
  if (record != nullptr) {
    auto made = empty_record(*record, like.shape);
    if (!made) return {};
    like = std::move(*made);
  }
  if (like.is_unknown()) return empty(one);  // reports the type
  auto made = conformed(value, like);
  if (made) return made;
  complain(
      one.causality == Causality::input ? call_ : one.where,
      "'" + std::string(one.name) + "' of '" + std::string(name_) + "' is " +
          (record != nullptr ? "a record '" + std::string(record->name) + "'" : words(like.type)) +
          (one.sizes.empty() ? "" : " with " + std::to_string(one.sizes.size()) + " dimensions") +
          ", but its value is " + words(value) + ".");
  return {};
}

bool FunctionFrame::check_sizes(const Declaration& one) {
  const Shape& shape = frame_.locals.at(one.name).shape;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (evaluator_.flattening().tree[one.sizes[i]].kind == syntax::Kind::all) continue;
    const auto size = evaluator_.take_whole(one.sizes[i], "The size of an array");
    if (!size) return false;
    if (*size == static_cast<double>(shape[i])) continue;
    return complain(one.causality == Causality::input ? call_ : one.where,
                    "'" + std::string(one.name) + "' of the function '" + std::string(name_) +
                        "' has the size " + std::to_string(static_cast<long>(*size)) +
                        ", but its value has " + std::to_string(shape[i]) + " elements there.");
  }
  return true;
}

// The longest beginning of the name that is a variable; the rest are fields.
bool FunctionFrame::locate(const Expression& left, Target& target) {
  const syntax::Tree& tree = evaluator_.flattening().tree;
  if (left.kind == syntax::Kind::element || left.kind == syntax::Kind::field) {
    if (!locate(tree[left.a], target)) return false;
    if (left.kind == syntax::Kind::field) return descend(target, left.name, left.where);
  } else if (left.kind == syntax::Kind::name) {
    for (std::size_t end = left.name.size(); end != std::string_view::npos && end > 0;
         end = left.name.find_last_of('.', end - 1)) {
      const auto found = frame_.locals.find(left.name.substr(0, end));
      if (found == frame_.locals.end()) continue;
      if (fixed_.contains(found->first))
        return complain(left.where, "'" + std::string(found->first) +
                                        "' is an input, a constant or a parameter of the function "
                                        "and cannot be assigned. Copy it to a variable.");
      target.value = &found->second;
      if (!descend(target, left.name.substr(end), left.where)) return false;
      break;
    }
  }
  if (target.value == nullptr)
    return complain(left.where, "An assignment in a function needs one of its variables.");
  const auto list = tree.list(left);
  target.subscripts.insert(target.subscripts.end(), list.begin(), list.end());
  return true;
}

bool FunctionFrame::descend(Target& target, std::string_view path, Span where) {
  while (!path.empty()) {
    if (path.starts_with('.')) path.remove_prefix(1);
    const std::string_view step = path.substr(0, end_of_step(path));
    path.remove_prefix(step.size());
    target.subscripts.resize(target.value->shape.size(), syntax::nothing);
    target.value = find_field(*target.value, step);
    if (target.value == nullptr)
      return complain(where, "This record has no field '" + std::string(step) + "'.");
  }
  return true;
}

bool FunctionFrame::assign(const Expression& left, const FlatValue& value, Span where) {
  Target target;
  if (!locate(left, target)) return false;
  FlatValue& into = *target.value;
  if (target.subscripts.empty()) return put(into, value, where);
  const auto picked = evaluator_.pick(left.name, into.shape, target.subscripts, left.where);
  if (!picked) return false;
  FlatValue part = picked_from(into, into.shape.size(), picked->shape, picked->places);
  if (value.shape != part.shape)
    return complain(where,
                    "The elements on the left cannot take the value of " + words(value) + ".");
  if (!put(part, value, where)) return false;
  const std::size_t count = element_count(into.shape);
  return each_pair(into, part, [&](FlatValue& whole, const FlatValue& some) {
    const std::size_t inner = count == 0 ? 0 : whole.elements.size() / count;
    for (std::size_t i = 0; i < picked->places.size(); ++i)
      for (std::size_t k = 0; k < inner; ++k)
        whole.elements[picked->places[i] * inner + k] = some.at(i * inner + k);
  });
}

bool FunctionFrame::put(FlatValue& into, const FlatValue& value, Span where) {
  auto made = conformed(value, into);
  if (!made)
    return complain(where, words(into) + " cannot take the value of " + words(value) + ".");
  into = std::move(*made);
  return true;
}

}  // namespace bw::equation
