#pragma once
// From what the user asked and what the components propose to the march: times, master, steps,
// rows.

#include <string>

#include "base/tolerance.h"
#include "cosim/march/march.h"
#include "cosim/master/choose.h"
#include "cosim/master/master.h"
#include "model/blueprint.h"
#include "ode/integrated_component.h"
#include "ode/kernel/integrator.h"
#include "run/algorithm.h"
#include "run/open/assemble.h"
#include "run/publish/recorder.h"
#include "run/spec/run_spec.h"

namespace bw::run {

struct Period {
  double start = 0, stop = 0;
};

// What can be wrong in a RunSpec by itself. Throws UsageError.
void check(const RunSpec& spec);

// The user's times, else the components' default experiments where they agree, else an error that
// asks.
Period choose_period(const RunSpec& spec, const Assembly& assembly);
// The author of a text says how accurate and how dense its result shall be, where the user does
// not.
void adopt_experiment(RunSpec& spec, Assembly& assembly);
Tolerance choose_tolerance(const RunSpec& spec);
ode::Integration choose_integration(const RunSpec& spec);

// The value that all components which propose one agree on; throws UsageError when they do not.
std::optional<double> common_proposal(const Assembly& assembly,
                                      std::optional<double> model::Experiment::*field,
                                      const char* option);

// How the global error is estimated.
struct Certification {
  std::vector<cosim::BaseChoice> ladder;
  cosim::Structure structure{};
  double interval = 0;               // between rows
  double one_step = 0;               // of components that accept one size only; 0: any
  std::vector<int> allowed_steps{};  // between rows, where not any
  bool locates_events = false;
  long work_limit = 0;
  int threads = 1;
  double time_unit = 1;  // seconds in the unit of the rows' time
};

// How the error of one model that is integrated here is estimated.
struct Reintegration {
  double interval = 0;   // between rows
  double time_unit = 1;  // seconds in the unit of the rows' time
};

struct Itinerary {
  Algorithm algorithm;
  cosim::MarchPlan march;
  RowRule rows;
  std::optional<Certification> certified{};   // then the march is not used
  std::optional<Reintegration> integrated{};  // likewise
  std::string method{};                       // of integration; empty: nothing is integrated
  std::string why;                            // a sentence for the user
};

// "dopri5", or what is said of one that was not named.
std::string words_of(const ode::MethodKind& method);

Itinerary plan(const RunSpec& spec, const Period& period, const Assembly& assembly);

}  // namespace bw::run
