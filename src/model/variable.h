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
  bool takes_start = false;    // may be given another start value before initialisation
  std::optional<Value> start;  // as described
  std::string description;
  bool is_state = false;  // of equations: recorded where nobody says what

  // Real variables.
  std::string unit;                  // as written; empty: none
  std::optional<Unit> unit_meaning;  // nothing when there is no unit or it is not known
  bool relative_quantity = false;    // a difference: converts without offset
  double nominal = 1.0;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();

  // Whole numbers: what the component's own type can hold.
  std::int64_t lowest = std::numeric_limits<std::int32_t>::min();
  std::int64_t highest = std::numeric_limits<std::int32_t>::max();

  // Enumerations: the names of the values and their numbers.
  std::vector<std::pair<std::string, std::int64_t>> items;

  // Outputs: the inputs that act on it within the same instant; nothing when that is not known,
  // i.e. any of them may. Indices into the same list; in a ComponentShape, positions in its inputs,
  // and those beyond them are inputs that nobody connected but something drives.
  std::optional<std::vector<std::size_t>> direct_inputs;
};

// For a ComponentShape: turns direct inputs, indices into a list of all variables, into positions
// in `inputs`, which are such indices, too. Others keep their start values and are left out.
void point_into(const std::vector<std::size_t>& inputs, std::vector<Variable>& outputs);
// Whether the real value at the end of a step shows the inputs of that step, not only what they
// did.
inline bool may_follow_at_once(const Variable& output) {
  return !output.direct_inputs || !output.direct_inputs->empty();
}

// Whether a value within a step can be told from those at its ends.
inline bool is_smooth(const Variable& v) {
  return is_real(v.type) && v.variability == Variability::continuous;
}

// Position of each variable within its own lane (reals; everything else).
std::vector<std::size_t> lane_positions(const std::vector<Variable>& variables);
std::size_t count_reals(const std::vector<Variable>& variables);

}  // namespace bw::model
