// The plan of several components that a master advances, with fixed or adaptive steps.

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "cosim/march/march.h"
#include "cosim/march/pace.h"
#include "model/blueprint.h"
#include "result/approach.h"
#include "run/open/components.h"
#include "run/plan/algorithm.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"
#include "run/plan/planning.h"
#include "run/plan/process_copies.h"
#include "run/spec/run_spec.h"

namespace bw::run {
namespace {

// Shares of the simulated time, for adaptive steps.
constexpr double least_share = 1e-10, fallback_share = 1e-8, largest_share = 0.02;

// The number of equal steps of at most `step`, multiples of `unit`, in an interval; 0: the interval
// is no multiple itself.
int whole_substeps(double interval, double step, double unit) {
  const double units = std::round(interval / unit);
  if (units < 1 || units > 1e9 || std::abs(interval - units * unit) > whole_number * interval)
    return 0;
  const int count = static_cast<int>(units);
  int steps = std::clamp(static_cast<int>(std::ceil(interval / step - whole_number)), 1, count);
  while (count % steps != 0) ++steps;
  return steps;
}

void check_even_steps(const cosim::Grid& grid, const std::string& component) {
  const double count = (grid.stop - grid.start) / grid.interval;
  if (std::abs(count - std::round(count)) <= whole_number * count) return;
  throw UsageError(
      "component '" + component + "' accepts one step size only, and the simulated time from " +
      shortest(grid.start) + " to " + shortest(grid.stop) + " is not a whole number of steps of " +
      shortest(grid.interval) + "; change --step or --stop.");
}

// The multiple of `unit` nearest to `length`, at least one; without a unit the length itself.
double in_whole(double length, double unit) {
  return unit > 0 ? unit * std::max(1.0, std::round(length / unit)) : length;
}

// Notes on the chosen algorithm.
void add_remarks(const RunSpec& spec, const Components& components, Plan& plan) {
  std::vector<std::string>& details = plan.approach.details;
  const auto* coupled = std::get_if<CoupledPlan>(&plan.how);
  const bool rolls_back =
      coupled != nullptr && (coupled->algorithm.rolls_back() || coupled->algorithm.iterations > 1);
  if (const std::string remark = copies_remark(components); rolls_back && !remark.empty())
    details.push_back(remark);
  if (components.integrates())
    details.push_back(words_of(*plan.integration.method) + " inside the model-exchange components");
  if (spec.input && std::ranges::any_of(components.list, [](const OpenedComponent& component) {
        return !component.is_model();
      }))
    details.emplace_back(
        "inputs from the table are held over a step where a component cannot interpolate them, so "
        "that outputs with direct feedthrough lag by one step");
}

// Steps of one size, or those that divide the intervals between rows.
void plan_fixed(const RunSpec& spec, const Period& period, const Components& components,
                CoupledPlan& how, result::Approach& approach) {
  const Algorithm& algorithm = how.algorithm;
  const double span = period.stop - period.start;
  const std::string* fixed = fixed_step_component(components);
  const double unit = step_unit(components);
  const double interval =
      std::min(spec.interval.value_or(in_whole(span / default_intervals, unit)), span);
  double step = spec.step.value_or(span / default_steps);
  // The communication step that an FMU on its own prefers.
  const bool preferred = components.single && components[0].blueprint->experiment().step;
  if (!spec.step && (fixed != nullptr || preferred))
    step = common_proposal(components, &model::Experiment::step, "step").value_or(step);
  else if (!spec.step)
    step = in_whole(step, unit);
  step = std::min(step, span);
  const int in_units = unit > 0 ? whole_substeps(interval, step, unit) : 1;
  const bool named = algorithm.is_named || fixed != nullptr || in_units == 0;

  cosim::Grid& grid = how.march.grid;
  grid = {period.start, period.stop, step, 1};
  how.rows = {RowRule::Kind::every_step, period.start, period.stop, 0};
  if (named && spec.interval && *spec.interval > step) {
    how.rows.kind = RowRule::Kind::at_or_after;
    how.rows.interval = *spec.interval;
  } else if (!named) {
    // Rows are at exact times, so the step must divide the interval between them.
    grid.interval = interval;
    grid.substeps = std::max(1, static_cast<int>(std::ceil(grid.interval / step - whole_number)));
    if (unit > 0) grid.substeps = in_units;
    how.rows.kind = RowRule::Kind::grid;
  }
  if (spec.every_step.value_or(false)) how.rows.kind = RowRule::Kind::every_step;
  check_felt(grid);
  if (fixed != nullptr) check_even_steps(grid, *fixed);
  if (spec.fallback_step) how.march.master.fallback_step = *spec.fallback_step;

  const double used = grid.interval / grid.substeps;
  const bool as_preferred = preferred && std::abs(used - step) <= whole_number * step;
  const std::string reason =
      spec.step            ? "--step"
      : fixed != nullptr   ? "the only step size of component '" + *fixed + "'"
      : as_preferred       ? std::string("the step size of the FMU's default experiment")
      : preferred          ? std::string("divides the interval between rows")
      : in_units == 0      ? "a component steps by " + brief(unit) + " inside"
      : named || unit <= 0 ? "1/1000 of the simulated time or less"
                           : "whole steps of " + brief(unit) + " that a component takes inside";
  approach.details.push_back("step " + brief(used) + " (" + reason + ")");
}

// Steps controlled by the error test or by the convergence of the iteration.
void plan_chosen(const RunSpec& spec, const Period& period, CoupledPlan& how,
                 result::Approach& approach) {
  const double span = period.stop - period.start;
  cosim::ChosenSteps& steps = how.march.chosen.emplace();
  steps.least =
      std::min(spec.min_step.value_or(std::max(least_share * span, least_felt(period))), span);
  steps.most = std::min(spec.max_step.value_or(largest_share * span), span);
  if (!spec.min_step)
    steps.least = std::min({steps.least, steps.most, spec.first_step.value_or(span)});
  if (!spec.max_step) steps.most = std::max({steps.most, steps.least, spec.first_step.value_or(0)});
  steps.first = std::min(spec.first_step.value_or(0.0), span);
  steps.iterations = how.algorithm.iterations;
  how.march.master.fallback_step =
      spec.fallback_step.value_or(std::min(100 * steps.least, fallback_share * span));
  how.march.grid = {period.start, period.stop, steps.least, 1};
  check_felt(how.march.grid);
  how.march.grid.interval = span;
  how.rows = {RowRule::Kind::every_step, period.start, period.stop, 0};
  if (spec.interval && !spec.every_step.value_or(false)) {
    how.rows.kind = RowRule::Kind::at_or_after;
    how.rows.interval = *spec.interval;
  }
  approach.details.push_back(
      "steps from " + brief(steps.least) + " to " + brief(steps.most) + " by " +
      (how.algorithm.error_test ? "the error test" : "the convergence of iterations") +
      ", tolerance " + brief(how.march.master.tolerance.relative));
}

}  // namespace

void plan_coupled(const RunSpec& spec, const Components& components, const Algorithm& algorithm,
                  Plan& plan) {
  CoupledPlan how;
  how.algorithm = algorithm;
  if (components.integrates()) how.method = plan.integration.method->name;
  cosim::MarchPlan& march = how.march;
  march.master.iterations = algorithm.iterations;
  march.master.hold = algorithm.hold;
  march.master.tolerance = plan.tolerance;
  march.master.threads = choose_threads(spec);
  march.error_test = algorithm.error_test;
  march.watches_events = algorithm.watches_events;
  march.locates_events = algorithm.locates_events;
  march.improves_rows = spec.richardson.value_or(false);
  // Fixed steps without a test have no history worth a picture.
  march.keeps_history = spec.steps || (spec.keeps_steps && algorithm.chooses_steps);
  plan.approach = algorithm.approach();
  if (spec.has_master()) plan.approach.option = "--master";
  if (algorithm.chooses_steps)
    plan_chosen(spec, plan.period, how, plan.approach);
  else
    plan_fixed(spec, plan.period, components, how, plan.approach);
  how.rows.rolled_back = algorithm.locates_events;
  how.rows.time_unit = plan.time_unit;
  plan.how = std::move(how);
  add_remarks(spec, components, plan);
}

}  // namespace bw::run
