#pragma once
// The names of a model: their declarations and, evaluated on demand, their shape, variables and
// bindings. A size may depend on a parameter that is declared below, so nothing here depends on the
// order of the text.

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "equation/core/flat_model.h"
#include "equation/flatten/flattening.h"
#include "equation/text/syntax.h"
#include "equation/values/name_tree.h"
#include "equation/values/si_types.h"
#include "equation/values/value.h"

namespace bw::equation {

class Evaluator;

struct Symbol {
  bool has_variables() const { return type != ValueType::text && type != ValueType::object; }

  enum class State : std::uint8_t { untouched, open, ready, broken };

  const syntax::Declaration* declaration = nullptr;
  ValueType type = ValueType::unknown;
  Variability variability = Variability::continuous;
  std::size_t literal_count = 0;  // of an enumeration; 0: it is none
  std::optional<SiType> si;
  std::vector<const syntax::Modifier*> modifiers;  // of its types first, so that its own ones win
  std::vector<syntax::Id> sizes;

  State shape_state = State::untouched, binding_state = State::untouched;
  Shape shape;
  std::uint32_t first = 0;  // of its variables
  FlatValue value;          // of a String or an object
};

class Declarations {
 public:
  explicit Declarations(Flattening& flattening);

  void collect();
  Symbol* find(std::string_view name);
  std::deque<Symbol>& all() { return symbols_; }

  // Determines the shape and creates the variables; false: a mistake has been reported.
  bool prepare(Symbol& symbol, Evaluator& evaluator);
  // Puts the bindings of a constant or parameter into the model, if they can be evaluated.
  void bind(Symbol& symbol, Evaluator& evaluator);
  void bind_variable(std::uint32_t variable, Evaluator& evaluator);
  // start, unit and other attributes; and the equation of a declaration that is not a parameter.
  void finish(Symbol& symbol, Evaluator& evaluator);

  // Real, Integer, Boolean, String or a type that is one of them; no mistake is reported.
  std::optional<ValueType> simple_type(const syntax::TypeName& type) const;
  // The names that are parts of this one: 'x[1]', 'x[2]'.
  const std::vector<std::string_view>* parts_of(std::string_view name);
  const syntax::RecordDefinition* find_record(std::string_view name) const;
  // The number of a literal of an enumeration, from 1.
  std::optional<double> find_literal(std::string_view name) const;

  // " Did you mean 'x'?"
  std::string suggestion(std::string_view wrong) const;

 private:
  void add(const syntax::Declaration& declaration);
  bool resolve_type(Symbol& symbol, const syntax::TypeName& type, int depth);
  void complain_about_type(const syntax::TypeName& type);
  Variability variability_of(const Symbol& symbol) const;

  bool find_shape(Symbol& symbol, Evaluator& evaluator);
  std::optional<std::size_t> find_size(const Symbol& symbol, std::size_t dimension,
                                       Evaluator& evaluator);
  void make_variables(Symbol& symbol);
  std::optional<FlatValue> binding_value(Symbol& symbol, Evaluator& evaluator);
  void bind_without_value(Symbol& symbol);
  void take_given_values(const Symbol& symbol);
  void declaration_equation(Symbol& symbol, Evaluator& evaluator);

  Flattening& flattening_;
  std::deque<Symbol> symbols_;
  std::unordered_map<std::string_view, Symbol*> by_name_;
  std::unordered_map<std::string_view, const syntax::TypeDefinition*> types_;
  std::optional<NameTree> parts_;  // made when it is needed
  std::unordered_map<std::string_view, const syntax::RecordDefinition*> records_;
  std::unordered_map<std::string, double> literals_;  // "Init.NoInit"
  std::vector<Symbol*> of_variable_;
  int nesting_ = 0;
};

}  // namespace bw::equation
