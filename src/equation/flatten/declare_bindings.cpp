// Values of parameters and constants, and the equations of other declarations.

#include "base/position.h"
#include "base/text.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/attributes.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/value.h"

namespace bw::equation {
namespace {

// A longer chain of constants defined by others is not followed; the name then stays in the
// equations instead of its number.
constexpr int deepest_bindings = 100;

bool is_literal(const Symbol& symbol, double number) {
  return number >= 1 && number <= static_cast<double>(symbol.literal_count);
}

std::string no_literal(const Symbol& symbol, double number) {
  return "The enumeration of '" + std::string(symbol.declaration->name) +
         "' has the literals 1 to " + std::to_string(symbol.literal_count) + ", but this is " +
         brief(number) + ".";
}

}  // namespace

void Declarations::bind(Symbol& symbol, Evaluator& evaluator) {
  if (symbol.binding_state != Symbol::State::untouched || nesting_ > deepest_bindings) return;
  if (symbol.variability > Variability::parameter || !prepare(symbol, evaluator)) return;
  if (symbol.binding_state != Symbol::State::untouched) return;  // a size needed it
  symbol.binding_state = Symbol::State::open;
  ++nesting_;
  const Silence silence(evaluator, true);
  if (symbol.declaration->binding == syntax::nothing) {
    bind_without_value(symbol);
  } else if (const auto value = binding_value(symbol, evaluator)) {
    if (!symbol.has_variables()) symbol.value = *value;
    for (std::size_t i = 0; symbol.has_variables() && i < value->size(); ++i)
      flattening_.model.variables[symbol.first + i].binding = value->at(i);
  }
  take_given_values(symbol);
  --nesting_;
  symbol.binding_state = Symbol::State::ready;
}

void Declarations::take_given_values(const Symbol& symbol) {
  if (flattening_.given.empty() || symbol.variability != Variability::parameter) return;
  for (std::size_t i = 0; symbol.has_variables() && i < element_count(symbol.shape); ++i) {
    FlatVariable& variable = flattening_.model.variables[symbol.first + i];
    const auto given = flattening_.given.find(variable.name);
    if (given != flattening_.given.end() && symbol.literal_count > 0 &&
        !is_literal(symbol, given->second))
      flattening_.mistakes.add(symbol.declaration->where, no_literal(symbol, given->second));
    if (given != flattening_.given.end())
      variable.binding = flattening_.model.graph.constant(given->second);
  }
}

// Its start value is used when the attributes are read.
void Declarations::bind_without_value(Symbol& symbol) {
  if (symbol.variability != Variability::constant) return;
  flattening_.mistakes.add(
      symbol.declaration->where,
      "The constant '" + std::string(symbol.declaration->name) + "' has no value.");
}

std::optional<FlatValue> Declarations::binding_value(Symbol& symbol, Evaluator& evaluator) {
  const syntax::Declaration& declaration = *symbol.declaration;
  FlatValue value = evaluator.evaluate(declaration.binding);
  if (value.is_unknown()) return {};
  const Span where = flattening_.tree[declaration.binding].where;
  const std::string name(declaration.name);
  const syntax::Expression& written = flattening_.tree[declaration.binding];
  if (symbol.type == ValueType::integer && written.kind == syntax::Kind::real &&
      written.number > largest_integer) {
    flattening_.mistakes.add(where,
                             "The largest Integer is 2147483647. Use a Real for larger values.");
    return {};
  }
  if (!fits(value.type, symbol.type)) {
    flattening_.mistakes.add(
        where, "'" + name + "' is " + words(symbol.type) + ", but this is " + words(value) + ".");
    return {};
  }
  for (std::size_t i = 0; symbol.literal_count > 0 && i < value.size(); ++i) {
    const Term& term = flattening_.model.graph[value.at(i)];
    if (term.op != Op::constant || is_literal(symbol, term.value)) continue;
    flattening_.mistakes.add(where, no_literal(symbol, term.value));
    return {};
  }
  if (value.shape != symbol.shape) {
    flattening_.mistakes.add(
        where, "'" + name + "' is " +
                   (symbol.shape.empty() ? "not an array" : "an array of " + words(symbol.shape)) +
                   ", but this is " +
                   (value.is_array() ? "an array of " + words(value.shape)
                                     : "a scalar; fill(value, size) makes an array") +
                   ".");
    return {};
  }
  return value;
}

void Declarations::finish(Symbol& symbol, Evaluator& evaluator) {
  if (!prepare(symbol, evaluator)) return;
  bind(symbol, evaluator);
  read_attributes(symbol, evaluator, flattening_);
  if (symbol.variability > Variability::parameter && symbol.declaration->binding != syntax::nothing)
    declaration_equation(symbol, evaluator);
}

void Declarations::declaration_equation(Symbol& symbol, Evaluator& evaluator) {
  const syntax::Declaration& declaration = *symbol.declaration;
  if (declaration.causality == Causality::input)
    return flattening_.mistakes.add(flattening_.tree[declaration.binding].where,
                                    "The input '" + std::string(declaration.name) +
                                        "' gets its value from outside. Give a default value as " +
                                        std::string(declaration.name) + "(start = ...).");
  const auto value = binding_value(symbol, evaluator);
  if (!value) return;
  FlatModel& model = flattening_.model;
  const std::string text =
      std::string(declaration.name) + " = " +
      flattening_.source.on_one_line(flattening_.tree[declaration.binding].where);
  const Position where = flattening_.source.position(declaration.where.begin);
  for (std::size_t i = 0; i < value->size(); ++i)
    model.equations.push_back({model.graph.variable(symbol.first + static_cast<std::uint32_t>(i)),
                               value->at(i), where, text});
}

}  // namespace bw::equation
