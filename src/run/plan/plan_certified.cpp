// The plan of a coupled system whose error is estimated.

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "cosim/master/master.h"
#include "cosim/master/structure.h"
#include "model/blueprint.h"
#include "run/open/components.h"
#include "run/plan/algorithm.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"
#include "run/plan/planning.h"
#include "run/plan/row_memory.h"
#include "run/spec/run_spec.h"

namespace bw::run {
namespace {

// The number of steps of `unit` between two rows; 0: not a whole number. If no interval was given,
// rows are placed so that the number has many divisors.
int units_between_rows(const RunSpec& spec, const Period& period, double unit) {
  const double span = period.stop - period.start;
  const double all = std::round(span / unit);
  if (all < 1 || all > 1e9 || std::abs(span - all * unit) > whole_number * span) return 0;
  const auto total = static_cast<int>(all);
  if (spec.interval) {
    const double units = std::round(*spec.interval / unit);
    const bool fits = units >= 1 && units <= all &&
                      std::abs(*spec.interval - units * unit) <= whole_number * *spec.interval &&
                      total % static_cast<int>(units) == 0;
    return fits ? static_cast<int>(units) : 0;
  }
  constexpr int most_units = 48, fewest_rows = 10;
  int best = 1, most_divisors = 1;
  for (int units = 2; units <= std::min(most_units, total / fewest_rows); ++units) {
    if (total % units != 0) continue;
    int divisors = 0;
    for (int d = 1; d <= units; ++d) divisors += units % d == 0 ? 1 : 0;
    if (divisors > most_divisors) best = units, most_divisors = divisors;
  }
  return best;
}

}  // namespace

std::string plan_certified(const RunSpec& spec, const Components& components,
                           const Algorithm& algorithm, Plan& plan) {
  const Period& period = plan.period;
  CertifiedPlan how;
  how.structure = cosim::examine(components.shapes(), components.connections);
  how.interval = std::min(spec.interval.value_or((period.stop - period.start) / default_intervals),
                          period.stop - period.start);
  const double rows = (period.stop - period.start) / how.interval + 1;
  const auto count = static_cast<double>(components.size());
  const auto columns =
      static_cast<double>(components.recorded.size() + components.connections.size());
  if (const std::string why = why_rows_do_not_fit(rows * columns); !why.empty())
    return "the results of several runs with " + rough(rows) + " rows of " + rough(columns) +
           " signals do not fit into memory; use a larger --interval or record fewer variables "
           "with --record (" +
           why + ")";
  how.work_limit = static_cast<long>(
      spec.work_limit.value_or(std::max(default_work_limit, work_for_a_row * rows * count)));
  how.threads = choose_threads(spec);
  how.locates_events = algorithm.locates_events;
  check_felt({period.start, period.stop, how.interval, 1});
  if (algorithm.master_named) {
    const cosim::Hold hold = algorithm.hold;
    how.bases = {{algorithm.master->name, hold,
                  cosim::most_chains(algorithm.master->name, hold, how.structure), ""}};
  } else {
    how.bases = cosim::choose_bases({.structure = how.structure,
                                     .can_roll_back = algorithm.can_locate,
                                     .tolerance = plan.tolerance.relative});
  }
  const std::string* fixed = fixed_step_component(components);
  double unit = step_unit(components);
  if (fixed != nullptr) {
    const auto step =
        spec.step ? spec.step : common_proposal(components, &model::Experiment::step, "step");
    if (!step)
      return "component '" + *fixed +
             "' accepts one step size only and does not propose it; give --step";
    unit = how.one_step = *step;
  }
  if (unit > 0) {
    const int units = units_between_rows(spec, period, unit);
    if (units == 0)
      return "a component has internal steps of " + brief(unit) +
             ", and the interval between rows must be a multiple of it that divides the simulated "
             "time; change --interval";
    how.interval = unit * units;
    const int substeps = cosim::find_master(how.bases.front().base)->substeps;
    for (int n = 1; n <= units / substeps; ++n)
      if (units % (n * substeps) == 0) how.allowed_steps.push_back(n);
    if (how.allowed_steps.size() < 3)
      return "a component has internal steps of " + brief(unit) + ", and " + std::to_string(units) +
             (units == 1 ? " such step" : " such steps") + " between two rows allow" +
             (units == 1 ? "s" : "") + " fewer than three step sizes; increase --interval";
    how.bases.resize(1);
  }
  plan.how = std::move(how);
  return "";
}

}  // namespace bw::run
