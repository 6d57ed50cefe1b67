#include "run/plan/plan_remarks.h"

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/text.h"
#include "run/plan/algorithm.h"
#include "run/plan/planning.h"

namespace bw::run {
namespace {

constexpr double most_written_values = 1e9;  // about 18 GB as CSV
constexpr double bytes_of_a_value = 18;      // 16 digits, point and comma
constexpr double least_rest = 1e-6;          // of an interval: a shorter one is rounding

struct RowCount {
  double span;

  double operator()(const CoupledPlan& how) const {
    if (how.rows.kind == RowRule::Kind::at_or_after) return span / how.rows.interval + 1;
    if (how.rows.kind == RowRule::Kind::grid) return span / how.march.grid.interval + 1;
    if (how.march.chosen) return 0;
    return span / (how.march.grid.interval / how.march.grid.substeps) + 1;
  }
  double operator()(const CertifiedPlan& how) const { return span / how.interval + 1; }
  double operator()(const IntegratedPlan& how) const {
    if (how.rows.kind == RowRule::Kind::at_or_after) return span / how.rows.interval + 1;
    return span / how.grid.interval + 1;
  }
};

std::string size_text(double bytes) {
  return bytes < 1e12 ? brief(bytes / 1e9) + " GB" : brief(bytes / 1e12) + " TB";
}

// Rows follow --interval; else every step is one.
bool follows_interval(const Plan& plan) {
  if (const auto* coupled = std::get_if<CoupledPlan>(&plan.how))
    return coupled->rows.kind != RowRule::Kind::every_step;
  if (const auto* integrated = std::get_if<IntegratedPlan>(&plan.how))
    return integrated->rows.kind != RowRule::Kind::every_step;
  return true;
}

void ring_interval(double interval, const Period& period, Bells& bells) {
  const double span = period.stop - period.start;
  const double before = std::floor(span / interval + least_rest) * interval;
  const double rest = span - before;
  if (rest <= least_rest * interval) return;
  const std::string stop = brief(period.stop);
  const std::string text =
      "the interval " + brief(interval) +
      (interval > span ? " is longer than the simulated time " + brief(span) +
                             "; the only rows are at t = " + brief(period.start) + " and " + stop
                       : " does not divide the simulated time " + brief(span) +
                             "; the last row is at t = " + stop + ", " + brief(rest) +
                             " after the row before it") +
      ". Choose a divisor with --interval.";
  bells.ring(BellCode::setting_ignored, period.start, "interval", text, rest, interval);
}

// True: without --steps the error would be estimated.
bool steps_prevent_estimate(const RunSpec& spec, const Plan& plan, const Components& components) {
  if (!spec.steps || !std::holds_alternative<CoupledPlan>(plan.how)) return false;
  RunSpec without = spec;
  without.steps.reset();
  return choose_algorithm(without, components).certifies;
}

}  // namespace

double planned_rows(const Plan& plan) {
  return std::visit(RowCount{plan.period.stop - plan.period.start}, plan.how);
}

void check_row_count(const RunSpec& spec, const Plan& plan, const Components& components) {
  if (!spec.interval || !follows_interval(plan)) return;  // every step that is computed is a row
  const double rows = planned_rows(plan);
  const double values = rows * static_cast<double>(components.recorded.size() + 1);
  if (values <= most_written_values) return;
  throw UsageError("an interval of " + brief(*spec.interval) + " gives " + brief(rows) +
                   " rows, about " + size_text(values * bytes_of_a_value) + "; the limit is " +
                   brief(most_written_values) + " values. Choose a larger --interval.");
}

namespace {

// Rows of a fixed step are at steps: the first at or after each multiple of the interval.
void ring_moved_rows(const RunSpec& spec, const Plan& plan, Bells& bells) {
  if (!spec.interval || !spec.step) return;
  constexpr double whole = 1e-9;
  const double steps = *spec.interval / *spec.step;
  if (steps >= 1 && std::abs(steps - std::round(steps)) <= whole * steps) return;
  bells.ring(BellCode::setting_ignored, plan.period.start, "interval",
             "rows are at steps only, so --interval " + brief(*spec.interval) +
                 " is not kept with --step " + brief(*spec.step) +
                 ". Choose a multiple of the step with --interval.",
             *spec.interval, *spec.step);
}

}  // namespace

void ring_plan_remarks(const RunSpec& spec, const Plan& plan, const Components& components,
                       Bells& bells) {
  if (spec.interval && follows_interval(plan)) ring_interval(*spec.interval, plan.period, bells);
  if (!std::holds_alternative<CertifiedPlan>(plan.how)) ring_moved_rows(spec, plan, bells);
  if (steps_prevent_estimate(spec, plan, components))
    bells.ring(BellCode::setting_ignored, plan.period.start, "steps",
               "the error is not estimated, because --steps lists the communication steps of a "
               "single run; leave out --steps.");
}

}  // namespace bw::run
