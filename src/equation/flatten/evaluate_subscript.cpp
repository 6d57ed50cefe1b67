// Subscripts: numbers, ranges and lists that are known before the run; ':' for all, 'end' for the
// last. Missing ones mean all.

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/text.h"
#include "equation/core/expression.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/records.h"
#include "equation/values/value.h"

namespace bw::equation {

using syntax::Kind;

namespace {

constexpr int deepest_quick = 8;

}  // namespace

// x[i + 1] is the bulk of a model of 100,000 equations: such numbers need no graph.
std::optional<double> Evaluator::quick_number(Id id, int depth) const {
  const Expression& expression = tree()[id];
  if (expression.kind == Kind::integer) return expression.number;
  if (expression.kind == Kind::end && !ends_.empty()) return static_cast<double>(ends_.back());
  if (expression.kind == Kind::name && expression.count == 0) {
    const Iterator* iterator = find_iterator(expression.name);
    if (iterator != nullptr && iterator->round.type == ValueType::integer)
      return iterator->round.value;
  }
  if (expression.kind != Kind::binary || depth >= deepest_quick) return {};
  if (expression.op != Op::add && expression.op != Op::subtract && expression.op != Op::multiply)
    return {};
  const auto a = quick_number(expression.a, depth + 1);
  const auto b = a ? quick_number(expression.b, depth + 1) : std::nullopt;
  return b ? std::optional(value_of(expression.op, *a, *b)) : std::nullopt;
}

std::optional<std::vector<Evaluator::Selection>> Evaluator::selections(std::string_view name,
                                                                       const Shape& shape,
                                                                       std::span<const Id> ids,
                                                                       Span where) {
  if (ids.size() > shape.size()) {
    complain(where, "'" + std::string(name) + "' is " +
                        (shape.empty() ? "not an array" : "an array of " + words(shape)) +
                        ", but here are " + std::to_string(ids.size()) + " subscripts.");
    return {};
  }
  std::vector<Selection> all;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i < ids.size() && ids[i] != syntax::nothing && tree()[ids[i]].kind != Kind::all) {
      auto one = selection(ids[i], shape[i], name);
      if (!one) return {};
      all.push_back(std::move(*one));
      continue;
    }
    Selection whole;
    whole.positions.resize(shape[i]);
    std::iota(whole.positions.begin(), whole.positions.end(), std::size_t{0});
    all.push_back(std::move(whole));
  }
  return all;
}

std::optional<Evaluator::Picked> Evaluator::pick(std::string_view name, const Shape& shape,
                                                 std::span<const Id> subscripts, Span where) {
  const auto chosen = selections(name, shape, subscripts, where);
  if (!chosen) return {};
  Picked picked{{}, {0}};
  for (std::size_t i = 0; i < chosen->size(); ++i) {
    const Selection& selection = (*chosen)[i];
    if (!selection.is_single) picked.shape.push_back(selection.positions.size());
    std::vector<std::size_t> deeper;
    const std::size_t count = picked.places.size() * selection.positions.size();
    flattening_.spend_on_operations(count, where);
    deeper.reserve(count);
    for (const std::size_t place : picked.places)
      for (const std::size_t position : selection.positions)
        deeper.push_back(place * shape[i] + position);
    picked.places = std::move(deeper);
  }
  return picked;
}

// f(x)[1] and the like.
FlatValue Evaluator::element(const Expression& expression) {
  const FlatValue whole = evaluate(expression.a);
  return whole.is_unknown() ? whole : local_value(whole, expression);
}

// One that only the run knows. Base Modelica has them in tables of logic values; in equations they
// are often a mistake.
bool Evaluator::has_unknown_subscript(const Shape& shape, const Expression& expression) {
  if (!tree().is_base && frame_ == nullptr) return false;
  const auto ids = tree().list(expression);
  for (std::size_t i = 0; i < ids.size() && i < shape.size(); ++i) {
    if (tree()[ids[i]].kind == Kind::all) continue;
    ends_.push_back(shape[i]);
    const bool is_quick = quick_number(ids[i], 0).has_value();
    if (!is_quick) flattening_.spend(1, expression.where);
    const FlatValue value = is_quick ? FlatValue{} : evaluate(ids[i]);
    ends_.pop_back();
    if (value.type == ValueType::integer && !value.is_array() && !known_.value(value.scalar))
      return true;
  }
  return false;
}

// x[n] = if n == 1 then x[1] elseif n == 2 then x[2] ..., dimension by dimension. A subscript that
// is not in the array gives no number.
FlatValue Evaluator::chosen_element(const FlatValue& whole, const Expression& expression) {
  if (whole.is_record())
    return complain(expression.where,
                    "A subscript of records must be known before the run. Write the field first.");
  const auto ids = tree().list(expression);
  if (ids.size() != whole.shape.size())
    return complain(expression.where,
                    "A subscript that is not known before the run needs one for each dimension.");
  std::vector<Node> nodes = whole.elements;
  if (nodes.empty()) return complain(expression.where, "An empty array has no elements.");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ends_.push_back(whole.shape[i]);
    const FlatValue subscript = evaluate(ids[i]);
    ends_.pop_back();
    if (subscript.is_unknown()) return {};
    if (subscript.type != ValueType::integer || subscript.is_array())
      return complain(expression.where,
                      "Beside a subscript that is not known before the run each one must be an "
                      "Integer, but here is " +
                          words(subscript) + ".");
    const std::size_t count = whole.shape[i],
                      stride = nodes.size() / std::max<std::size_t>(count, 1);
    flattening_.spend_on_operations(nodes.size(), expression.where);
    std::vector<Node> left(stride, graph().constant(std::numeric_limits<double>::quiet_NaN()));
    for (std::size_t k = count; k-- > 0;) {
      const Node number = graph().constant(static_cast<double>(k + 1));
      const Node is_it = frame_ != nullptr && is_silent_
                             ? exact_equality(Op::equal, subscript.scalar, number).scalar
                             : graph().make(Op::equal, subscript.scalar, number);
      for (std::size_t j = 0; j < stride; ++j)
        left[j] = graph().make(Op::choose, is_it, nodes[k * stride + j], left[j]);
    }
    nodes = std::move(left);
  }
  return scalar_value(whole.type, nodes[0]);
}

FlatValue Evaluator::local_value(const FlatValue& local, const Expression& expression) {
  if (expression.count == 0) return local;
  if (has_unknown_subscript(local.shape, expression)) return chosen_element(local, expression);
  const auto picked = pick(expression.name, local.shape, tree().list(expression), expression.where);
  if (!picked) return {};
  return picked_from(local, local.shape.size(), picked->shape, picked->places);
}

std::optional<Evaluator::Selection> Evaluator::selection(Id id, std::size_t size,
                                                         std::string_view name) {
  ends_.push_back(size);
  const auto quick = quick_number(id, 0);
  const FlatValue value = quick ? FlatValue{} : evaluate(id);
  ends_.pop_back();
  if (quick) {
    const auto one = position(*quick, size, id, name);
    return one ? std::optional(Selection{{*one}, true}) : std::nullopt;
  }
  if (value.is_unknown()) return {};
  if (value.type != ValueType::integer || value.shape.size() > 1) {
    complain(tree()[id].where, "A subscript must be an Integer, but this is " + words(value) + ".");
    return {};
  }
  Selection chosen;
  chosen.is_single = !value.is_array();
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto number = take_known(value.at(i));
    if (!number) {
      complain(tree()[id].where,
               "A subscript must be known before the run. Choose among the elements "
               "by 'if', as in sum(if i == k then x[i] else 0 for i in 1:3).");
      return {};
    }
    const auto one = position(*number, size, id, name);
    if (!one) return {};
    chosen.positions.push_back(*one);
  }
  return chosen;
}

std::optional<std::size_t> Evaluator::position(double index, std::size_t size, Id id,
                                               std::string_view name) {
  if (index >= 1 && index <= static_cast<double>(size)) return static_cast<std::size_t>(index) - 1;
  complain(tree()[id].where,
           "'" + std::string(name) + "' has " +
               (size == 0 ? "no elements" : "the elements 1 to " + std::to_string(size)) +
               ", but here is " + brief(index) + iteration() + ".");
  return {};
}

}  // namespace bw::equation
