#pragma once
// What a run will do, decided before anything runs: a value that can be inspected, compared and
// printed.

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/tolerance.h"
#include "cosim/march/march.h"
#include "cosim/march/pace.h"
#include "cosim/master/choose.h"
#include "cosim/master/master.h"
#include "ode/integrated_component.h"
#include "ode/kernel/integrator.h"
#include "result/approach.h"
#include "run/open/components.h"
#include "run/plan/algorithm.h"
#include "run/plan/period.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// Which accepted points become rows.
struct RowRule {
  enum class Kind { every_step, grid, at_or_after };
  Kind kind = Kind::every_step;
  double start = 0, stop = 0, interval = 0;  // at_or_after: first point >= start + k DT
  bool rolled_back = false;                  // the last accepted point may be rolled back
  double time_unit = 1;                      // seconds in the unit of the rows' time

  bool operator==(const RowRule&) const = default;
};

// A single co-simulation FMU is run again with other communication steps and other tolerances for
// its solver, to see how its rows depend on them (docs/decisions/0025).
struct ProbePlan {
  double tolerance = 0;      // for the FMU's solver, of the first of these runs
  bool is_first_run = true;  // the run before them gives the FMU the same tolerance
  bool varies_step = true;
  long work_limit = 0;  // doSteps
  int threads = 1;

  bool operator==(const ProbePlan&) const = default;
};

// Several components, advanced by a master with fixed or adaptive steps; no error is estimated.
struct CoupledPlan {
  Algorithm algorithm;
  cosim::MarchPlan march;
  RowRule rows;
  std::string method{};  // integration method; empty: nothing is integrated
  std::optional<ProbePlan> probe{};

  bool operator==(const CoupledPlan&) const = default;
};

// Several components whose coupling error is estimated from runs with different step sizes.
struct CertifiedPlan {
  std::vector<cosim::BaseChoice> bases;  // in the order in which they are tried
  cosim::Structure structure{};
  double interval = 0;               // between rows
  double one_step = 0;               // in s, of components that accept one step size only; 0: any
  std::vector<int> allowed_steps{};  // per interval between rows; empty: any number
  bool locates_events = false;
  long work_limit = 0;
  int threads = 1;

  bool operator==(const CertifiedPlan&) const = default;
};

// A single model, integrated without a master: once, or several times with different tolerances to
// estimate its error.
struct IntegratedPlan {
  bool estimates_error = true;
  cosim::Grid grid;                // the points between which the integrator chooses its steps
  RowRule rows;                    // which of these points; all where the error is estimated
  bool every_chosen_step = false;  // rows at the steps that the integrator chose instead

  bool operator==(const IntegratedPlan&) const = default;
};

struct Plan {
  Period period;
  Tolerance tolerance;
  ode::Integration integration;  // of model-exchange components
  double time_unit = 1;          // seconds in the unit of the rows' time
  std::variant<CoupledPlan, CertifiedPlan, IntegratedPlan> how;
  result::Approach approach{};              // empty: known only after the run
  std::vector<std::string> prevented_by{};  // keys of all options that exclude the estimate
  std::string not_estimated{};  // why the error is not: "--step was given"; empty: it is

  bool operator==(const Plan&) const = default;
};

// Throws UsageError where options contradict each other or the capabilities of the components. The
// period was chosen before models were joined.
Plan make_plan(const RunSpec& spec, const Period& period, const Components& components);

// For `--dry-run`: lines of a label and the decision. `output`: where rows go; empty: not said.
std::string describe(const Plan& plan, const std::string& output = "");

// "dopri5", or a phrase for the automatic choice.
std::string words_of(const ode::MethodKind& method);

}  // namespace bw::run
