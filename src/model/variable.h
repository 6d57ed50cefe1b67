#pragma once
// A variable of a component, whatever the component is made of.

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "base/value.h"

namespace bw::model {

enum class Causality {
  parameter,
  calculated_parameter,
  structural_parameter,  // a parameter that sizes of arrays depend on
  input,
  output,
  local,
  independent
};
enum class Variability { constant, fixed, tunable, discrete, continuous };

std::string_view name(Causality causality);
std::string_view name(Variability variability);

struct Variable {
  std::string name;
  Type type = Type::real;
  Causality causality = Causality::local;
  Variability variability = Variability::continuous;
  bool takes_start = false;    // its start value may be set before initialisation
  std::optional<Value> start;  // as described
  std::string description;
  bool is_state = false;  // of equation models: recorded by default
  // The same number, not 0, for variables of a component that have one value; 0: not known.
  std::uint64_t shared_value = 0;

  // Real variables.
  std::string unit;                  // as written; empty: none
  std::optional<Unit> unit_meaning;  // nothing when there is no unit or it is not known
  bool relative_quantity = false;    // a difference: converts without offset
  double nominal = 1.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();

  // Integers: the range of the component's own type.
  std::int64_t lowest = std::numeric_limits<std::int32_t>::min();
  std::int64_t highest = std::numeric_limits<std::int32_t>::max();

  // Enumerations: the names of the values and their numbers.
  std::vector<std::pair<std::string, std::int64_t>> items;

  // Outputs: the inputs with direct feedthrough to it; nothing: unknown, any may have. Indices into
  // the same list; in a ComponentShape, positions in its inputs, and those beyond them are inputs
  // that are not connected but driven by something else.
  std::optional<std::vector<std::size_t>> direct_inputs;
};

// For a ComponentShape: converts direct inputs from indices into a list of all variables to
// positions in `inputs`, a list of such indices. Inputs that are not in it keep their start values
// and are left out.
void point_into(const std::vector<std::size_t>& inputs, std::vector<Variable>& outputs);
// Whether the real value at the end of a step may depend on the inputs of that step by direct
// feedthrough, not only through the states.
inline bool may_feed_through(const Variable& output) {
  return !output.direct_inputs || !output.direct_inputs->empty();
}

// Whether the variable can be interpolated within a step.
inline bool is_smooth(const Variable& v) {
  return is_real(v.type) && v.variability == Variability::continuous;
}

// Position of each variable within its own lane (reals; everything else).
std::vector<std::size_t> lane_positions(const std::vector<Variable>& variables);
std::size_t count_reals(const std::vector<Variable>& variables);

}  // namespace bw::model
