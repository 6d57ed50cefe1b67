#pragma once
// Runs a plan: the one place where `run` hands over to `cosim` or `ode`, once.

#include <chrono>

#include "base/bell.h"
#include "ode/kernel/watcher.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/open/components.h"
#include "run/plan/plan.h"
#include "run/publish/step_history.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// What a plan needs to be run. All of it outlives the run.
struct Execution {
  const RunSpec& spec;  // how to report progress, when to stop, what rows shall show
  const Components& components;
  const Plan& plan;
  Bells& bells;
  result::RowSink& sink;
  StepHistory* history = nullptr;   // null: nobody wants it
  ode::Watcher* watcher = nullptr;  // of the integration that is delivered; null: nobody watches
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();  // of the start-up

  bool is_interrupted() const {
    return spec.interrupt != nullptr && spec.interrupt->load(std::memory_order_relaxed);
  }
};

// All but the bells, which are in run.bells. A component that cannot go on is an outcome, too.
result::Outcome execute(const Execution& run);

// The kinds of plans; of a CertifiedPlan see certified.h.
void execute_coupled(const Execution& run, const CoupledPlan& how, result::Outcome& outcome);
void execute_integrated(const Execution& run, const IntegratedPlan& how, result::Outcome& outcome);

}  // namespace bw::run
