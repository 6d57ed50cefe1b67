// Clocks, and what belongs to them (FMI 3.0, 2.4.4 and 2.4.7).

#include <fmt/format.h>

#include <algorithm>

#include "fmi/check/check_description.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "model/blueprint.h"
#include "model/variable.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;

namespace {

void check_clock(const Checking& checking, std::size_t index) {
  const Description& d = checking.description;
  const Variable& clock = d.variables[index];
  const Causality causality = clock.face.causality;
  if (std::ranges::find(clock.clocks, index) != clock.clocks.end())
    checking.add(Rule::clock_of_itself, clock,
                 fmt::format("the clock '{}' lists itself among its clocks.", clock.face.name));
  if (causality == Causality::output && clock.clock->kind != Clock::Interval::triggered)
    checking.add(Rule::clock_output_timed, clock,
                 fmt::format("the clock '{}' is an output, but not triggered; the FMU itself "
                             "decides when an output clock ticks.",
                             clock.face.name));
  if (d.at(Interface::scheduled_execution) && causality == Causality::input &&
      !clock.clock->priority)
    checking.add(Rule::clock_priority, clock,
                 fmt::format("the clock '{}' has no priority, which scheduled execution needs.",
                             clock.face.name));
}

void check_previous(const Checking& checking, const Variable& variable) {
  const Variable& previous = checking.description.variables[*variable.previous];
  if (variable.face.variability != Variability::discrete ||
      previous.face.variability != Variability::discrete || variable.type != previous.type)
    checking.add(Rule::previous_not_discrete, variable,
                 fmt::format("'{}' has '{}' as its previous value; both must be discrete and of "
                             "one type.",
                             variable.face.name, previous.face.name));
  else if (variable.clocks.empty())
    checking.add(
        Rule::previous_without_clock, variable,
        fmt::format("'{}' has a previous value, but belongs to no clock.", variable.face.name));
}

}  // namespace

void check_clocks(const Checking& checking) {
  const std::vector<Variable>& variables = checking.description.variables;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable& variable = variables[i];
    if (variable.clock) check_clock(checking, i);
    if (variable.previous) check_previous(checking, variable);
    if (!variable.clocks.empty() && variable.face.variability == Variability::continuous)
      checking.add(Rule::clocked_not_discrete, variable,
                   fmt::format("'{}' belongs to a clock, but is continuous; expected discrete.",
                               variable.face.name));
  }
}

}  // namespace bw::fmi
