// The plan of a single model: from row to row, with steps that the integrator chooses.

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "ode/kernel/integrator.h"
#include "run/open/components.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"
#include "run/plan/planning.h"
#include "run/spec/run_spec.h"

namespace bw::run {
namespace {

// Options for masters have no effect on a single model: refuse them.
void check_single(const RunSpec& spec) {
  const std::pair<const char*, bool> for_masters[] = {
      {"iterations", spec.iterations.has_value()},
      {"error-test", spec.error_test == "step-doubling"},
      {"hold", spec.hold.has_value()},
      {"first-step", spec.first_step.has_value()},
      {"min-step", spec.min_step.has_value()},
      {"max-step", spec.max_step.has_value()},
      {"fallback-step", spec.fallback_step.has_value()},
      {"events", spec.events == "ignore"},
      {"richardson", spec.richardson.value_or(false)},
      {"steps", spec.steps.has_value()},
      {"work-limit", spec.work_limit.has_value()}};
  for (const auto& [option, given] : for_masters)
    if (given)
      throw UsageError(std::string(option) +
                       " is for masters, which couple parts; this model stands alone, and its "
                       "integrator follows the tolerance. Leave it out, or name a --master.");
}

// A given step excludes the estimate, which repeats the integration with other steps.
bool estimates_error(const RunSpec& spec, const ode::MethodKind& method) {
  const bool by_hand = method.fixed_step || spec.step;
  if (spec.certify.value_or(false) && by_hand)
    throw UsageError(
        "certify: the error of an integration is estimated by other steps, and these are fixed; "
        "leave out --step, and name no method with a fixed step.");
  const bool estimates = spec.certify.value_or(!by_hand);
  if (!estimates && spec.error_columns.value_or(false))
    throw UsageError(
        "error-columns are for runs whose error is estimated, and this one is not, because a fixed "
        "step or --no-certify was asked for.");
  return estimates;
}

}  // namespace

void plan_single(const RunSpec& spec, const Components& components, Plan& plan) {
  check_single(spec);
  const ode::MethodKind& method = *plan.integration.method;
  const Period& period = plan.period;
  const double span = period.stop - period.start;
  const bool every_chosen_step =
      spec.every_step.value_or(false) && !method.fixed_step && !spec.step;
  if (every_chosen_step && !spec.certify.value_or(true))
    throw UsageError(
        "--every-step of a method that chooses its step sizes needs the estimate of "
        "the error, which repeats the integration; leave out --no-certify.");
  const double step = std::min(spec.step.value_or(span / default_steps), span);
  const bool by_step = spec.step || (spec.every_step.value_or(false) && !every_chosen_step);
  const double interval = std::min(spec.interval.value_or(span / default_intervals), span);
  IntegratedPlan how;
  how.every_chosen_step = every_chosen_step;
  how.grid = {period.start, period.stop, by_step ? step : interval, 1};
  how.rows = {RowRule::Kind::every_step, period.start, period.stop, 0};
  if (!by_step) {
    how.rows.kind = RowRule::Kind::grid;
  } else if (spec.interval && *spec.interval > step) {
    how.rows.kind = RowRule::Kind::at_or_after;
    how.rows.interval = *spec.interval;
  }
  how.rows.time_unit = plan.time_unit;
  check_felt(how.grid);
  how.estimates_error = estimates_error(spec, method);
  if (how.estimates_error) {
    const double values = (span / interval + 1) * static_cast<double>(components.recorded.size());
    if (values > most_values)
      throw UsageError("several runs with " + brief(span / interval + 1) + " rows of " +
                       std::to_string(components.recorded.size()) +
                       " signals do not fit into memory; give a larger --interval, less to "
                       "--record, or --no-certify.");
  } else {
    plan.why =
        words_of(method) + (method.fixed_step
                                ? " with a fixed step of " + shortest(step) +
                                      (spec.step ? ", as asked" : ", a thousandth of the run")
                                : " with steps by its error estimate, relative tolerance " +
                                      shortest(plan.integration.tolerance.relative) +
                                      ", because the part is for model exchange and stands alone");
  }
  plan.how = how;
}

}  // namespace bw::run
