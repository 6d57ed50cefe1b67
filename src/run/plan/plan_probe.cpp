// How a single co-simulation FMU is run again with other steps and tolerances.

#include <algorithm>
#include <string>

#include "base/text.h"
#include "base/value.h"
#include "model/blueprint.h"
#include "run/open/components.h"
#include "run/plan/plan.h"
#include "run/plan/plan_remarks.h"
#include "run/plan/planning.h"
#include "run/plan/row_memory.h"
#include "run/spec/run_spec.h"

namespace bw::run {
namespace {

// Empty: none.
std::string why_no_probe(const Components& components, const Plan& plan, double rows) {
  const auto& how = std::get<CoupledPlan>(plan.how);
  const auto reals = static_cast<double>(std::ranges::count_if(
      components.recorded, [](const Recorded& recorded) { return is_real(recorded.column.type); }));
  if (components[0].capabilities().needs_tool)
    return "the FMU needs the program that made it (needsExecutionTool), which is started once "
           "only";
  if (reals == 0) return "no real variable is recorded";
  if (how.rows.kind == RowRule::Kind::at_or_after)
    return "rows are at steps of the only step size of the FMU; leave out --interval";
  if (const double unit = components[0].capabilities().step_unit; unit > 0)
    return "the FMU has internal steps of " + brief(unit) +
           " (fixedInternalStepSize), and their error cannot be seen from outside";
  constexpr double copies = 4;  // more than other estimates keep
  const double values = copies * rows * static_cast<double>(components.recorded.size());
  if (const std::string why = why_rows_do_not_fit(values); !why.empty())
    return "several runs with " + rough(rows) + " rows of " +
           grouped(static_cast<long>(components.recorded.size())) +
           " variables do not fit into memory; use a larger --interval or record fewer variables "
           "with --record (" +
           why + ")";
  return "";
}

}  // namespace

std::string plan_probe(const RunSpec& spec, const Components& components, Plan& plan) {
  auto& how = std::get<CoupledPlan>(plan.how);
  const double rows = planned_rows(plan);
  if (std::string why = why_no_probe(components, plan, rows); !why.empty()) return why;
  const OpenedComponent& fmu = components[0];
  const auto& proposed = fmu.blueprint->experiment().tolerance;
  const std::optional<double> given = fmu.request.tolerance ? fmu.request.tolerance : proposed;
  ProbePlan& probe = how.probe.emplace();
  probe.tolerance = given.value_or(plan.tolerance.relative);
  probe.is_first_run = given.has_value();
  probe.varies_step = fmu.capabilities().variable_steps;
  // Many rows that nobody requested, one per step of the FMU, are no reason for many runs.
  const double for_rows = spec.interval ? work_for_a_row * rows : 0;
  probe.work_limit =
      static_cast<long>(spec.work_limit.value_or(std::max(default_work_limit, for_rows)));
  probe.threads = choose_threads(spec);
  return "";
}

}  // namespace bw::run
