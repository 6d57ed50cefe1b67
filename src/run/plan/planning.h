#pragma once
// The pieces of make_plan(), and what they share.

#include <string>

#include "cosim/march/pace.h"
#include "run/open/components.h"
#include "run/plan/algorithm.h"
#include "run/plan/period.h"
#include "run/plan/plan.h"
#include "run/spec/run_spec.h"

namespace bw::run {

inline constexpr double default_steps = 1000;     // of a run whose step nobody gives
inline constexpr double default_intervals = 500;  // between rows, where nobody gives one
inline constexpr double most_values = 2e7;        // in the rows of a run: several are in memory
inline constexpr double whole_number = 1e-9;      // how far a ratio may be from one

int choose_threads(const RunSpec& spec);
// What steps should be multiples of, for components that step inside by a size of their own; 0:
// nothing.
double step_unit(const Components& components);
// Times are doubles: below some size a step no longer moves them. The second one throws UsageError.
double least_felt(const Period& period);
void check_felt(const cosim::Grid& grid);

// Each fills plan.how, and plan.why where it is known before the run.
void plan_single(const RunSpec& spec, const Components& components, Plan& plan);
void plan_coupled(const RunSpec& spec, const Components& components, const Algorithm& algorithm,
                  Plan& plan);
// Why a run that should be certified cannot be; empty: it can.
std::string plan_certified(const RunSpec& spec, const Components& components,
                           const Algorithm& algorithm, Plan& plan);

}  // namespace bw::run
