#include "run/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "base/error.h"
#include "base/text.h"
#include "base/units.h"
#include "model/blueprint.h"
#include "run/plan/plan_remarks.h"
#include "run/plan/planning.h"

namespace bw::run {

std::string words_of(const ode::MethodKind& method) {
  return &method == &ode::default_method() ? "an automatically chosen method"
                                           : std::string(method.name);
}

int choose_threads(const RunSpec& spec) {
  if (spec.threads) return static_cast<int>(*spec.threads);
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));  // 0: unknown
}

double step_unit(const Components& components) {
  double unit = 0;
  for (const OpenedComponent& component : components.list)
    unit = std::max(unit, component.capabilities().step_unit);
  return unit;
}

double least_felt(const Period& period) {
  const double latest = std::max(std::abs(period.start), std::abs(period.stop));
  return 16 * std::numeric_limits<double>::epsilon() * latest;
}

void check_felt(const cosim::Grid& grid) {
  const double step = grid.interval / grid.substeps;
  const double latest = std::max(std::abs(grid.start), std::abs(grid.stop));
  const double least = least_felt({grid.start, grid.stop});
  if (step >= least) return;
  throw UsageError("a step of " + brief(step) + " is too small for times up to " + brief(latest) +
                   ", where double precision resolves " + brief(least) +
                   "; increase --step, --min-step or --interval.");
}

namespace {

void check_step(const RunSpec& spec, const Period& period) {
  const double span = period.stop - period.start;
  if (!spec.step || *spec.step <= span * (1 + whole_number)) return;
  throw UsageError("the step " + brief(*spec.step, 6) + " is longer than the simulated time " +
                   brief(span, 6) + "; choose a smaller --step.");
}

void check_method(const RunSpec& spec, const Components& components) {
  if (!spec.method || *spec.method == "auto" || components.integrates()) return;
  const bool offered = std::ranges::any_of(components.list, [](const OpenedComponent& component) {
    const auto& known = component.blueprint->interfaces();
    return std::ranges::find(known, model::Interface::model_exchange) != known.end();
  });
  throw UsageError("--method " + *spec.method +
                   " applies to model exchange only, and all components use co-simulation; " +
                   (offered ? "use --interface me or leave --method out." : "leave --method out."));
}

Plan plan_for(const RunSpec& spec, const Period& period, const Components& components) {
  Plan plan;
  plan.period = period;
  plan.tolerance = choose_tolerance(spec);
  plan.integration = choose_integration(spec);
  if (spec.time_unit) plan.time_unit = *seconds_in(*spec.time_unit);
  if (components.alone() && !spec.has_master()) {
    plan_single(spec, components, plan);
    return plan;
  }
  if (spec.event_rows.value_or(false))
    throw UsageError(
        "--event-rows applies to a model that is integrated on its own; components that a master "
        "steps do not show both sides of their events. Leave it out.");
  const Algorithm algorithm = choose_algorithm(spec, components);
  plan.not_estimated = algorithm.not_certified;
  if (algorithm.probes) {
    plan_coupled(spec, components, algorithm, plan);
    plan.not_estimated = plan_probe(spec, components, plan);
    if (!plan.not_estimated.empty() && spec.certify.value_or(false))
      throw UsageError("the result cannot be verified: " + plan.not_estimated + ".");
    return plan;
  }
  if (algorithm.certifies) {
    plan.not_estimated = plan_certified(spec, components, algorithm, plan);
    if (plan.not_estimated.empty()) return plan;
    if (spec.certify.value_or(false))
      throw UsageError("the error cannot be estimated: " + plan.not_estimated + ".");
  }
  plan.prevented_by = algorithm.by_hand;
  if (!spec.certify.value_or(true)) plan.prevented_by.insert(plan.prevented_by.begin(), "certify");
  plan_coupled(spec, components, algorithm, plan);
  return plan;
}

}  // namespace

Plan make_plan(const RunSpec& spec, const Period& period, const Components& components) {
  check_step(spec, period);
  check_method(spec, components);
  Plan plan = plan_for(spec, period, components);
  check_row_count(spec, plan, components);
  return plan;
}

}  // namespace bw::run
