// A coupled system, advanced by a master; rows are written as they are accepted.

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/error.h"
#include "base/stopwatch.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/march.h"
#include "cosim/march/march_memory.h"
#include "model/signals.h"
#include "model/solver_bells.h"
#include "model/solver_report.h"
#include "result/result.h"
#include "run/execute/chosen.h"
#include "run/execute/coupled_memory.h"
#include "run/execute/diagnosed.h"
#include "run/execute/divergence.h"
#include "run/execute/early_end.h"
#include "run/execute/execute.h"
#include "run/execute/march_bells.h"
#include "run/execute/recorder.h"
#include "run/open/components.h"
#include "run/plan/algorithm.h"
#include "run/plan/plan.h"

namespace bw::run {
namespace {

using Clock = std::chrono::steady_clock;

// Reports of the resumed run, each as often as it was counted; some have been repeated by now.
void take_over(const std::vector<Bell>& saved, Bells& bells) {
  const auto count_of = [&](const Bell& bell) {
    for (const Bell& known : bells.rung())
      if (known.code == bell.code && known.subject == bell.subject) return known.count;
    return decltype(bell.count){0};
  };
  for (const Bell& bell : saved)
    while (count_of(bell) < bell.count) bells.ring(bell);
}

class CoupledRun {
 public:
  CoupledRun(const Execution& run, const CoupledPlan& how, result::Outcome& outcome)
      : run_(run),
        how_(how),
        outcome_(outcome),
        bells_(run.bells, run.plan.period, run.components.single, how.march.chosen.has_value()),
        coupling_(build(run.components, options(), run.bells)),
        divergence_(run.components),
        recorder_(coupling_, run.components.recorded, how.rows, run.spec, run.sink, run.history) {
    recorder_.watch(divergence_);
    if (run.checkpointer == nullptr) return;
    recorder_.pause_when([&run] { return run.checkpointer->is_due(); },
                         [this](const cosim::MarchMemory& memory) { save(memory); });
  }

  // `from`: of the run that is resumed; null: from the start.
  void execute(const CoupledMemory* from) {
    try {
      if (bells_.initialise(coupling_, run_.plan.tolerance)) march(from);
    } catch (const Error&) {  // a component failed, or the user ended the run
      count();
      // An FMU may answer error because its inputs are absurd.
      if (!report(divergence_.find(coupling_.now(), recorder_.time(), cure()))) throw;
      return;
    }
    count();
  }

 private:
  BuildOptions options() const {
    const Algorithm& algorithm = how_.algorithm;
    BuildOptions options;
    options.integration = run_.plan.integration;
    options.may_roll_back = algorithm.rolls_back() || algorithm.iterations > 1;
    if (algorithm.locates_events)
      options.stops_at_events = 10 * cosim::event_resolution(how_.march.grid);
    return options;
  }

  void save(const cosim::MarchMemory& memory) {
    run_.checkpointer->write(to_bytes(CoupledMemory{.march = memory,
                                                    .recorder = recorder_.memory(),
                                                    .growth = divergence_.memory(),
                                                    .bells = run_.bells.rung(),
                                                    .rows = run_.rows->mark()}));
  }

  // The header of the rows is in the file already.
  void remember(const CoupledMemory& memory) {
    run_.rows->go_on_behind(memory.rows);
    recorder_.remember(memory.recorder);
    divergence_.remember(memory.growth);
    take_over(memory.bells, run_.bells);
  }

  void march(const CoupledMemory* from) {
    if (from != nullptr) remember(*from);
    auto& seconds = outcome_.statistics.seconds;
    seconds.startup = seconds_since(run_.begin);
    const auto begin = Clock::now();
    struct AtEnd {  // also when a component fails: the time reached is reported
      CoupledRun& self;
      Clock::time_point begin;
      ~AtEnd() {
        self.outcome_.reached = self.recorder_.time();
        // Stopwatches sample short calls, so the difference may come out negative.
        self.outcome_.statistics.seconds.master =
            std::max(0.0, seconds_since(begin) - self.recorder_.seconds());
      }
    } at_end{*this, begin};
    const cosim::MarchEnd end =
        cosim::march(coupling_, *how_.algorithm.master, how_.march, recorder_, tally_,
                     from != nullptr ? &from->march : nullptr);
    if (!is_diverged(end)) outcome_.ending = bells_.conclude(end, coupling_, recorder_);
  }

  bool is_diverged(const cosim::MarchEnd& end) {
    using Reason = cosim::MarchEnd::Reason;
    const model::Signals& now = coupling_.now();
    if (end.reason == Reason::stop_requested || end.reason == Reason::component_terminated)
      return false;
    const bool is_complete = end.reason == Reason::reached_stop && !recorder_.not_finite();
    return report(is_complete ? divergence_.find_absurd(now, end.time, cure())
                              : divergence_.find(now, end.time, cure()));
  }

  // True: there was a divergence to report.
  bool report(const std::optional<EarlyEnd>& diverged) {
    if (!diverged) return false;
    outcome_.ending = ring_failure(BellCode::coupling_diverges, *diverged, run_.bells);
    return true;
  }

  std::string cure() const {
    if (how_.march.chosen)
      return run_.spec.min_step ? "Choose a smaller --min-step." : "Choose a smaller --tolerance.";
    return run_.spec.step ? "Choose a smaller --step, or leave --step out."
                          : "Choose a smaller --step.";
  }

  void count() {
    recorder_.finish();
    result::Statistics& sum = outcome_.statistics;
    sum.steps = tally_.steps;
    sum.rejected = tally_.rejected;
    sum.error_test_failures = tally_.error_test_failures;
    sum.convergence_failures = tally_.convergence_failures;
    sum.iteration_limit_hits = tally_.iteration_limit_hits;
    sum.events = tally_.events;
    sum.seconds.error_test = std::min(tally_.error_test.seconds(), sum.seconds.master);
    for (std::size_t i = 0; i < coupling_.size(); ++i) count(i);
    outcome_.critical_couplings =
        critical_couplings(tally_, coupling_, run_.components.connections);
    bells_.report(tally_, coupling_);
    recorder_.report(outcome_);
  }

  // Communication steps only: the components' own counts include steps that were rolled back.
  void count(std::size_t i) {
    result::Statistics& sum = outcome_.statistics;
    const std::string& name = coupling_.shape(i).name;
    const model::SolverReport report = coupling_.component(i).report(model::Probing::forbidden);
    const model::Work& work = report.work;
    report_choices(report.methods, name, outcome_, run_.bells);
    if (!how_.algorithm.locates_events) sum.events += work.events;
    sum.rhs_evaluations += work.rhs_evaluations;
    sum.jacobian_evaluations += work.jacobian_evaluations;
    model::ring_unresolved(report.unresolved, name, run_.bells);
    sum.hidden_features += report.hidden_features;
    sum.bounded_intervals += report.bounded_intervals;
    ring_chatter(report.events, run_.plan.period.stop - run_.plan.period.start, name, run_.bells);
    model::ring_vanished(report.vanished, name, run_.bells);
    const cosim::ComponentCounters& c = coupling_.counters(i);
    sum.components.push_back({name, c.advances, c.saves, c.restores, c.advancing.seconds(),
                              c.saving.seconds(), c.restoring.seconds()});
  }

  const Execution& run_;
  const CoupledPlan& how_;
  result::Outcome& outcome_;
  MarchBells bells_;
  cosim::Coupling coupling_;
  Divergence divergence_;
  Recorder recorder_;
  cosim::Tally tally_;
};

}  // namespace

void execute_coupled(const Execution& run, const CoupledPlan& how, result::Outcome& outcome) {
  outcome.method = how.method;
  outcome.master = how.algorithm.master->name;
  outcome.approach = run.plan.approach;
  outcome.not_estimated = run.plan.not_estimated;
  outcome.prevented_by = run.plan.prevented_by;
  if (run.checkpointer == nullptr || run.checkpointer->earlier().empty())
    return CoupledRun(run, how, outcome).execute(nullptr);
  const CoupledMemory from = coupled_memory_from(run.checkpointer->earlier());
  run.rows->check(from.rows);
  CoupledRun(run, how, outcome).execute(&from);
}

}  // namespace bw::run
