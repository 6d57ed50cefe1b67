// One model, integrated once without an estimate of its error.

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/bell.h"
#include "base/error.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "math/decimal_grid.h"
#include "model/component.h"
#include "model/solver_bells.h"
#include "model/solver_report.h"
#include "ode/integrate.h"
#include "ode/integrated_component.h"
#include "ode/kernel/event_observer.h"
#include "result/result.h"
#include "run/execute/chosen.h"
#include "run/execute/diagnosed.h"
#include "run/execute/early_end.h"
#include "run/execute/execute.h"
#include "run/execute/recorder.h"
#include "run/execute/step_times.h"
#include "run/plan/plan.h"

namespace bw::run {
namespace {

// The model is integrated once; rows are written as they are accepted.
class SingleIntegration final : private ode::EventObserver {
 public:
  SingleIntegration(const Execution& run, const IntegratedPlan& how, result::Outcome& outcome)
      : run_(run),
        how_(how),
        outcome_(outcome),
        model_(make_integrated_component(build_model(run.components[0], run.bells), integration())),
        recorder_(*model_, run.components.recorded, how.rows, run.spec, run.sink) {}

  void execute() {
    auto& seconds = outcome_.statistics.seconds;
    seconds.startup = seconds_since(run_.begin);
    const auto begin = std::chrono::steady_clock::now();
    const auto end = [&] {
      outcome_.reached = recorder_.time();
      // Stopwatches sample short calls, so the difference may come out negative.
      seconds.master = std::max(0.0, seconds_since(begin) - recorder_.seconds());
      recorder_.finish();
      report();
    };
    try {
      const std::int64_t count = how_.grid.intervals();
      const math::DecimalGrid grid(how_.grid.start, how_.grid.interval);
      const ode::Points points{
          count, [&](std::int64_t k) { return k < count ? grid.at(k) : how_.grid.stop; }};
      outcome_.ending = conclude(ode::integrate(*model_, points, recorder_, effort_));
    } catch (const Error&) {  // a component failed, or the user ended the run
      end();
      throw;
    }
    end();
  }

 private:
  ode::Integration integration() {
    ode::Integration integration = run_.plan.integration;
    integration.watcher = run_.watcher != nullptr ? run_.watcher : run_.spec.stepping.watcher;
    integration.steps_are_shown = integration.watcher != nullptr;  // see Reintegration::make
    if (run_.spec.keeps_steps && integration.watcher == nullptr) integration.watcher = &steps_;
    if (run_.spec.has_event_rows()) integration.event_observer = this;
    return integration;
  }
  void at_event(double t, Limit limit) override { recorder_.event_row(t, limit == Limit::right); }

  result::RunEnding conclude(const ode::IntegrationEnd& end) {
    const double t = recorder_.time();
    if (recorder_.not_finite()) {
      const std::string& variable = *recorder_.not_finite();
      run_.bells.ring(BellCode::nan, end.time, variable,
                      variable + " is not a finite number at t = " + brief(end.time) + ".");
    } else if (end.why == ode::IntegrationEnd::Why::interrupted ||
               (end.why == ode::IntegrationEnd::Why::stopped && end.time < run_.plan.period.stop)) {
      return ring_interrupted({.time = t}, run_.plan.period, run_.bells);
    } else if (end.why == ode::IntegrationEnd::Why::terminated) {
      ring_terminated({t, run_.components.name(0), end.reason}, run_.bells);
    }
    model_->finish();
    return result::RunEnding::complete;
  }

  void report() {
    const std::string& name = run_.components.name(0);
    const model::SolverReport report = model_->report(model::Probing::forbidden);
    const model::Work& work = report.work;
    result::Statistics& sum = outcome_.statistics;
    outcome_.step_spans = steps_.log().spans();
    sum.steps = work.steps;
    sum.rejected = sum.error_test_failures = work.rejected;
    sum.events = work.events;
    sum.rhs_evaluations = work.rhs_evaluations;
    sum.jacobian_evaluations = work.jacobian_evaluations;
    report_choices(report.methods, name, outcome_, run_.bells);
    if (!report.methods.empty()) outcome_.method = names_of(report.methods);
    model::ring_unresolved(report.unresolved, name, run_.bells);
    sum.hidden_features = report.hidden_features;
    sum.bounded_intervals = report.bounded_intervals;
    ring_chatter(report.events, run_.plan.period.stop - run_.plan.period.start, name, run_.bells);
    model::ring_vanished(report.vanished, name, run_.bells);
    recorder_.report(outcome_);
    sum.components.push_back({name, effort_.advances, 0, 0, effort_.advancing.seconds(), 0, 0});
  }

  const Execution& run_;
  const IntegratedPlan& how_;
  result::Outcome& outcome_;
  StepWatch steps_{};  // before the model, which refers to it
  std::unique_ptr<model::Component> model_;
  Recorder recorder_;
  ode::Effort effort_;
};

}  // namespace

void integrate_once(const Execution& run, const IntegratedPlan& how, result::Outcome& outcome) {
  outcome.method = run.plan.integration.method->name;
  outcome.approach = run.plan.approach;
  outcome.not_estimated = run.plan.not_estimated;
  outcome.prevented_by = run.plan.prevented_by;
  SingleIntegration(run, how, outcome).execute();
}

}  // namespace bw::run
