// The plan of a single model: from row to row, with steps that the integrator chooses.

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "ode/kernel/integrator.h"
#include "result/approach.h"
#include "run/open/components.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"
#include "run/plan/planning.h"
#include "run/plan/row_memory.h"
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
      throw UsageError("--" + std::string(option) +
                       " applies to coupled systems only; leave it out.");
}

// A given step excludes the estimate, which repeats the integration with other steps. Empty: the
// error is estimated.
std::string why_not_estimated(const RunSpec& spec, const ode::MethodKind& method) {
  const std::string by_hand = spec.step           ? "--step was given"
                              : method.fixed_step ? std::string(method.name) + " has a fixed step"
                                                  : "";
  if (spec.certify.value_or(false) && !by_hand.empty())
    throw UsageError(
        "--certify cannot be used with a fixed step; leave out --step and a fixed-step --method.");
  const bool estimates = spec.certify.value_or(by_hand.empty());
  if (!estimates && spec.error_columns.value_or(false))
    throw UsageError(
        "--error-columns needs an error estimate; leave out --no-certify, --step and a fixed-step "
        "--method.");
  if (estimates) return "";
  return by_hand.empty() ? "--no-certify was given" : by_hand;
}

result::Approach approach_once(const RunSpec& spec, const ode::MethodKind& method, double step,
                               const Plan& plan) {
  result::Approach made;
  made.name = words_of(method);
  if (spec.method && *spec.method != "auto") made.option = "--method";
  made.details.push_back(
      method.fixed_step
          ? "step " + brief(step) + (spec.step ? " (--step)" : " (1/1000 of the simulated time)")
          : "steps by its local error, tolerance " + brief(plan.integration.tolerance.relative));
  if (spec.step && !method.fixed_step)
    made.details.emplace_back("--step sets the interval between rows only");
  return made;
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
        "--every-step of a method that chooses its step sizes needs the estimate of the error, "
        "which repeats the integration; leave out --no-certify.");
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
  plan.not_estimated = why_not_estimated(spec, method);
  how.estimates_error = plan.not_estimated.empty();
  if (!spec.certify.value_or(true)) plan.prevented_by.emplace_back("certify");
  if (spec.step) plan.prevented_by.emplace_back("step");
  if (method.fixed_step) plan.prevented_by.emplace_back("method");
  if (!how.estimates_error) plan.approach = approach_once(spec, method, step, plan);
  const double values = (span / interval + 1) * static_cast<double>(components.recorded.size());
  const std::string why = how.estimates_error ? why_rows_do_not_fit(values) : "";
  if (!why.empty())
    throw UsageError(
        rough(span / interval + 1) + " rows of " + std::to_string(components.recorded.size()) +
        " variables are too many for two integrations in memory (" + why +
        "); use a larger --interval, record fewer variables with --record, or use --no-certify.");
  plan.how = how;
}

}  // namespace bw::run
