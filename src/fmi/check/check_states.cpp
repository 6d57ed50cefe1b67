// States, their derivatives, clocked states and event indicators of <ModelStructure>.

#include <fmt/format.h>

#include <unordered_map>

#include "fmi/check/check_description.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "model/blueprint.h"
#include "model/variable.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;

namespace {

bool is_smooth(const Variable& v) {
  return is_real(v.face.type) && v.face.variability == Variability::continuous;
}

void check_state(const Checking& checking, const Unknown& unknown) {
  const std::vector<Variable>& variables = checking.description.variables;
  const Variable& derivative = variables[unknown.variable];
  const Variable& state = variables[*derivative.derivative_of];
  if (!is_smooth(state) || !is_real(derivative.face.type) ||
      state.element_count() != derivative.element_count())
    checking.add(Rule::state_type, unknown.line,
                 fmt::format("'{}' is listed as the derivative of '{}'; that must be a continuous "
                             "real, and both of one size.",
                             derivative.face.name, state.face.name));
  else if (!is_smooth(derivative))
    checking.add(
        Rule::derivative_variability, unknown.line,
        fmt::format("'{}' is listed as a state derivative, but is {}; expected continuous.",
                    derivative.face.name, model::name(derivative.face.variability)));
  else if (state.face.causality != Causality::local && state.face.causality != Causality::output)
    checking.add(
        Rule::state_causality, state,
        fmt::format("the continuous state '{}' has the causality {}; expected local or output.",
                    state.face.name, model::name(state.face.causality)));
}

void check_derivatives(const Checking& checking) {
  const Description& d = checking.description;
  std::unordered_map<std::uint64_t, std::size_t> derivative_of;  // by state's reference
  for (const Unknown& unknown : d.structure.derivatives) {
    const auto state = d.variables[unknown.variable].derivative_of;
    if (!state) continue;
    check_state(checking, unknown);
    const auto [known, is_new] =
        derivative_of.emplace(alias_key(d.variables[*state]), unknown.variable);
    if (!is_new)
      checking.add(
          Rule::state_twice, unknown.line,
          fmt::format("'{}' and '{}' are both listed as the derivative of '{}'.",
                      d.variables[unknown.variable].face.name, d.variables[known->second].face.name,
                      d.variables[*state].face.name));
  }
  if (!d.at(Interface::model_exchange)) return;
  for (const Variable& variable : d.variables)
    if (variable.derivative_of &&
        !derivative_of.contains(alias_key(d.variables[*variable.derivative_of])))
      checking.add(Rule::derivative_not_listed, variable,
                   fmt::format("'{}' is the derivative of '{}', but ModelStructure does not list "
                               "it; it must if that variable is a state.",
                               variable.face.name, d.variables[*variable.derivative_of].face.name));
}

}  // namespace

void check_states(const Checking& checking) {
  const Description& d = checking.description;
  check_derivatives(checking);
  for (const Unknown& unknown : d.structure.clocked_states)
    if (!d.variables[unknown.variable].previous)
      checking.add(Rule::clocked_state, unknown.line,
                   fmt::format("'{}' is listed as a clocked state, but has no attribute "
                               "'previous'.",
                               d.variables[unknown.variable].face.name));
  for (const Unknown& unknown : d.structure.event_indicators)
    if (!is_smooth(d.variables[unknown.variable]))
      checking.add(
          Rule::event_indicator_type, unknown.line,
          fmt::format("'{}' is listed as an event indicator, but is not a continuous real.",
                      d.variables[unknown.variable].face.name));
}

}  // namespace bw::fmi
