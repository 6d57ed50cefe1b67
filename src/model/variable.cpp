#include "model/variable.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

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

void point_into(const std::vector<std::size_t>& inputs, std::vector<Variable>& outputs) {
  std::unordered_map<std::size_t, std::size_t> position;
  for (std::size_t i = 0; i < inputs.size(); ++i) position.emplace(inputs[i], i);
  for (Variable& output : outputs) {
    if (inputs.empty()) output.direct_inputs.emplace();
    if (!output.direct_inputs) continue;
    std::vector<std::size_t> positions;
    for (const std::size_t index : *output.direct_inputs)
      if (const auto found = position.find(index); found != position.end())
        positions.push_back(found->second);
    output.direct_inputs = std::move(positions);
  }
}

std::vector<std::size_t> lane_positions(const std::vector<Variable>& variables) {
  std::vector<std::size_t> positions;
  std::size_t reals = 0, discretes = 0;
  for (const Variable& v : variables) positions.push_back(is_real(v.type) ? reals++ : discretes++);
  return positions;
}

std::size_t count_reals(const std::vector<Variable>& variables) {
  return static_cast<std::size_t>(
      std::ranges::count_if(variables, [](const Variable& v) { return is_real(v.type); }));
}

}  // namespace bw::model
