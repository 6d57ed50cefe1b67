#pragma once
// A flat model: names are resolved, arrays are single elements, loops are unrolled and algorithms
// are equations: variables and equations between them. The front end (lexer, parser, flatten) makes
// it, the back end (sort, differentiate, generate) reads it. A pure value; only the positions, for
// messages, refer to the text.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/position.h"
#include "equation/core/expression.h"

namespace bw::equation {

enum class ScalarType { real, integer, boolean };
inline constexpr double largest_integer = 2147483647;
enum class Variability { constant, parameter, discrete, continuous };
enum class Causality { local, input, output };
enum class StateSelect { never, avoid, normal, prefer, always };  // whether it is to be a state

struct FlatVariable {
  std::string name;  // "x", "T[3]"
  ScalarType type = ScalarType::real;
  Variability variability = Variability::continuous;
  Causality causality = Causality::local;
  std::string description, unit, display_unit, quantity;
  // All of them depend on parameters and constants only.
  Node start = no_node;                      // nothing: 0 or false
  bool fixed = false;                        // the start value is an initial equation
  StateSelect select = StateSelect::normal;  // where a constraint leaves a choice
  Node min = no_node, max = no_node, nominal = no_node;
  // The value of constants and parameters.
  Node binding = no_node;
  // The value of this parameter decided an array size, a loop range or which equations there are:
  // it is a literal in the equations and cannot be changed without reading the text again.
  bool is_structural = false;
  bool is_start_time = false;  // of parameters: bound to `time`, as it is when the run starts
  bool is_final = false;       // of parameters: it cannot be changed
  Position where;              // of the name in its declaration
};

// left = right, of any type.
struct FlatEquation {
  Node left = no_node, right = no_node;
  Position where;
  std::string text;  // as written, on one line, for messages and for `info`
};

struct Assign {  // of a discrete variable, at an event
  std::uint32_t variable = 0;
  Node value = no_node;
};
struct Reinit {  // of a state
  std::uint32_t variable = 0;
  Node value = no_node;
};
struct Terminate {
  std::string message;
};
struct Assert {  // also outside of a when: holds always
  Node condition = no_node;
  std::string message;
  bool warning = false;
};

struct Action {
  std::variant<Assign, Reinit, Terminate, Assert> what;
  Position where;
};

// when a then ... elsewhen b then ...: at an event the first branch whose condition becomes true
// acts. A condition that lists several, {a, b}, is true when one of them becomes true.
struct WhenBranch {
  std::vector<Node> conditions;
  std::vector<Action> actions;
  Position where;
};
struct FlatWhen {
  std::vector<WhenBranch> branches;
};

struct FlatExperiment {
  std::optional<double> start, stop, interval, tolerance;
};

struct FlatModel {
  std::string name, description;
  Graph graph;
  std::vector<FlatVariable> variables;
  std::vector<FlatEquation> equations;          // hold always, also at the start
  std::vector<FlatEquation> initial_equations;  // hold at the start only
  std::vector<FlatWhen> whens;
  std::vector<Assert> asserts;
  std::vector<Position> assert_places;  // of asserts, one each
  FlatExperiment experiment;
  std::vector<std::string> lines;  // of the text, for the caret under a mistake
};

}  // namespace bw::equation
