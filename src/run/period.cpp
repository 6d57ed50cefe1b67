// What can be known of a run before its steps are planned.

#include <cmath>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "base/tolerance.h"
#include "equation/live/equation_blueprint.h"
#include "model/blueprint.h"
#include "ode/integrated_component.h"
#include "run/itinerary.h"
#include "run/open/assemble.h"
#include "run/spec/options.h"
#include "run/spec/run_spec.h"

namespace bw::run {
namespace {

constexpr double default_relative = 1e-4;

// Contradictions of options that belong to communication steps.
void check_steps(const RunSpec& spec) {
  const std::pair<const char*, std::optional<double>> chosen[] = {
      {"first-step", spec.first_step}, {"min-step", spec.min_step}, {"max-step", spec.max_step}};
  for (const auto& [name, value] : chosen)
    if (spec.step && value)
      throw UsageError(std::string("step is fixed, and ") + name +
                       " is for steps that the run chooses; leave one of them out.");
  if (spec.min_step && spec.max_step && *spec.min_step > *spec.max_step)
    throw UsageError("min-step " + shortest(*spec.min_step) + " is larger than max-step " +
                     shortest(*spec.max_step) + ".");
  if (spec.first_step && spec.min_step && *spec.first_step < *spec.min_step)
    throw UsageError("first-step " + shortest(*spec.first_step) + " is smaller than min-step " +
                     shortest(*spec.min_step) + ".");
  if (spec.first_step && spec.max_step && *spec.first_step > *spec.max_step)
    throw UsageError("first-step " + shortest(*spec.first_step) + " is larger than max-step " +
                     shortest(*spec.max_step) + ".");
}

}  // namespace

// The value that all components which propose one agree on.
std::optional<double> common_proposal(const Assembly& assembly,
                                      std::optional<double> model::Experiment::*field,
                                      const char* option) {
  std::map<double, std::string> proposals;
  for (std::size_t i = 0; i < assembly.blueprints.size(); ++i)
    if (const auto value = assembly.blueprints[i]->experiment().*field)
      proposals.emplace(*value, assembly.requests[i].name);
  if (proposals.empty()) return {};
  if (proposals.size() == 1) return proposals.begin()->first;
  throw UsageError(std::string("the parts propose different values for ") + option + " (" +
                   proposals.begin()->second + ": " + shortest(proposals.begin()->first) + ", " +
                   proposals.rbegin()->second + ": " + shortest(proposals.rbegin()->first) +
                   "); name one, with --" + option + " or in [run].");
}

void adopt_experiment(RunSpec& spec, Assembly& assembly) {
  const auto* text =
      dynamic_cast<const equation::EquationBlueprint*>(assembly.blueprints.front().get());
  if (!assembly.single || text == nullptr) return;
  const model::Experiment& experiment = text->experiment();
  const double tolerance = experiment.tolerance.value_or(0), interval = experiment.step.value_or(0);
  if (!spec.tolerance && tolerance > 0 && tolerance < 1) spec.tolerance = tolerance;
  if (!spec.interval && !spec.every_step && !spec.step && interval > 0) spec.interval = interval;
  assembly.integration = choose_integration(spec);
}

void check(const RunSpec& spec) {
  for (const Option& option : options()) {
    const std::string wrong = complaint(option, spec);
    if (!wrong.empty()) throw UsageError(wrong);
  }
  if (spec.every_step.value_or(false) && spec.interval)
    throw UsageError("interval and every-step exclude each other; choose one.");
  check_steps(spec);
}

Period choose_period(const RunSpec& spec, const Assembly& assembly) {
  Period period;
  period.start = spec.start
                     ? *spec.start
                     : common_proposal(assembly, &model::Experiment::start, "start").value_or(0.0);
  const auto stop =
      spec.stop ? spec.stop : common_proposal(assembly, &model::Experiment::stop, "stop");
  if (!stop)
    throw UsageError("no stop time: no part proposes one; give --stop or [run] stop = ...");
  period.stop = *stop;
  if (!std::isfinite(period.stop - period.start))
    throw UsageError("the run from " + shortest(period.start) + " to " + shortest(period.stop) +
                     " is too long to be measured.");
  if (!(period.stop > period.start))
    throw UsageError("the stop time " + shortest(period.stop) + " must be after the start time " +
                     shortest(period.start) + ".");
  return period;
}

Tolerance choose_tolerance(const RunSpec& spec) {
  return {spec.tolerance.value_or(default_relative), spec.absolute_tolerance};
}

ode::Integration choose_integration(const RunSpec& spec) {
  ode::Integration integration;
  if (spec.method && *spec.method != "auto") integration.method = ode::find_method(*spec.method);
  integration.tolerance = choose_tolerance(spec);
  integration.accuracy = integration.tolerance.relative;
  integration.step = spec.step;
  integration.model_tolerance = spec.tolerance;
  integration.interrupt = spec.interrupt;
  return integration;
}

}  // namespace bw::run
