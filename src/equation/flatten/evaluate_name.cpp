// The meaning of a name: the counter of a loop, time, a variable with or without subscripts, a
// constant of the standard library.

#include <algorithm>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/records.h"
#include "equation/values/si_types.h"
#include "equation/values/value.h"

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
  if (const auto local = local_on_path(expression)) return *local;
  Symbol* const symbol = declarations_.find(expression.name);
  if (symbol != nullptr && (frame_ == nullptr || symbol->variability == Variability::constant))
    return symbol_value(*symbol, expression);
  if (const auto literal = declarations_.find_literal(expression.name))
    return scalar_value(ValueType::integer, graph().constant(*literal));
  if (const auto found = whole_on_path(expression)) return *found;
  if (expression.name == "time" && frame_ != nullptr)
    return complain(expression.where,
                    "'time' has no meaning in a function. Give it as an argument.");
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
  if (find_function(name) != nullptr || find_own_function(name) != nullptr)
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
  if (!symbol.has_variables()) {
    declarations_.bind(symbol, *this);
    FlatValue value = symbol.value;
    value.type = symbol.type;
    return value;
  }
  if (symbol.shape.empty() && expression.count == 0)
    return scalar_value(symbol.type, node_of(symbol.first, expression.where));
  if (expression.count > 0 && has_unknown_subscript(symbol.shape, expression)) {
    Expression all = expression;
    all.count = 0;
    return chosen_element(symbol_value(symbol, all), expression);
  }
  auto picked =
      pick(symbol.declaration->name, symbol.shape, tree().list(expression), expression.where);
  if (!picked) return {};
  std::vector<Node> nodes;
  nodes.reserve(picked->places.size());
  for (const std::size_t place : picked->places)
    nodes.push_back(node_of(symbol.first + static_cast<std::uint32_t>(place), expression.where));
  if (picked->shape.empty()) return scalar_value(symbol.type, nodes[0]);
  flattening_.spend(nodes.size(), expression.where);
  return array_value(symbol.type, std::move(picked->shape), std::move(nodes));
}

// The variables that the elements of a value are; nothing where one is something else.
bool Evaluator::are_variables(const FlatValue& value) {
  bool are_all = !value.is_unknown();
  each_leaf(value, [&](const FlatValue& leaf) {
    are_all = are_all && leaf.has_nodes();
    for (std::size_t i = 0; are_all && i < leaf.size(); ++i)
      are_all = graph()[leaf.at(i)].op == Op::variable;
  });
  return are_all;
}

std::optional<FlatValue> Evaluator::variables(Id id, std::string_view purpose) {
  const Expression& expression = tree()[id];
  const bool is_name = expression.kind == syntax::Kind::name;
  const bool is_part = expression.kind == syntax::Kind::field ||
                       expression.kind == syntax::Kind::element ||
                       expression.kind == syntax::Kind::array;
  if (!is_name && !is_part) {
    complain(expression.where, std::string(purpose) + " a variable, but this is an expression.");
    return {};
  }
  Assignments* const before = std::exchange(assignments_, nullptr);
  Symbol* const symbol = is_name && find_iterator(expression.name) == nullptr
                             ? declarations_.find(expression.name)
                             : nullptr;
  const FlatValue value = symbol != nullptr ? symbol_value(*symbol, expression) : evaluate(id);
  assignments_ = before;
  if (value.is_unknown()) return {};
  if (symbol != nullptr ? symbol->has_variables()
                        : find_iterator(expression.name) == nullptr && are_variables(value))
    return value;
  complain(expression.where, std::string(purpose) + " a variable, but '" +
                                 std::string(expression.name) + "' is not a variable.");
  return {};
}

}  // namespace bw::equation
