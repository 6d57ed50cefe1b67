#pragma once
// Expressions as a graph: equal expressions are one node, so that common subexpressions are
// computed once, derivatives share subexpressions with their originals, and a traversal of a model
// visits each node once. A node's operands always have lower numbers.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace bw::equation {

using Node = std::uint32_t;  // an index into a Graph
inline constexpr Node no_node = std::numeric_limits<Node>::max();

// Values are reals; a Boolean is 0 or 1, an Integer a whole number, known by type() of its
// variable.
enum class Op : std::uint8_t {
  constant,    // value
  time,        // of the simulation
  variable,    // index: into FlatModel::variables
  derivative,  // index: of the variable that is differentiated by time
  pre,         // index: the variable just before the event
  add,
  subtract,
  multiply,
  divide,
  power,
  negate,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,  // these generate events ...
  less_silent,
  less_equal_silent,
  greater_silent,
  greater_equal_silent,  // ... but not within noEvent
  logical_and,
  logical_or,
  logical_not,
  choose,  // a ? b : c; only the chosen one is evaluated
  min,
  max,
  abs,
  sign,
  sqrt,
  exp,
  log,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  // Rounding functions generate events at their discontinuities; silent within noEvent.
  floor,
  ceil,
  div,
  mod,
  rem,
  integer,
  floor_silent,
  ceil_silent,
  div_silent,
  mod_silent,
  rem_silent,
  integer_silent,
  sample,    // a: first time, b: interval, both known before the run; true at a + k b
  initial,   // true during initialisation
  terminal,  // true at the end of a run that is successful
  smooth,    // index: the order; a: the expression; its relations need no event if the order is
             // enough
  edge,      // a: a Boolean that was false just before the event and is true now
  change,    // index: a discrete variable that differs from its value before the event
  homotopy,  // a: the actual expression, b: the simplified one, from which the start begins
  memory,    // index: a number that the back end stores, such as the truth of a relation
};

struct Term {
  Op op = Op::constant;
  Node a = no_node, b = no_node, c = no_node;  // operands
  std::uint32_t index = 0;                     // of a variable
  double value = 0;                            // of a constant

  bool operator==(const Term&) const = default;
};

class Graph {
 public:
  // The node of this term, an existing one if possible. Simplifies without knowledge of values:
  // constants are folded, x + 0, 1 x, 0 x and double negations vanish.
  Node make(Op op, Node a = no_node, Node b = no_node, Node c = no_node);
  Node constant(double value);
  Node time();
  Node variable(std::uint32_t index);
  Node derivative(std::uint32_t index);
  Node pre(std::uint32_t index);
  Node indexed(Op op, std::uint32_t index, Node a = no_node);  // smooth, change

  const Term& operator[](Node node) const { return terms_[node]; }
  std::size_t size() const { return terms_.size(); }

 private:
  Node add(const Term& term);
  Node simplified(Op op, Node a, Node b, Node c);
  std::size_t slot_of(const Term& term) const;
  void grow();
  bool is_constant(Node node) const { return terms_[node].op == Op::constant; }
  bool is_constant(Node node, double value) const {
    return is_constant(node) && terms_[node].value == value;
  }
  // A relation or a condition would hide that it is not a number.
  bool has_no_value(Node node) const { return is_constant(node) && std::isnan(terms_[node].value); }
  bool is(Node node, Op op) const { return terms_[node].op == op; }

  Node sum(Node a, Node b);
  Node difference(Node a, Node b);
  Node product(Node a, Node b);
  Node logical(Op op, Node a, Node b);

  std::vector<Term> terms_;
  std::vector<Node> slots_;  // an open hash table of all terms; no_node where one is free
};

// The result of the operation for these values; ignores operands that it does not have. Variables,
// time and event functions have no value here: NaN.
double value_of(Op op, double a, double b = 0, double c = 0);

int operand_count(Op op);
bool is_relation(Op op);  // silent ones too

// "sin", "+": as a person writes it.
std::string_view symbol(Op op);

}  // namespace bw::equation
