#pragma once
// A flat model prepared for sorting: event actions have become equations, and values kept between
// events have become memory.
//
//   relation of continuous values       -> its truth, in memory; it changes at events only
//   floor(e), div, mod, ...            -> the integer, in memory
//   when c then d = e; end when        -> c' = c, d = if c' and not pre(c') then e else pre(d)
//   a = b                              -> one of them
//   homotopy(a, s)                     -> a; at the start (1 - m) a + m s, m in memory
//
// Source: Modelica Language Specification 3.6, 8.5 (events), 8.6 (initialisation), appendix B.

#include <optional>
#include <string>
#include <vector>

#include "base/position.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/sort/aliases.h"

namespace bw::equation {

struct Equation {
  Node left = no_node, right = no_node;
  Node target = no_node;  // a leaf: the equation can determine this one only
  Position where;
  std::string text;
};

// In memory: whether difference > 0. Every comparison is this or its negation, so that its truth
// and the sign of an event indicator are exactly the same. Of time: whether it has reached
// `event_time`.
struct Relation {
  Node difference = no_node, event_time = no_node;  // either one
  bool includes = true;  // of time: true at the event time itself; else right behind it
  std::uint32_t memory = 0;
  std::string text;
};

struct Rounding {
  enum class Kind { floor, ceil, trunc };
  Kind kind{};
  Node argument = no_node;
  std::uint32_t memory = 0;
  std::string text;
};

struct Sample {
  Node first = no_node, interval = no_node;
  std::uint32_t memory = 0;
  std::string text;
};

// Actions of a when besides assignments; without `fires` always.
struct Deed {
  enum class Kind { reinit, terminate, assertion };
  Kind kind{};
  Node fires = no_node;
  std::uint32_t variable = 0;  // reinit
  Node value = no_node;        // reinit: the new value; assertion: the condition
  std::string message;
  bool warning = false;
  Position where;
};

// Variables of which constraints leave as many free as there are states: s = S x. Which elements of
// x these are changes during the run. In memory: S row by row (each row selects one candidate),
// then how independent they must stay, see live/state_selection.
struct StateSet {
  std::vector<std::uint32_t> states, candidates;  // variables
  std::vector<std::vector<Node>> matrix;          // of each constraint, by candidate
  std::uint32_t first_memory = 0;

  std::uint32_t limit_memory() const {
    return first_memory + static_cast<std::uint32_t>(states.size() * candidates.size());
  }
};

struct System {
  Graph graph;
  std::vector<FlatVariable> variables;  // the model's, then conditions of whens
  std::size_t own_variables = 0;        // number of variables of the model
  std::vector<bool> is_discrete;        // each variable; parameters are not
  std::vector<Alias> aliases;           // each variable
  std::vector<std::uint32_t> states;    // variables
  std::vector<std::uint32_t>
      state_of;  // each variable: its number among the states, or `unmatched`
  std::vector<Equation> equations, initial_equations;
  std::vector<Relation> relations;
  std::vector<Rounding> roundings;
  std::vector<Sample> samples;
  std::vector<Deed> deeds;
  std::uint32_t memories = 0;               // of the graph's leaves
  std::vector<std::uint32_t> start_memory;  // each variable: its start value, or `unmatched`
  bool is_reduced = false;                  // constraints were differentiated
  std::vector<StateSet> sets;               // of a reduced index
  std::vector<Equation> checks;             // hold at the start by other equations, or not
  std::uint32_t initial_memory = 0, terminal_memory = 0;
  // Where homotopy() is used: the share of the simplified expressions, 0 but while the start is
  // computed; and `equations`, as they hold there.
  std::optional<std::uint32_t> homotopy_memory;
  std::vector<Equation> start_equations;

  bool is_known(std::uint32_t variable) const {  // before the run
    const Variability v = variables[variable].variability;
    return v == Variability::parameter || v == Variability::constant;
  }
  bool is_input(std::uint32_t variable) const {
    return variables[variable].causality == Causality::input;
  }
};

// Throws InputError.
System make_system(const FlatModel& model);
// Start values in memory, and equations of those that are fixed: for the states as they are.
void add_starts(System& system);

// What an expression depends on at most.
enum class Varies : std::uint8_t { never, with_parameters, at_events, always };
// Adds the new nodes of the graph.
void extend(std::vector<Varies>& varies, const System& system);

// "h < 0": as a person would write it, shortened if long.
std::string text_of(const Graph& graph, const std::vector<FlatVariable>& variables, Node node);

}  // namespace bw::equation
