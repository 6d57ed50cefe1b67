// Sizes of arrays, and the variables of a declaration.

#include "equation/core/flat_model.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/syntax.h"
#include "equation/values/value.h"

namespace bw::equation {
namespace {

// Depth of sizes that depend on other sizes.
constexpr int deepest_sizes = 40;

ScalarType scalar_type_of(ValueType type) {
  return type == ValueType::integer   ? ScalarType::integer
         : type == ValueType::boolean ? ScalarType::boolean
                                      : ScalarType::real;
}

// "[2,3]" for the element at this position.
std::string subscripts_of(std::size_t element, const Shape& shape) {
  std::string all;
  for (std::size_t i = shape.size(); i-- > 0; element /= shape[i])
    all = std::to_string(element % shape[i] + 1) + (all.empty() ? "" : ",") + all;
  return "[" + all + "]";
}

}  // namespace

bool Declarations::prepare(Symbol& symbol, Evaluator& evaluator) {
  if (symbol.shape_state == Symbol::State::ready) return true;
  if (symbol.shape_state == Symbol::State::broken) return false;
  if (symbol.shape_state == Symbol::State::open || nesting_ > deepest_sizes) {
    flattening_.mistakes.add(symbol.declaration->where,
                             "The size of '" + std::string(symbol.declaration->name) +
                                 "' depends on itself, or on too many others.");
    symbol.shape_state = Symbol::State::broken;
    return false;
  }
  symbol.shape_state = Symbol::State::open;
  ++nesting_;
  const bool is_found = find_shape(symbol, evaluator);
  --nesting_;
  if (symbol.shape_state == Symbol::State::broken) return false;
  symbol.shape_state = is_found ? Symbol::State::ready : Symbol::State::broken;
  if (is_found && symbol.has_variables()) make_variables(symbol);
  return is_found;
}

bool Declarations::find_shape(Symbol& symbol, Evaluator& evaluator) {
  for (std::size_t i = 0; i < symbol.sizes.size(); ++i) {
    const auto size = find_size(symbol, i, evaluator);
    if (!size) return false;
    // Each factor is within the limit, so the product of two cannot overflow.
    flattening_.spend(*size, symbol.declaration->where);
    symbol.shape.push_back(*size);
    flattening_.spend(element_count(symbol.shape), symbol.declaration->where);
  }
  if (!symbol.shape.empty() && !symbol.has_variables()) {
    flattening_.mistakes.add(symbol.declaration->where,
                             symbol.type == ValueType::text
                                 ? "Arrays of String are not supported."
                                 : "Arrays of objects are not supported.");
    return false;
  }
  return true;
}

std::optional<std::size_t> Declarations::find_size(const Symbol& symbol, std::size_t dimension,
                                                   Evaluator& evaluator) {
  const syntax::Id id = symbol.sizes[dimension];
  if (flattening_.tree[id].kind != syntax::Kind::all) {
    const auto size = evaluator.take_whole(id, "The size of an array");
    if (size && *size >= 0) return static_cast<std::size_t>(*size);
    if (size)
      flattening_.mistakes.add(flattening_.tree[id].where,
                               "The size of an array cannot be negative.");
    return {};
  }
  if (symbol.declaration->binding == syntax::nothing) {
    flattening_.mistakes.add(flattening_.tree[id].where,
                             "The size ':' needs a value in the declaration, but there is none.");
    return {};
  }
  const FlatValue value = evaluator.evaluate(symbol.declaration->binding);
  if (value.is_unknown()) return {};
  if (value.shape.size() == symbol.sizes.size()) return value.shape[dimension];
  flattening_.mistakes.add(flattening_.tree[symbol.declaration->binding].where,
                           "An array with " + std::to_string(symbol.sizes.size()) +
                               (symbol.sizes.size() == 1 ? " dimension" : " dimensions") +
                               " was declared, but this is " + words(value) + ".");
  return {};
}

void Declarations::make_variables(Symbol& symbol) {
  const syntax::Declaration& declaration = *symbol.declaration;
  const std::string name(declaration.name);
  FlatVariable variable;
  variable.type = scalar_type_of(symbol.type);
  variable.variability = symbol.variability;
  variable.causality = declaration.causality;
  variable.is_final = declaration.is_final;
  variable.description = declaration.description;
  variable.where = flattening_.source.position(declaration.where.begin);
  if (symbol.si) {
    variable.unit = symbol.si->unit;
    variable.display_unit = symbol.si->display_unit;
    variable.quantity = symbol.si->quantity;
  }
  auto& variables = flattening_.model.variables;
  symbol.first = static_cast<std::uint32_t>(variables.size());
  const std::size_t count = element_count(symbol.shape);
  for (std::size_t i = 0; i < count; ++i) {
    variable.name = symbol.shape.empty() ? name : name + subscripts_of(i, symbol.shape);
    variables.push_back(variable);
    of_variable_.push_back(&symbol);
  }
}

}  // namespace bw::equation
