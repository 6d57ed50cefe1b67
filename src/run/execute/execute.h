#pragma once
// Executes a plan: where `run` hands over to `cosim` or `ode`, which move the components.

#include <chrono>
#include <functional>

#include "base/bell.h"
#include "ode/kernel/watcher.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/checkpoint/checkpointer.h"
#include "run/open/components.h"
#include "run/plan/plan.h"
#include "run/publish/rows.h"
#include "run/publish/step_history.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// What execution needs besides the plan. Everything referred to must outlive it.
struct Execution {
  const RunSpec& spec;  // progress, interrupt, error columns
  const Components& components;
  const Plan& plan;
  Bells& bells;
  result::RowSink& sink;
  StepHistory* history = nullptr;   // null: not requested
  ode::Watcher* watcher = nullptr;  // of the delivered integration; null: none
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();  // of the start-up
  // Drops the rows that were written and returns an empty sink; empty: they stay.
  std::function<result::RowSink&()> drop_rows{};
  Checkpointer* checkpointer = nullptr;  // null: not requested
  Rows* rows = nullptr;                  // behind the sink, for checkpoints

  bool is_interrupted() const {
    return spec.interrupt != nullptr && spec.interrupt->load(std::memory_order_relaxed);
  }
};

// Everything but the diagnostics, which go to run.bells. Does not throw where a component cannot
// continue: that is an outcome.
result::Outcome execute(const Execution& run);

// The kinds of plans without an estimate of the error; for the others see certified.h,
// integrated.h.
void execute_coupled(const Execution& run, const CoupledPlan& how, result::Outcome& outcome);
void integrate_once(const Execution& run, const IntegratedPlan& how, result::Outcome& outcome);

}  // namespace bw::run
