#pragma once
// The period, tolerance and integration method of a run, from the options and the default
// experiments of the components.

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

// Of an FMU or a Modelica model on its own: takes tolerance and interval from its default
// experiment (experiment annotation), unless given. Components of a system use theirs inside only.
RunSpec with_experiment(RunSpec spec, const Components& components);

// The given times, else those of the default experiments where they agree, else throws UsageError.
Period choose_period(const RunSpec& spec, const Components& components);
Tolerance choose_tolerance(const RunSpec& spec);
ode::Integration choose_integration(const RunSpec& spec);

// The value that all components which propose one agree on; throws UsageError when they do not.
std::optional<double> common_proposal(const Components& components,
                                      std::optional<double> model::Experiment::*field,
                                      const char* option);

}  // namespace bw::run
