#pragma once
// What a run will do, decided before anything runs: a value that can be looked at, compared and
// printed.

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
  bool rolled_back = false;                  // the last accepted point may be
  double time_unit = 1;                      // seconds in the unit of the rows' time

  bool operator==(const RowRule&) const = default;
};

// Several components, moved by a master with fixed or chosen steps; no error is estimated.
struct CoupledPlan {
  Algorithm algorithm;
  cosim::MarchPlan march;
  RowRule rows;
  std::string method{};  // of integration; empty: nothing is integrated

  bool operator==(const CoupledPlan&) const = default;
};

// Several components whose coupling error is estimated, by runs with different steps.
struct CertifiedPlan {
  std::vector<cosim::BaseChoice> bases;  // in the order in which they are tried
  cosim::Structure structure{};
  double interval = 0;               // between rows
  double one_step = 0;               // of components that accept one size only; 0: any
  std::vector<int> allowed_steps{};  // between rows, where not any
  bool locates_events = false;
  long work_limit = 0;
  int threads = 1;

  bool operator==(const CertifiedPlan&) const = default;
};

// One model on its own, integrated without a master: once, or several times with different
// tolerances to estimate its error.
struct IntegratedPlan {
  bool estimates_error = true;
  cosim::Grid grid;  // the points between which the integrator chooses its steps
  RowRule rows;      // of these points; all of them where the error is estimated

  bool operator==(const IntegratedPlan&) const = default;
};

struct Plan {
  Period period;
  Tolerance tolerance;
  ode::Integration integration;  // of components for model exchange
  double time_unit = 1;          // seconds in the unit of the rows' time
  std::variant<CoupledPlan, CertifiedPlan, IntegratedPlan> how;
  std::string why{};  // a sentence; empty: it is known only after the run

  bool operator==(const Plan&) const = default;
};

// Throws UsageError where options contradict each other or what the components can do. The period
// was chosen from the components before they were joined.
Plan make_plan(const RunSpec& spec, const Period& period, const Components& components);

// For `--dry-run`: some lines, a label and what was decided.
std::string describe(const Plan& plan);

// "dopri5", or what is said of one that was not named.
std::string words_of(const ode::MethodKind& method);

}  // namespace bw::run
