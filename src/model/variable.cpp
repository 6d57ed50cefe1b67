#include "model/variable.h"

#include <algorithm>

namespace bw::model {

std::string_view name(Causality causality) {
  switch (causality) {
    case Causality::parameter: return "parameter";
    case Causality::calculated_parameter: return "calculated parameter";
    case Causality::structural_parameter: return "structural parameter";
    case Causality::input: return "input";
    case Causality::output: return "output";
    case Causality::local: return "local variable";
    case Causality::independent: return "independent variable";
  }
  return "?";
}

std::string_view name(Variability variability) {
  switch (variability) {
    case Variability::constant: return "constant";
    case Variability::fixed: return "fixed";
    case Variability::tunable: return "tunable";
    case Variability::discrete: return "discrete";
    case Variability::continuous: return "continuous";
  }
  return "?";
}

std::vector<std::size_t> lane_positions(const std::vector<Variable>& variables) {
  std::vector<std::size_t> positions;
  std::size_t reals = 0, discretes = 0;
  for (const Variable& v : variables) positions.push_back(is_real(v.type) ? reals++ : discretes++);
  return positions;
}

std::size_t count_reals(const std::vector<Variable>& variables) {
  return static_cast<std::size_t>(std::count_if(variables.begin(), variables.end(),
                                                [](const Variable& v) { return is_real(v.type); }));
}

}  // namespace bw::model
