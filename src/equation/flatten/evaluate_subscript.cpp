// Subscripts: numbers, ranges and lists that are known before the run; ':' for all, 'end' for the
// last. Missing ones mean all.

#include <numeric>

#include "base/text.h"
#include "equation/core/expression.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/value.h"
#include "equation/text/syntax.h"

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

std::optional<std::vector<Evaluator::Selection>> Evaluator::selections(
    const Symbol& symbol, const Expression& expression) {
  const auto ids = tree().list(expression);
  if (ids.size() > symbol.shape.size()) {
    complain(expression.where,
             "'" + std::string(symbol.declaration->name) + "' is " +
                 (symbol.shape.empty() ? "not an array" : "an array of " + words(symbol.shape)) +
                 ", but here are " + std::to_string(ids.size()) + " subscripts.");
    return {};
  }
  std::vector<Selection> all;
  for (std::size_t i = 0; i < symbol.shape.size(); ++i) {
    if (i < ids.size() && tree()[ids[i]].kind != Kind::all) {
      auto one = selection(ids[i], symbol.shape[i], symbol);
      if (!one) return {};
      all.push_back(std::move(*one));
      continue;
    }
    Selection whole;
    whole.positions.resize(symbol.shape[i]);
    std::iota(whole.positions.begin(), whole.positions.end(), std::size_t{0});
    all.push_back(std::move(whole));
  }
  return all;
}

std::optional<Evaluator::Selection> Evaluator::selection(Id id, std::size_t size,
                                                         const Symbol& symbol) {
  ends_.push_back(size);
  const auto quick = quick_number(id, 0);
  const FlatValue value = quick ? FlatValue{} : evaluate(id);
  ends_.pop_back();
  if (quick) {
    const auto one = position(*quick, size, id, symbol);
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
    const auto one = position(*number, size, id, symbol);
    if (!one) return {};
    chosen.positions.push_back(*one);
  }
  return chosen;
}

std::optional<std::size_t> Evaluator::position(double index, std::size_t size, Id id,
                                               const Symbol& symbol) {
  if (index >= 1 && index <= static_cast<double>(size)) return static_cast<std::size_t>(index) - 1;
  const std::string name(symbol.declaration->name);
  complain(tree()[id].where,
           "'" + name + "' has " +
               (size == 0 ? "no elements" : "the elements 1 to " + std::to_string(size)) +
               ", but here is " + brief(index) + iteration() + ".");
  return {};
}

}  // namespace bw::equation
