#pragma once
// What is known of a run before its steps are planned: its period, its tolerance, and what the
// default experiments of the components propose.

#include <optional>

#include "base/tolerance.h"
#include "model/blueprint.h"
#include "ode/integrated_component.h"
#include "run/open/components.h"
#include "run/spec/run_spec.h"

namespace bw::run {

struct Period {
  double start = 0, stop = 0;

  bool operator==(const Period&) const = default;
};

// The author of a Modelica model says how accurate and how dense its result shall be, where the
// user does not.
RunSpec with_experiment(RunSpec spec, const Components& components);

// The user's times, else the components' default experiments where they agree, else an error that
// asks for them.
Period choose_period(const RunSpec& spec, const Components& components);
Tolerance choose_tolerance(const RunSpec& spec);
ode::Integration choose_integration(const RunSpec& spec);

// The value that all components which propose one agree on; throws UsageError when they do not.
std::optional<double> common_proposal(const Components& components,
                                      std::optional<double> model::Experiment::*field,
                                      const char* option);

}  // namespace bw::run
