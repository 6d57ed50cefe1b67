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

inline constexpr double default_steps = 1000;      // of a run without a given step
inline constexpr double default_intervals = 500;   // between rows, unless given
inline constexpr double whole_number = 1e-9;       // how far a ratio may be from an integer
inline constexpr double default_work_limit = 3e6;  // steps of all components ...
inline constexpr double work_for_a_row = 60;       // ... or this many of each between rows, if more

int choose_threads(const RunSpec& spec);
// The unit in s that steps should be multiples of, for components with internal steps; 0: none.
double step_unit(const Components& components);
// The smallest step in s that changes a time, which is a double; check_felt() throws UsageError
// where the grid has a smaller one.
double least_felt(const Period& period);
void check_felt(const cosim::Grid& grid);

// Each fills plan.how, and plan.approach where it is known before the run.
void plan_single(const RunSpec& spec, const Components& components, Plan& plan);
void plan_coupled(const RunSpec& spec, const Components& components, const Algorithm& algorithm,
                  Plan& plan);
// Adds to a coupled plan how a single co-simulation FMU is probed. Why it cannot be; empty: it can.
std::string plan_probe(const RunSpec& spec, const Components& components, Plan& plan);
// Why a run that should be certified cannot be; empty: it can.
std::string plan_certified(const RunSpec& spec, const Components& components,
                           const Algorithm& algorithm, Plan& plan);

}  // namespace bw::run
