#include "run/plan/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "base/error.h"
#include "base/text.h"
#include "base/units.h"
#include "run/plan/planning.h"

namespace bw::run {

std::string words_of(const ode::MethodKind& method) {
  return &method == &ode::default_method() ? "a method that is chosen while it runs"
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
  throw UsageError("a step of " + shortest(step) + " is too small for times up to " +
                   shortest(latest) + ", where a number cannot tell less than " + shortest(least) +
                   "; choose a larger --step, --min-step or --interval.");
}

Plan make_plan(const RunSpec& spec, const Period& period, const Components& components) {
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
  std::string not_certified;
  if (algorithm.certifies) {
    not_certified = plan_certified(spec, components, algorithm, plan);
    if (not_certified.empty()) return plan;
    if (spec.certify.value_or(false))
      throw UsageError("the error cannot be estimated: " + not_certified + ".");
  }
  plan_coupled(spec, components, algorithm, plan);
  if (!not_certified.empty()) plan.why += "; the error is not estimated, because " + not_certified;
  return plan;
}

}  // namespace bw::run
