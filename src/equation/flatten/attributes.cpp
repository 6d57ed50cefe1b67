#include "equation/flatten/attributes.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace bw::equation {
namespace {

const std::vector<std::string>& attribute_names() {
  static const std::vector<std::string> names{
      "start", "fixed", "unit", "displayUnit", "quantity", "min", "max", "nominal", "stateSelect"};
  return names;
}

class Reader {
 public:
  Reader(Symbol& symbol, Evaluator& evaluator, Flattening& flattening)
      : symbol_(symbol), evaluator_(evaluator), flattening_(flattening) {}

  void read(const syntax::Modifier& modifier) {
    const std::string_view name = modifier.name;
    if (std::ranges::find(attribute_names(), name) == attribute_names().end())
      return complain(modifier, "'" + std::string(name) + "' is not an attribute of a variable." +
                                    did_you_mean(name, attribute_names()));
    if (name == "stateSelect") return read_select(modifier);
    if (name == "unit" || name == "displayUnit" || name == "quantity") return read_text(modifier);
    if (name == "fixed") return read_fixed(modifier);
    read_number(modifier);
  }

 private:
  void complain(const syntax::Modifier& modifier, std::string sentence) {
    flattening_.mistakes.add(modifier.where, std::move(sentence));
  }

  std::size_t count() const { return element_count(symbol_.shape); }
  FlatVariable& variable(std::size_t i) { return flattening_.model.variables[symbol_.first + i]; }

  void read_text(const syntax::Modifier& modifier) {
    const syntax::Expression& written = flattening_.tree[modifier.value];
    if (written.kind == syntax::Kind::name && !evaluator_.is_declared(written.name))
      return complain(modifier,
                      "The " + std::string(modifier.name) + " must be a string in quotes, as in " +
                          std::string(modifier.name) + " = \"" + std::string(written.name) + "\".");
    const FlatValue value = evaluator_.evaluate(modifier.value);
    if (value.is_unknown()) return;
    if (value.type != ValueType::text)
      return complain(modifier, "The " + std::string(modifier.name) +
                                    " must be a string in quotes, as in " +
                                    std::string(modifier.name) + " = \"m/s\".");
    if (modifier.name != "quantity" && symbol_.type != ValueType::real)
      return complain(modifier, "Only a Real has a unit.");
    std::string FlatVariable::*const field = modifier.name == "unit" ? &FlatVariable::unit
                                             : modifier.name == "displayUnit"
                                                 ? &FlatVariable::display_unit
                                                 : &FlatVariable::quantity;
    for (std::size_t i = 0; i < count(); ++i) variable(i).*field = value.text;
  }

  void read_fixed(const syntax::Modifier& modifier) {
    const auto value = fitting_value(modifier, ValueType::boolean);
    if (!value) return;
    for (std::size_t i = 0; i < count(); ++i) {
      const auto is_fixed = evaluator_.take_known(value->at(value->is_array() ? i : 0));
      if (!is_fixed) return complain(modifier, "'fixed' must be known before the run.");
      variable(i).fixed = *is_fixed != 0;
      // A value to be computed, unless it is given.
      if (*is_fixed == 0 && symbol_.variability == Variability::parameter && has_binding())
        return complain(modifier,
                        "'fixed = false' leaves the value of a parameter to the initial equations, "
                        "but the declaration gives a value. Remove one of them.");
    }
  }

  void read_select(const syntax::Modifier& modifier) {
    const auto value = fitting_value(modifier, ValueType::integer);
    if (!value) return;
    for (std::size_t i = 0; i < count(); ++i) {
      const auto number = evaluator_.take_known(value->at(value->is_array() ? i : 0));
      if (!number || *number < 1 || *number > 5)
        return complain(modifier,
                        "'stateSelect' is StateSelect.never, avoid, default, prefer or always.");
      variable(i).select = static_cast<StateSelect>(static_cast<int>(*number) - 1);
    }
  }

  bool has_binding() const { return symbol_.declaration->binding != syntax::nothing; }

  void read_number(const syntax::Modifier& modifier) {
    if (modifier.name == "nominal" && symbol_.type != ValueType::real)
      return complain(modifier, "Only a Real has a nominal value.");
    if (modifier.name != "start" && symbol_.type == ValueType::boolean)
      return complain(modifier, "A Boolean has no " + std::string(modifier.name) + ".");
    const auto value = fitting_value(modifier, symbol_.type);
    if (!value) return;
    Node FlatVariable::*const field = modifier.name == "start" ? &FlatVariable::start
                                      : modifier.name == "min" ? &FlatVariable::min
                                      : modifier.name == "max" ? &FlatVariable::max
                                                               : &FlatVariable::nominal;
    for (std::size_t i = 0; i < count(); ++i)
      variable(i).*field = value->at(value->is_array() ? i : 0);
  }

  // A scalar applies to all elements, also without 'each'.
  std::optional<FlatValue> fitting_value(const syntax::Modifier& modifier, ValueType type) {
    FlatValue value = evaluator_.evaluate(modifier.value);
    if (value.is_unknown()) return {};
    if (!fits(value.type, type)) {
      complain(modifier, "'" + std::string(modifier.name) + "' of '" +
                             std::string(symbol_.declaration->name) + "' is " + words(type) +
                             ", but this is " + words(value) + ".");
      return {};
    }
    if (value.is_array() && value.shape != symbol_.shape) {
      complain(modifier, "'" + std::string(symbol_.declaration->name) + "' is " +
                             (symbol_.shape.empty() ? "not an array"
                                                    : "an array of " + words(symbol_.shape)) +
                             ", but its " + std::string(modifier.name) + " is an array of " +
                             words(value.shape) + ".");
      return {};
    }
    return value;
  }

  Symbol& symbol_;
  Evaluator& evaluator_;
  Flattening& flattening_;
};

// A parameter without a value takes its start value; this is reported, because it may be forgotten.
void give_missing_values(Symbol& symbol, Flattening& flattening, bool is_to_be_found) {
  if (symbol.variability != Variability::parameter || is_to_be_found) return;
  if (symbol.declaration->binding != syntax::nothing) return;
  const std::string name(symbol.declaration->name);
  bool has_start = true;
  for (std::size_t i = 0; i < element_count(symbol.shape); ++i) {
    FlatVariable& variable = flattening.model.variables[symbol.first + i];
    has_start = has_start && variable.start != no_node;
    variable.binding =
        variable.start != no_node ? variable.start : flattening.model.graph.constant(0);
  }
  flattening.mistakes.warn(symbol.declaration->where,
                           "The parameter '" + name + "' has no value: " +
                               (has_start ? "its start value is used."
                                          : "0 is used. Write 'parameter ... " + name + " = ...'."),
                           name);
}

}  // namespace

void read_attributes(Symbol& symbol, Evaluator& evaluator, Flattening& flattening) {
  if (!symbol.has_variables()) {
    if (flattening.tree.is_base) return;  // start and quantity, which nothing needs
    for (const syntax::Modifier* modifier : symbol.modifiers)
      flattening.mistakes.add(modifier->where, "Attributes of a String are not supported.");
    return;
  }
  const Silence silence(evaluator, true);
  Reader reader(symbol, evaluator, flattening);
  bool is_to_be_found = false;
  for (std::size_t i = 0; i < symbol.modifiers.size(); ++i) {
    const syntax::Modifier& modifier = *symbol.modifiers[i];
    const auto same_name = [&](const syntax::Modifier& other) {
      return &other != &modifier && other.name == modifier.name;
    };
    const auto& own = symbol.declaration->modifiers;
    if (&modifier >= own.data() && &modifier < own.data() + own.size() &&
        std::any_of(own.data(), &modifier, same_name))
      flattening.mistakes.add(modifier.where,
                              "The attribute '" + std::string(modifier.name) + "' is given twice.");
    reader.read(modifier);
    is_to_be_found = is_to_be_found || modifier.name == "fixed";
  }
  for (std::size_t i = 0; symbol.literal_count > 0 && i < element_count(symbol.shape); ++i) {
    FlatVariable& variable = flattening.model.variables[symbol.first + i];
    Graph& graph = flattening.model.graph;
    if (variable.start == no_node) variable.start = graph.constant(1);  // the first literal
    if (variable.min == no_node) variable.min = graph.constant(1);
    if (variable.max == no_node)
      variable.max = graph.constant(static_cast<double>(symbol.literal_count));
  }
  const auto first = flattening.model.variables.begin() + symbol.first;
  const bool is_unfixed =
      is_to_be_found &&
      !std::all_of(first, first + static_cast<std::ptrdiff_t>(element_count(symbol.shape)),
                   [](const FlatVariable& element) { return element.fixed; });
  give_missing_values(symbol, flattening, is_unfixed);
}

}  // namespace bw::equation
