// Attributes of single variables that are checked against all others.

#include <fmt/format.h>

#include "fmi/check/check_description.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "model/blueprint.h"
#include "model/variable.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;

namespace {

void check_independent(const Checking& checking) {
  const Variable* first = nullptr;
  for (const Variable& variable : checking.description.variables) {
    if (variable.face.causality != Causality::independent) continue;
    if (!is_real(variable.face.type) || variable.is_array())
      checking.add(
          Rule::independent_type, variable,
          fmt::format("the independent variable '{}' is not a real scalar.", variable.face.name));
    if (first != nullptr)
      checking.add(Rule::independent_twice, variable,
                   fmt::format("'{}' and '{}' are both independent; only one variable may be.",
                               variable.face.name, first->face.name));
    else
      first = &variable;
  }
  if (first == nullptr && checking.description.version == Version::fmi3)
    checking.add(Rule::independent_missing, checking.root.position().line,
                 "no variable has causality=\"independent\"; FMI 3.0 requires one.");
}

void check_reinit(const Checking& checking) {
  const Description& d = checking.description;
  std::vector<bool> is_state(d.variables.size());
  for (const Variable& variable : d.variables)
    if (variable.derivative_of) is_state[*variable.derivative_of] = true;
  for (std::size_t i = 0; i < d.variables.size(); ++i) {
    if (!d.variables[i].reinit) continue;
    if (!d.at(Interface::model_exchange))
      checking.add(Rule::reinit_of_no_state, d.variables[i],
                   fmt::format("'{}' has reinit=\"true\", which needs the interface model "
                               "exchange; the FMU does not offer it.",
                               d.variables[i].face.name));
    else if (!is_state[i])
      checking.add(Rule::reinit_of_no_state, d.variables[i],
                   fmt::format("'{}' has reinit=\"true\", but no variable is its derivative: only "
                               "states can be reinitialised at an event.",
                               d.variables[i].face.name));
  }
}

bool is_still(const Variable& variable) {
  return variable.face.variability == Variability::constant ||
         variable.face.variability == Variability::fixed ||
         variable.face.causality == Causality::parameter ||
         variable.face.causality == Causality::calculated_parameter ||
         variable.face.causality == Causality::structural_parameter;
}

}  // namespace

void check_variables(const Checking& checking) {
  check_independent(checking);
  check_reinit(checking);
  for (const Variable& variable : checking.description.variables) {
    if (!variable.can_set_per_time_instant && variable.face.causality != Causality::input)
      checking.add(Rule::multiple_set_of_no_input, variable,
                   fmt::format("'{}' has canHandleMultipleSetPerTimeInstant=\"false\", which "
                               "applies to inputs; its causality is {}.",
                               variable.face.name, model::name(variable.face.causality)));
    if (variable.intermediate_update && is_still(variable))
      checking.add(Rule::intermediate_update_of_parameter, variable,
                   fmt::format("'{}' has intermediateUpdate=\"true\" although it does not change "
                               "during a step ({} {}).",
                               variable.face.name, model::name(variable.face.variability),
                               model::name(variable.face.causality)));
  }
}

}  // namespace bw::fmi
