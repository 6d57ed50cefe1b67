// The meaning of a name: the counter of a loop, time, a variable with or without subscripts, a
// constant of the standard library.

#include <algorithm>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/si_types.h"
#include "equation/flatten/value.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {

const Evaluator::Iterator* Evaluator::find_iterator(std::string_view name) const {
  for (std::size_t i = iterators_.size(); i-- > 0;)
    if (iterators_[i].name == name) return &iterators_[i];
  return nullptr;
}

FlatValue Evaluator::name(const Expression& expression) {
  if (const Iterator* iterator = find_iterator(expression.name)) {
    if (expression.count > 0)
      return complain(expression.where, "'" + std::string(expression.name) +
                                            "' is a loop variable and has no subscripts.");
    return scalar_value(iterator->round.type, graph().constant(iterator->round.value));
  }
  if (Symbol* symbol = declarations_.find(expression.name))
    return symbol_value(*symbol, expression);
  if (expression.name == "time" && expression.count == 0)
    return scalar_value(ValueType::real, graph().time());
  if (const auto constant = find_constant(expression.name); constant && expression.count == 0)
    return scalar_value(ValueType::real, graph().constant(*constant));
  return unknown_name(expression);
}

// The replacement for names from other languages.
std::string Evaluator::instead_of_name(const std::string& name) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, name) != words.end();
  };
  const std::string quoted = "'" + name + "'", undeclared = quoted + " is not declared.";
  if (find_function(name) != nullptr)
    return quoted + " is a function: write its arguments in parentheses, as in " + name + "(x).";
  if (find_constant("Modelica.Constants." + name))
    return undeclared + " The constant is written Modelica.Constants." + name + ".";
  if (is_one_of({"True", "TRUE", "yes", "on"})) return undeclared + " Write true.";
  if (is_one_of({"False", "FALSE", "no", "off"})) return undeclared + " Write false.";
  if (is_one_of({"t", "Time"})) return undeclared + " The time of the simulation is 'time'.";
  const std::string rest = name.substr(1);
  if (name[0] == 'd' && declarations_.find(rest) != nullptr)
    return undeclared + " The derivative of '" + rest + "' by time is written der(" + rest + ").";
  return undeclared + declarations_.suggestion(name);
}

FlatValue Evaluator::unknown_name(const Expression& expression) {
  const std::string name(expression.name);
  if (tree().lost_names.contains(name)) return {};  // its declaration has been reported
  if (name.starts_with("Modelica.Constants."))
    return complain(expression.where, "'" + name + "' is not a known constant. Write its value.");
  // Of a component that could not be declared, which has been reported.
  const Symbol* const part = declarations_.find(name.substr(0, name.find('.')));
  if (part != nullptr && part->shape_state == Symbol::State::broken) return {};
  if (name.find('.') != std::string::npos)
    return complain(expression.where,
                    "A flat model has no components with variables of their own, so '" + name +
                        "' has no meaning here.");
  return complain(expression.where, instead_of_name(name));
}

// Constants and fixed parameters are literals in the equations.
Node Evaluator::node_of(std::uint32_t variable, Span where) {
  const FlatVariable& it = flattening_.model.variables[variable];
  if (assignments_ != nullptr)
    if (const Node assigned = assignments_->current(variable, where); assigned != no_node)
      return assigned;
  const Node node = graph().variable(variable);
  if (it.variability != Variability::constant && !it.is_structural) return node;
  const auto value = known_.value(node);
  return value ? graph().constant(*value) : node;
}

FlatValue Evaluator::symbol_value(Symbol& symbol, const Expression& expression) {
  if (!declarations_.prepare(symbol, *this)) return {};
  if (symbol.type == ValueType::text) {
    declarations_.bind(symbol, *this);
    FlatValue value = scalar_value(ValueType::text, no_node);
    value.text = symbol.text;
    return value;
  }
  if (symbol.shape.empty() && expression.count == 0)
    return scalar_value(symbol.type, node_of(symbol.first, expression.where));
  const auto chosen = selections(symbol, expression);
  if (!chosen) return {};
  Shape shape;
  std::vector<std::size_t> places{0};
  for (std::size_t i = 0; i < chosen->size(); ++i) {
    const Selection& selection = (*chosen)[i];
    if (!selection.is_single) shape.push_back(selection.positions.size());
    std::vector<std::size_t> deeper;
    flattening_.spend_on_operations(places.size() * selection.positions.size(), expression.where);
    deeper.reserve(places.size() * selection.positions.size());
    for (const std::size_t place : places)
      for (const std::size_t position : selection.positions)
        deeper.push_back(place * symbol.shape[i] + position);
    places = std::move(deeper);
  }
  std::vector<Node> nodes;
  nodes.reserve(places.size());
  for (const std::size_t place : places)
    nodes.push_back(node_of(symbol.first + static_cast<std::uint32_t>(place), expression.where));
  if (shape.empty()) return scalar_value(symbol.type, nodes[0]);
  flattening_.spend(nodes.size(), expression.where);
  return array_value(symbol.type, std::move(shape), std::move(nodes));
}

std::optional<FlatValue> Evaluator::variables(Id id, std::string_view purpose) {
  const Expression& expression = tree()[id];
  Symbol* symbol =
      expression.kind == syntax::Kind::name && find_iterator(expression.name) == nullptr
          ? declarations_.find(expression.name)
          : nullptr;
  FlatValue value;
  if (symbol != nullptr) {
    Assignments* const before = std::exchange(assignments_, nullptr);
    value = symbol_value(*symbol, expression);
    assignments_ = before;
  } else if (expression.kind == syntax::Kind::name) {
    value = name(expression);  // reports an unknown name
  } else {
    complain(expression.where, std::string(purpose) + " a variable, but this is an expression.");
    return {};
  }
  if (value.is_unknown()) return {};
  if (symbol != nullptr && symbol->type != ValueType::text) return value;
  complain(expression.where, std::string(purpose) + " a variable, but '" +
                                 std::string(expression.name) + "' is not a variable.");
  return {};
}

}  // namespace bw::equation
