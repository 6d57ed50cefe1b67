#pragma once
// Expressions of the text as nodes of the graph: names are resolved, types are checked, arrays are
// expanded. Numbers for sizes, subscripts and loops are evaluated immediately.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/core/has_value.h"
#include "equation/core/total_derivative.h"
#include "equation/flatten/declarations.h"
#include "equation/flatten/flattening.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/known_values.h"
#include "equation/values/value.h"

namespace bw::equation {

// Within an algorithm: a name means the value that was assigned last.
class Assignments {
 public:
  virtual ~Assignments() = default;
  // no_node: the algorithm does not assign this variable.
  virtual Node current(std::uint32_t variable, Span where) = 0;
};

// The variables of a function while it is executed; not a number where nothing is assigned yet.
struct Frame {
  std::unordered_map<std::string_view, FlatValue> locals;
};

class Evaluator {
 public:
  using Id = syntax::Id;
  struct Function;  // functions.h

  Evaluator(Flattening& flattening, Declarations& declarations);

  FlatValue evaluate(Id id);
  // One Boolean; nothing after a mistake.
  std::optional<Node> condition(Id id);
  // Of a name with or without subscripts: its variables, ignoring assignments of an algorithm.
  std::optional<FlatValue> variables(Id id, std::string_view purpose);
  // The numbers that a loop runs through.
  struct Round {
    double value;
    ValueType type;
  };
  std::vector<Round> rounds(Id iterator);

  // A value known before the run; fixes the parameters that it depends on.
  std::optional<double> take_known(Node node);
  // An integer that must be known; otherwise a mistake is reported.
  std::optional<double> take_whole(Id id, std::string_view purpose);

  // What subscripts pick of an array: the shape that remains, and the places of the elements.
  struct Picked {
    Shape shape;
    std::vector<std::size_t> places;
  };
  std::optional<Picked> pick(std::string_view name, const Shape& shape,
                             std::span<const Id> subscripts, Span where);

  // Before anything is evaluated.
  void collect_functions();
  // The results of a call of a function of the text; none after a mistake.
  std::vector<FlatValue> results(const syntax::Expression& call);
  // Runs `body` where names mean variables of the frame, and nothing of the model but constants.
  template <class Body>
  void inside(Frame& frame, Body&& body);

  void push_iterator(std::string_view name, Round round) { iterators_.push_back({name, round}); }
  void pop_iterator() { iterators_.pop_back(); }
  // " (i = 3)", for messages.
  std::string iteration() const;

  // That what is evaluated is reached, where that depends on conditions: of the assertions of
  // functions. Returns the previous one.
  Node guard() const { return guard_; }
  Node set_guard(Node guard) { return std::exchange(guard_, guard); }
  // Assertions of functions hold in equations; nobody checks them where values are needed at
  // events only. Returns the previous setting.
  bool set_asserting(bool is_asserting) { return std::exchange(is_asserting_, is_asserting); }
  void keep_assertion(Assert assertion, Span where);
  bool is_function(std::string_view name) { return find_own_function(name) != nullptr; }

  void set_assignments(Assignments* assignments) { assignments_ = assignments; }
  // Relations generate no events within noEvent and where no events are possible. Returns the
  // previous setting.
  bool set_silent(bool is_silent) { return std::exchange(is_silent_, is_silent); }

  Flattening& flattening() { return flattening_; }
  // Of a variable in a function; nothing where there is no such type.
  std::optional<ValueType> type_of(const syntax::TypeName& type) {
    return declarations_.simple_type(type);
  }
  const syntax::RecordDefinition* find_record(std::string_view name) const {
    return declarations_.find_record(name);
  }
  bool is_declared(std::string_view name) { return declarations_.find(name) != nullptr; }

 private:
  struct Iterator {
    std::string_view name;
    Round round;
  };
  // The positions that a subscript selects; a single one removes the dimension.
  struct Selection {
    std::vector<std::size_t> positions;  // from 0
    bool is_single = false;
  };
  using Arguments = std::vector<FlatValue>;
  using Expression = syntax::Expression;

  // evaluate.cpp
  FlatValue fresh(Id id);
  std::optional<double> whole_number(Id id, std::string_view purpose);
  FlatValue complain(Span where, std::string sentence);
  FlatValue binary_chain(Id id);
  FlatValue unary(const Expression& expression);
  FlatValue choose_expression(const Expression& expression);
  // Elementwise, with checked types and shapes.
  FlatValue choose(Node condition, const FlatValue& chosen, const FlatValue& otherwise, Span where);
  FlatValue open_text(Span where);
  bool has_functions() const { return !own_functions_.empty(); }
  FlatValue choose_record(Node condition, const FlatValue& chosen, const FlatValue& otherwise,
                          Span where);

  // evaluate_name.cpp
  FlatValue name(const Expression& expression);
  FlatValue symbol_value(Symbol& symbol, const Expression& expression);
  FlatValue local_value(const FlatValue& local, const Expression& expression);
  FlatValue element(const Expression& expression);
  FlatValue unknown_name(const Expression& expression);
  std::string instead_of_name(const std::string& name);
  Node node_of(std::uint32_t variable, Span where);
  bool are_variables(const FlatValue& value);
  const Iterator* find_iterator(std::string_view name) const;

  // evaluate_record.cpp
  std::optional<FlatValue> whole(std::string_view name, Span where);
  std::optional<FlatValue> whole_record(std::string_view name,
                                        const std::vector<std::string_view>& parts, Span where);
  std::optional<FlatValue> whole_array(std::string_view name,
                                       const std::vector<std::string_view>& parts, Span where);
  FlatValue at_path(FlatValue value, std::string_view path, Span where);
  FlatValue literal_element(const FlatValue& array, std::string_view step, Span where);
  std::optional<FlatValue> local_on_path(const Expression& expression);
  std::optional<FlatValue> whole_on_path(const Expression& expression);
  template <class Find>
  std::optional<FlatValue> on_path(const Expression& expression, Find&& find);
  FlatValue constructed(const Expression& call, const syntax::RecordDefinition& record);

  // evaluate_subscript.cpp
  std::optional<std::vector<Selection>> selections(std::string_view name, const Shape& shape,
                                                   std::span<const Id> ids, Span where);
  std::optional<Selection> selection(Id id, std::size_t size, std::string_view name);
  std::optional<std::size_t> position(double index, std::size_t size, Id id, std::string_view name);
  std::optional<double> quick_number(Id id, int depth) const;
  bool has_unknown_subscript(const Shape& shape, const Expression& expression);
  FlatValue chosen_element(const FlatValue& whole, const Expression& expression);

  // evaluate_operator.cpp
  FlatValue binary(const Expression& expression, const FlatValue& a, const FlatValue& b);
  FlatValue logical(const Expression& expression, const FlatValue& a, const FlatValue& b);
  FlatValue relation(const Expression& expression, const FlatValue& a, const FlatValue& b);
  FlatValue exact_equality(Op op, Node a, Node b);
  FlatValue arithmetic(const Expression& expression, const FlatValue& a, const FlatValue& b);
  FlatValue elementwise(Op op, ValueType type, const FlatValue& a, const FlatValue& b, Span where);
  FlatValue matrix_product(const Expression& expression, const FlatValue& a, const FlatValue& b);
  Op silenced(Op op) const;

  // evaluate_array.cpp
  FlatValue array(const Expression& expression);
  FlatValue stack(const std::vector<FlatValue>& values, Span where);
  static FlatValue stack_texts(const std::vector<FlatValue>& values);
  FlatValue matrix(const Expression& expression);
  FlatValue beside(const std::vector<FlatValue>& values, Span where);
  FlatValue range(const Expression& expression);
  std::optional<std::vector<Round>> range_rounds(const Expression& expression);
  FlatValue comprehension(const Expression& expression);
  void comprehend(const Expression& expression, std::size_t level, std::vector<FlatValue>& values,
                  Shape& shape);

  // evaluate_call.cpp, evaluate_array_function.cpp, evaluate_event.cpp
  static const Function* find_function(std::string_view name);
  FlatValue call(const Expression& expression);
  FlatValue unknown_function(const Expression& expression);
  void demand_values(FlatValue& result, const Expression& call);
  const syntax::FunctionDefinition* find_own_function(std::string_view name);
  std::optional<Arguments> own_arguments(const Expression& call,
                                         const std::vector<const syntax::Declaration*>& inputs);
  std::optional<std::vector<Id>> arguments(const Expression& expression, const Function& function);
  std::optional<Arguments> values(const Expression& expression, std::span<const Id> ids);
  FlatValue elementary(const Expression& expression, const Function& function,
                       const Arguments& values);
  FlatValue of_array(const Expression& expression, Op op, Id id);
  FlatValue smallest_or_largest(const Expression& expression, Op op, const Arguments& values);
  Node reduced(Op op, std::vector<Node> elements);

  FlatValue size(const Expression& expression, std::span<const Id> ids);
  FlatValue filled(const Expression& expression, const FlatValue& with, std::span<const Id> sizes);
  FlatValue reduction(const Expression& expression, const FlatValue& of);
  FlatValue array_function(const Expression& expression, std::span<const Id> ids);
  FlatValue identity(const Expression& expression, Id size);
  FlatValue diagonal(const Expression& expression, const FlatValue& of);
  FlatValue transposed(const Expression& expression, const FlatValue& of);
  FlatValue linspace(const Expression& expression, const Arguments& values, Id count);
  FlatValue reshaped(const Expression& expression, const FlatValue& of);
  FlatValue cross(const Expression& expression, const FlatValue& a, const FlatValue& b);
  FlatValue promoted(const Expression& expression, FlatValue of, Id dimensions);
  FlatValue joined(const Expression& expression, const Arguments& values, Id dimension);

  FlatValue event_function(const Expression& expression, std::span<const Id> ids);
  FlatValue derivative(const Expression& expression, Id of);
  FlatValue before(const Expression& expression, Id of);
  FlatValue edge(const Expression& expression, Id of);
  FlatValue change(const Expression& expression, Id of);
  FlatValue sample(const Expression& expression, std::span<const Id> ids);
  FlatValue without_events(Id of);
  FlatValue smooth(const Expression& expression, std::span<const Id> ids);
  FlatValue homotopy(const Expression& expression, std::span<const Id> ids);
  FlatValue semi_linear(const Expression& expression, std::span<const Id> ids);
  FlatValue number_of_literal(const Expression& expression, Id of);
  FlatValue text_of(const Expression& expression, Id of);

  Graph& graph() { return flattening_.model.graph; }
  const syntax::Tree& tree() const { return flattening_.tree; }

  Flattening& flattening_;
  Declarations& declarations_;
  KnownValues known_;
  HasValue has_value_{flattening_.model.graph};
  TotalDerivative total_derivative_;
  std::vector<Iterator> iterators_;
  std::vector<std::size_t> ends_;  // the sizes meant by 'end', the innermost last
  Assignments* assignments_ = nullptr;
  Frame* frame_ = nullptr;  // of the function that is being executed
  int calls_ = 0;           // of functions within each other
  std::unordered_map<std::string_view, const syntax::FunctionDefinition*> own_functions_;
  bool is_silent_ = false;
  bool is_asserting_ = true;
  Node guard_ = no_node;
  // The parser limits brackets; this limits chains of sizes and constants defined by others, and
  // protects the stack.
  static constexpr int deepest_definitions = 600;
  int depth_ = 0;  // of evaluate() within itself
};

// Relations in functions generate no events (Modelica specification 3.6, 12.2).
template <class Body>
void Evaluator::inside(Frame& frame, Body&& body) {
  std::vector<Iterator> iterators = std::exchange(iterators_, {});
  std::vector<std::size_t> ends = std::exchange(ends_, {});
  Assignments* const assignments = std::exchange(assignments_, nullptr);
  Frame* const outer = std::exchange(frame_, &frame);
  const bool was_silent = set_silent(true);
  const Node guard = guard_;
  ++calls_;
  body();
  --calls_;
  guard_ = guard;
  set_silent(was_silent);
  frame_ = outer;
  assignments_ = assignments;
  ends_ = std::move(ends);
  iterators_ = std::move(iterators);
}

// Assertions of functions are not kept during its lifetime.
class WithoutAssertions {
 public:
  explicit WithoutAssertions(Evaluator& evaluator)
      : evaluator_(evaluator), before_(evaluator.set_asserting(false)) {}
  ~WithoutAssertions() { evaluator_.set_asserting(before_); }
  WithoutAssertions(const WithoutAssertions&) = delete;
  WithoutAssertions& operator=(const WithoutAssertions&) = delete;

 private:
  Evaluator& evaluator_;
  bool before_;
};

// Sets relations silent, or not, during its lifetime.
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
