#include "run/plan/period.h"

#include <cmath>
#include <map>

#include "base/error.h"
#include "base/text.h"

namespace bw::run {
namespace {

constexpr double default_relative = 1e-4;

}  // namespace

std::optional<double> common_proposal(const Components& components,
                                      std::optional<double> model::Experiment::*field,
                                      const char* option) {
  std::map<double, std::string> proposals;
  for (const OpenedComponent& component : components.list)
    if (const auto value = component.blueprint->experiment().*field)
      proposals.emplace(*value, component.request.name);
  if (proposals.empty()) return {};
  if (proposals.size() == 1) return proposals.begin()->first;
  throw UsageError(std::string("the components propose different values for ") + option + " (" +
                   proposals.begin()->second + ": " + shortest(proposals.begin()->first) + ", " +
                   proposals.rbegin()->second + ": " + shortest(proposals.rbegin()->first) +
                   "); choose one with --" + option + ".");
}

RunSpec with_experiment(RunSpec spec, const Components& components) {
  if (!components.single) return spec;
  const model::Experiment& experiment = components[0].blueprint->experiment();
  const double tolerance = experiment.tolerance.value_or(0), interval = experiment.step.value_or(0);
  if (!spec.tolerance && tolerance > 0 && tolerance < 1) spec.tolerance = tolerance;
  if (!spec.interval && !spec.every_step && !spec.step && interval > 0) spec.interval = interval;
  return spec;
}

Period choose_period(const RunSpec& spec, const Components& components) {
  Period period;
  period.start =
      spec.start ? *spec.start
                 : common_proposal(components, &model::Experiment::start, "start").value_or(0.0);
  const auto stop =
      spec.stop ? spec.stop : common_proposal(components, &model::Experiment::stop, "stop");
  if (!stop)
    throw UsageError("neither the system nor a component proposes a stop time; give --stop.");
  period.stop = *stop;
  if (!std::isfinite(period.stop - period.start))
    throw UsageError("the simulated time from " + shortest(period.start) + " to " +
                     shortest(period.stop) +
                     " is too long for double precision; change --start or --stop.");
  if (!(period.stop > period.start))
    throw UsageError("the stop time " + shortest(period.stop) +
                     (spec.stop ? "" : ", which the components propose,") +
                     " must be after the start time " + shortest(period.start) +
                     "; change --stop or --start.");
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
  integration.first_step = spec.stepping.first_step;
  integration.largest_step = spec.stepping.largest_step;
  integration.interrupt = spec.interrupt;
  return integration;
}

}  // namespace bw::run
