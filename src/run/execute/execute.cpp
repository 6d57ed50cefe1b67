#include "run/execute/execute.h"

#include "base/error.h"
#include "base/run_control.h"
#include "model/interrupted_call.h"
#include "result/kept_rows.h"
#include "run/execute/certified.h"
#include "run/execute/early_end.h"
#include "run/execute/integrated.h"
#include "run/execute/probed.h"

namespace bw::run {
namespace {

struct Run {
  const Execution& run;
  result::Outcome& outcome;
  void operator()(const CoupledPlan& how) const {
    if (how.probe)
      ProbedRun(run, how).execute(outcome);
    else
      execute_coupled(run, how, outcome);
  }
  void operator()(const CertifiedPlan& how) const { CertifiedRun(run, how).execute(outcome); }
  void operator()(const IntegratedPlan& how) const {
    if (how.estimates_error)
      Reintegration(run, how).execute(outcome);
    else
      integrate_once(run, how, outcome);
  }
};

}  // namespace

result::Outcome execute(const Execution& run) {
  result::Outcome outcome;
  outcome.reached = run.plan.period.start;
  try {
    std::visit(Run{run, outcome}, run.plan.how);
  } catch (const ComponentFailure& failure) {
    if (failure.code)
      outcome.ending =
          ring_failure(*failure.code, {failure.time, failure.subject, failure.what()}, run.bells);
    else
      outcome.ending = ring_failure(
          BellCode::fmu_error, {outcome.reached, failure.component, failure.what()}, run.bells);
  } catch (const model::InterruptedCall& call) {
    outcome.ending = ring_interrupted({outcome.reached, call.component, call.reason},
                                      run.plan.period, run.bells);
  } catch (const Interrupted&) {
    outcome.ending = ring_interrupted({.time = outcome.reached}, run.plan.period, run.bells);
  }
  if (auto* kept = result::KeptRows::of_this_process()) kept->clear();  // all are in the sink
  return outcome;
}

}  // namespace bw::run
