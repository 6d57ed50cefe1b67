// Types and names: who is declared, and as what.

#include "equation/flatten/declarations.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "equation/flatten/evaluate.h"

namespace bw::equation {
namespace {

constexpr int deepest_types = 50;
constexpr std::size_t most_names_compared = 5000;  // above it no suggestion is made
constexpr std::size_t most_suggestions = 10;

std::optional<ValueType> builtin_type(std::string_view name) {
  if (name == "Real") return ValueType::real;
  if (name == "Integer") return ValueType::integer;
  if (name == "Boolean") return ValueType::boolean;
  if (name == "String") return ValueType::text;
  return {};
}

// Connectors of the standard library that are just a variable with a direction.
std::string instead_of(std::string_view type) {
  const std::size_t dot = type.rfind('.');
  const std::string_view last = dot == std::string_view::npos ? type : type.substr(dot + 1);
  for (const std::string_view base : {"Real", "Integer", "Boolean"}) {
    if (last == std::string(base) + "Input") return " Write 'input " + std::string(base) + "'.";
    if (last == std::string(base) + "Output") return " Write 'output " + std::string(base) + "'.";
  }
  if (type == "float" || type == "double") return " Write 'Real'.";
  if (type == "int") return " Write 'Integer'.";
  if (type == "bool") return " Write 'Boolean'.";
  return "";
}

// Enumerations of the language.
constexpr std::array state_select =
    std::to_array<std::string_view>({"never", "avoid", "default", "prefer", "always"});

}  // namespace

Declarations::Declarations(Flattening& flattening) : flattening_(flattening) {}

void Declarations::collect() {
  for (const syntax::TypeDefinition& type : flattening_.tree.types) {
    if (builtin_type(type.name))
      flattening_.mistakes.add(type.where,
                               "'" + std::string(type.name) + "' is a type of the language.");
    else if (!types_.emplace(type.name, &type).second)
      flattening_.mistakes.add(type.where,
                               "The type '" + std::string(type.name) + "' is defined twice.");
    for (std::size_t i = 0; i < type.literals.size(); ++i)
      if (!literals_
               .emplace(std::string(type.name) + "." + std::string(type.literals[i]),
                        static_cast<double>(i + 1))
               .second)
        flattening_.mistakes.add(type.where, "The enumeration '" + std::string(type.name) +
                                                 "' has the literal '" +
                                                 std::string(type.literals[i]) + "' twice.");
  }
  for (std::size_t i = 0; i < state_select.size(); ++i)
    literals_.emplace("StateSelect." + std::string(state_select[i]), static_cast<double>(i + 1));
  for (const syntax::RecordDefinition& record : flattening_.tree.records)
    records_.emplace(record.name, &record);
  by_name_.reserve(flattening_.tree.declarations.size());
  for (const syntax::Declaration& declaration : flattening_.tree.declarations) add(declaration);
}

void Declarations::add(const syntax::Declaration& declaration) {
  const std::string name(declaration.name);
  if (name == "time")
    return flattening_.mistakes.add(declaration.where,
                                    "'time' is the time of the simulation. Choose "
                                    "another name.");
  const auto [known, is_new] = by_name_.emplace(declaration.name, nullptr);
  if (!is_new) {
    const Span first = known->second->declaration->where;
    return flattening_.mistakes.add(
        declaration.where, "'" + name + "' is declared twice, first in line " +
                               std::to_string(flattening_.source.position(first.begin).line) + ".");
  }
  Symbol& symbol = symbols_.emplace_back();
  known->second = &symbol;
  symbol.declaration = &declaration;
  symbol.sizes = declaration.sizes;
  if (!resolve_type(symbol, declaration.type, 0)) symbol.shape_state = Symbol::State::broken;
  for (const syntax::Modifier& modifier : declaration.modifiers)
    symbol.modifiers.push_back(&modifier);
  symbol.variability = variability_of(symbol);
  if (symbol.type == ValueType::object && !declaration.variability)
    symbol.variability = Variability::parameter;
  if (symbol.type == ValueType::text && symbol.variability > Variability::parameter) {
    flattening_.mistakes.add(declaration.where,
                             "A String can only be a parameter or a constant, for messages.");
    symbol.shape_state = Symbol::State::broken;
  }
}

bool Declarations::resolve_type(Symbol& symbol, const syntax::TypeName& type, int depth) {
  if (const auto builtin = builtin_type(type.name)) {
    symbol.type = *builtin;
    return true;
  }
  if (flattening_.tree.is_base && type.name == "StateSelect") {
    symbol.type = ValueType::integer;
    return true;
  }
  const auto own = types_.find(type.name);
  if (own != types_.end() && depth < deepest_types) {
    const syntax::TypeDefinition& definition = *own->second;
    symbol.sizes.insert(symbol.sizes.end(), definition.sizes.begin(), definition.sizes.end());
    if (!definition.literals.empty()) {
      symbol.type = ValueType::integer;
      symbol.literal_count = definition.literals.size();
      return true;
    }
    if (!resolve_type(symbol, definition.base, depth + 1)) return false;
    for (const syntax::Modifier& modifier : definition.modifiers)
      symbol.modifiers.push_back(&modifier);
    return true;
  }
  if (flattening_.tree.external_objects.contains(type.name)) {
    symbol.type = ValueType::object;
    return true;
  }
  symbol.si = find_si_type(type.name);
  if (symbol.si) {
    symbol.type = ValueType::real;
    return true;
  }
  complain_about_type(type);
  return false;
}

void Declarations::complain_about_type(const syntax::TypeName& type) {
  const std::string name(type.name);
  if (types_.contains(type.name))
    return flattening_.mistakes.add(type.where, "The type '" + name + "' is defined by itself.");
  if (is_si_name(type.name))
    return flattening_.mistakes.add(
        type.where,
        "The type '" + name +
            "' is not supported. Write Real with its unit, as in Real(unit = \"m/s\").");
  if (type.name.find('.') != std::string_view::npos)
    return flattening_.mistakes.add(
        type.where, "'" + name +
                        "' is a class of a library; components of other classes are not supported "
                        "in a flat model." +
                        (instead_of(type.name).empty() ? " Write its variables and equations here."
                                                       : instead_of(type.name)));
  if (name == "StateSelect" || name == "Clock" || name == "ExternalObject")
    return flattening_.mistakes.add(type.where,
                                    "Variables of type '" + name + "' are not supported.");
  std::vector<std::string> known{"Real", "Integer", "Boolean", "String"};
  for (const syntax::TypeDefinition& one : flattening_.tree.types) known.emplace_back(one.name);
  const std::string meant = did_you_mean(type.name, known);
  const std::string instead = meant.starts_with(" Did") ? meant : instead_of(type.name);
  flattening_.mistakes.add(
      type.where,
      "'" + name + "' is not a supported type" +
          (instead.empty() ? "; components of other classes are not supported in a flat model."
                           : "." + instead));
}

// Variables that are discrete because a when assigns them are found later.
Variability Declarations::variability_of(const Symbol& symbol) const {
  if (symbol.declaration->variability) return *symbol.declaration->variability;
  return symbol.type == ValueType::real ? Variability::continuous : Variability::discrete;
}

std::optional<ValueType> Declarations::simple_type(const syntax::TypeName& type) const {
  const syntax::TypeName* at = &type;
  for (int depth = 0; depth < deepest_types; ++depth) {
    if (const auto builtin = builtin_type(at->name)) return builtin;
    if (flattening_.tree.external_objects.contains(at->name)) return ValueType::object;
    const auto own = types_.find(at->name);
    if (own == types_.end()) break;
    if (!own->second->literals.empty()) return ValueType::integer;
    at = &own->second->base;
  }
  return find_si_type(at->name) ? std::optional(ValueType::real) : std::nullopt;
}

const std::vector<std::string_view>* Declarations::parts_of(std::string_view name) {
  if (!parts_) {
    parts_.emplace();
    for (const Symbol& symbol : symbols_) parts_->add(symbol.declaration->name);
  }
  return parts_->parts_of(name);
}

const syntax::RecordDefinition* Declarations::find_record(std::string_view name) const {
  const auto found = records_.find(name);
  return found == records_.end() ? nullptr : found->second;
}

std::optional<double> Declarations::find_literal(std::string_view name) const {
  if (literals_.empty()) return {};
  const auto found = literals_.find(std::string(name));
  return found == literals_.end() ? std::nullopt : std::optional(found->second);
}

Symbol* Declarations::find(std::string_view name) {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

std::string Declarations::suggestion(std::string_view wrong) const {
  if (symbols_.size() > most_names_compared || flattening_.mistakes.size() > most_suggestions)
    return "";
  std::vector<std::string> known;
  for (const Symbol& symbol : symbols_) known.emplace_back(symbol.declaration->name);
  known.emplace_back("time");
  return did_you_mean(wrong, known);
}

void Declarations::bind_variable(std::uint32_t variable, Evaluator& evaluator) {
  bind(*of_variable_[variable], evaluator);
}

}  // namespace bw::equation
