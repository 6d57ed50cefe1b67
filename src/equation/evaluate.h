#pragma once
// Expressions of the text as nodes of the graph: names are resolved, types are checked, arrays are
// taken apart. The numbers that sizes, subscripts and loops need are found at once.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "equation/declarations.h"
#include "equation/flattening.h"
#include "equation/known_values.h"
#include "equation/total_derivative.h"
#include "equation/value.h"

namespace bw::equation {

// Where an algorithm stands: a name means the value that was assigned last.
class Assignments {
 public:
  virtual ~Assignments() = default;
  // no_node: this variable is none that the algorithm assigns.
  virtual Node current(std::uint32_t variable, Span where) = 0;
};

class Evaluator {
 public:
  using Id = syntax::Id;
  struct Function;  // functions.h

  Evaluator(Flattening& flattening, Declarations& declarations);

  Value evaluate(Id id);
  // One Boolean; nothing after a mistake.
  std::optional<Node> condition(Id id);
  // Of a name with or without subscripts: its variables, whatever an algorithm assigned.
  std::optional<Value> variables(Id id, std::string_view purpose);
  // The numbers that a loop runs through.
  struct Round {
    double value;
    ValueType type;
  };
  std::vector<Round> rounds(Id iterator);

  // Known before the run; it fixes the parameters that it depends on.
  std::optional<double> take_known(Node node);
  // A whole number that must be known; a mistake where it is not.
  std::optional<double> take_whole(Id id, std::string_view purpose);

  void push_iterator(std::string_view name, Round round) { iterators_.push_back({name, round}); }
  void pop_iterator() { iterators_.pop_back(); }
  // " (i = 3)", for sentences.
  std::string iteration() const;

  void set_assignments(Assignments* assignments) { assignments_ = assignments; }
  // Within noEvent and where events cannot come from: relations are silent. Returns what was
  // before.
  bool set_silent(bool is_silent) { return std::exchange(is_silent_, is_silent); }

  Flattening& flattening() { return flattening_; }
  bool is_declared(std::string_view name) { return declarations_.find(name) != nullptr; }

 private:
  struct Iterator {
    std::string_view name;
    Round round;
  };
  // The positions that a subscript chooses; a single one lets the dimension vanish.
  struct Selection {
    std::vector<std::size_t> positions;  // from 0
    bool is_single = false;
  };
  using Arguments = std::vector<Value>;
  using Expression = syntax::Expression;

  // evaluate.cpp
  Value fresh(Id id);
  std::optional<double> whole_number(Id id, std::string_view purpose);
  Value complain(Span where, std::string sentence);
  Value binary_chain(Id id);
  Value unary(const Expression& expression);
  Value choose_expression(const Expression& expression);
  // Elementwise, with checked types and shapes.
  Value choose(Node condition, const Value& chosen, const Value& otherwise, Span where);

  // evaluate_name.cpp
  Value name(const Expression& expression);
  Value symbol_value(Symbol& symbol, const Expression& expression);
  Value unknown_name(const Expression& expression);
  std::string instead_of_name(const std::string& name);
  Node node_of(std::uint32_t variable, Span where);
  const Iterator* find_iterator(std::string_view name) const;

  // evaluate_subscript.cpp
  std::optional<std::vector<Selection>> selections(const Symbol& symbol,
                                                   const Expression& expression);
  std::optional<Selection> selection(Id id, std::size_t size, const Symbol& symbol);
  std::optional<std::size_t> position(double index, std::size_t size, Id id, const Symbol& symbol);
  std::optional<double> quick_number(Id id, int depth) const;

  // evaluate_operator.cpp
  Value binary(const Expression& expression, const Value& a, const Value& b);
  Value logical(const Expression& expression, const Value& a, const Value& b);
  Value relation(const Expression& expression, const Value& a, const Value& b);
  Value arithmetic(const Expression& expression, const Value& a, const Value& b);
  Value elementwise(Op op, ValueType type, const Value& a, const Value& b, Span where);
  Value matrix_product(const Expression& expression, const Value& a, const Value& b);
  Op silenced(Op op) const;

  // evaluate_array.cpp
  Value array(const Expression& expression);
  Value stack(const std::vector<Value>& values, Span where);
  Value matrix(const Expression& expression);
  Value beside(const std::vector<Value>& values, Span where);
  Value range(const Expression& expression);
  std::optional<std::vector<Round>> range_rounds(const Expression& expression);
  Value comprehension(const Expression& expression);
  void comprehend(const Expression& expression, std::size_t level, std::vector<Value>& values,
                  Shape& shape);

  // evaluate_call.cpp, evaluate_array_function.cpp, evaluate_event.cpp
  static const Function* find_function(std::string_view name);
  Value call(const Expression& expression);
  Value unknown_function(const Expression& expression);
  std::optional<std::vector<Id>> arguments(const Expression& expression, const Function& function);
  std::optional<Arguments> values(const Expression& expression, std::span<const Id> ids);
  Value elementary(const Expression& expression, const Function& function, const Arguments& values);
  Value smallest_or_largest(const Expression& expression, Op op, const Arguments& values);
  Node reduced(Op op, std::vector<Node> elements);

  Value size(const Expression& expression, std::span<const Id> ids);
  Value filled(const Expression& expression, const Value& with, std::span<const Id> sizes);
  Value reduction(const Expression& expression, const Value& of);
  Value array_function(const Expression& expression, std::span<const Id> ids);
  Value identity(const Expression& expression, Id size);
  Value diagonal(const Expression& expression, const Value& of);
  Value transposed(const Expression& expression, const Value& of);
  Value linspace(const Expression& expression, const Arguments& values, Id count);
  Value reshaped(const Expression& expression, const Value& of);
  Value cross(const Expression& expression, const Value& a, const Value& b);

  Value event_function(const Expression& expression, std::span<const Id> ids);
  Value derivative(const Expression& expression, Id of);
  Value before(const Expression& expression, Id of);
  Value edge(const Expression& expression, Id of);
  Value change(const Expression& expression, Id of);
  Value sample(const Expression& expression, std::span<const Id> ids);
  Value without_events(Id of);
  Value smooth(const Expression& expression, std::span<const Id> ids);
  Value text_of(const Expression& expression, Id of);

  Graph& graph() { return flattening_.model.graph; }
  const syntax::Tree& tree() const { return flattening_.tree; }

  Flattening& flattening_;
  Declarations& declarations_;
  KnownValues known_;
  TotalDerivative total_derivative_;
  std::vector<Iterator> iterators_;
  std::vector<std::size_t> ends_;  // the sizes that 'end' means, the innermost last
  Assignments* assignments_ = nullptr;
  bool is_silent_ = false;
  int depth_ = 0;  // of evaluate() within itself
};

// Sets relations silent, or not, as long as it lives.
class Silence {
 public:
  Silence(Evaluator& evaluator, bool is_silent)
      : evaluator_(evaluator), before_(evaluator.set_silent(is_silent)) {}
  ~Silence() { evaluator_.set_silent(before_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  Evaluator& evaluator_;
  bool before_;
};

}  // namespace bw::equation
