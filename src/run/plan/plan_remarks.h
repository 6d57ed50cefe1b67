#pragma once
// What a plan does not do as its options seem to say, and the limit on the number of rows.

#include "base/bell.h"
#include "run/open/components.h"
#include "run/plan/plan.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// The number of rows that the plan writes; 0: known only after the run.
double planned_rows(const Plan& plan);

// Throws UsageError where --interval makes the result too large for a disk or a reader.
void check_row_count(const RunSpec& spec, const Plan& plan, const Components& components);

// Notes: an interval that does not divide the simulated time; --steps, which prevents an estimate.
void ring_plan_remarks(const RunSpec& spec, const Plan& plan, const Components& components,
                       Bells& bells);

}  // namespace bw::run
