#include "equation/code/ports.h"

namespace bw::equation {

Ports add_ports(Plan& plan, Programs& programs) {
  System& system = plan.system;
  Ports ports;
  std::vector<Node> wanted, seeds;
  for (const std::uint32_t state : system.states) {
    wanted.push_back(system.graph.derivative(state));
    seeds.push_back(system.graph.variable(state));
  }
  for (std::uint32_t i = 0; i < system.own_variables; ++i) {
    if (system.variables[i].type != ScalarType::real) continue;
    if (system.is_input(i)) {
      ports.inputs.push_back(i);
      seeds.push_back(system.graph.variable(i));
    } else if (system.variables[i].causality == Causality::output) {
      ports.outputs.push_back(i);
      wanted.push_back(system.graph.variable(system.aliases[i].kept));
    }
  }
  if (ports.inputs.empty() && ports.outputs.empty()) return ports;
  // Derivatives by states are in the Jacobian already.
  const std::size_t states = system.states.size();
  const auto keep = [&](std::size_t row, std::size_t column) {
    return row >= states || column >= states;
  };
  if (auto pattern = add_partials(plan, programs, "ports", wanted, seeds, keep)) {
    ports.pattern = std::move(*pattern);
    ports.exists = true;
  }
  return ports;
}

}  // namespace bw::equation
