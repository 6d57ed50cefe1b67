#include "run/execute/integrated.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/stopwatch.h"
#include "base/text.h"
#include "base/value.h"
#include "math/finite.h"
#include "model/interrupted_call.h"
#include "ode/coincident_events.h"
#include "ode/integrated_component.h"
#include "run/execute/early_end.h"
#include "run/execute/event_rows.h"
#include "run/execute/keeper.h"
#include "run/execute/step_times.h"

namespace bw::run {
namespace {

using Clock = std::chrono::steady_clock;
using Why = ode::IntegrationEnd::Why;

constexpr int most_tightenings = 3;
constexpr double least_more_steps = 1.15;    // in the finer integration
constexpr double shorter = 2.4;              // divisor of its maximum step
constexpr double much_tighter = 100;         // where a tolerance hardly changes the steps
constexpr double far_apart = 500;            // tolerances that differ by much_tighter and more
constexpr double rounding_of_steps = 1e-13;  // below it rounding makes the steps of a method short
// The coarse integration takes events this many roundings late: two that agree on an event time to
// the last digit may both be wrong in it, and f may jump by much there.
constexpr double late_events = 16;

}  // namespace

// Collects the rows of an integration.
class Reintegration::Rows final : public ode::PointObserver {
 public:
  // Every stride-th point is a row.
  Rows(const Columns& columns, model::Component& model, std::function<bool(double)> wanted,
       Keeper& keeper, std::size_t stride)
      : columns_(columns),
        model_(model),
        wanted_(std::move(wanted)),
        keeper_(keeper),
        stride_(stride) {}

  bool accepted(double t, bool /*at_grid*/) override {
    const std::size_t reals = reals_.size(), discretes = discretes_.size();
    reals_.resize(reals + columns_.reals());
    discretes_.resize(discretes + columns_.discretes());
    const std::span<double> row = std::span(reals_).subspan(reals);
    columns_.read(model_, row, std::span(discretes_).subspan(discretes));
    if (math::all_finite(row)) {
      if (count_ % stride_ == 0) keeper_.row(t, row, std::span(discretes_).subspan(discretes));
      ++count_;
      time_ = t;
      return true;
    }
    for (std::size_t c = 0; not_finite_.empty() && c < row.size(); ++c)
      if (!math::all_finite(row.subspan(c, 1))) not_finite_ = columns_.name_of(c);
    reals_.resize(reals);
    discretes_.resize(discretes);
    return false;
  }
  void ended_at(double t) override { has_end_row_ = accepted(t, false); }
  bool is_wanted() override { return wanted_(time_); }

  const std::string& not_finite() const { return not_finite_; }  // a variable; empty: all are
  std::size_t count() const { return count_; }
  bool has_end_row() const { return has_end_row_; }
  double time() const { return time_; }  // of the last one
  void move_to(ode::Solution& solution) {
    count_ = 0;
    solution.reals = std::move(reals_);
    solution.discretes = std::move(discretes_);
  }

 private:
  const Columns& columns_;
  model::Component& model_;
  std::function<bool(double)> wanted_;
  Keeper& keeper_;
  std::size_t stride_, count_ = 0;
  bool has_end_row_ = false;
  double time_ = 0;
  std::vector<double> reals_;
  std::vector<Discrete> discretes_;
  std::string not_finite_;
};

Reintegration::Reintegration(const Execution& run, const IntegratedPlan& how)
    : run_(run),
      components_(run.components),
      period_(run.plan.period),
      tolerance_(run.plan.tolerance),
      columns_(components_),
      row_times_(run_.spec.stepping.row_times.empty() ? times_of_rows(period_, how.grid.interval)
                                                      : run_.spec.stepping.row_times),
      every_chosen_step_(how.every_chosen_step),
      reads_events_(run.spec.has_event_rows()),
      wanted_(ode::wanted_at(row_times_, is_multistep())),
      kept_("integrations", run.checkpointer),
      meter_(run.spec.on_progress) {
  wanted_.relative = tolerance_.relative;
  for (const Recorded& recorded : components_.recorded)
    if (is_real(recorded.column.type))
      wanted_.absolute.push_back(tolerance_.absolute_for(components_.nominal(recorded)));
  full_ = wanted_;
}

void Reintegration::integrate(model::Component& model, Rows& rows, Made& made) const {
  const auto count = static_cast<std::int64_t>(full_.times.size()) - 1;
  const ode::Points points{
      count, [&](std::int64_t k) { return full_.times[static_cast<std::size_t>(k)]; }};
  try {
    const ode::IntegrationEnd end = ode::integrate(model, points, rows, made.effort);
    made.time = end.time;
    made.reason = end.reason;
    switch (end.why) {
      case Why::complete: break;
      case Why::stopped:
        made.end = Made::End::failed;
        made.code = BellCode::nan;
        made.subject = rows.not_finite();
        made.reason = made.subject + " is not a finite number at t = " + brief(made.time) + ".";
        break;
      case Why::interrupted:
        made.end = Made::End::interrupted;
        made.subject = "run";
        break;
      case Why::terminated:
        made.end = Made::End::terminated;
        made.subject = components_.name(0);
        break;
    }
  } catch (const Interrupted& end) {
    take(end, made);
    if (rows.count() > 0) made.time = rows.time();
  } catch (const ComponentFailure& failure) {
    made.end = Made::End::failed;
    made.code = failure.code.value_or(BellCode::fmu_error);
    if (rows.count() > 0) made.time = rows.time();
    made.subject = failure.code ? failure.subject : failure.component;
    made.reason = failure.what();
  }
}

void Reintegration::take(const Interrupted& end, Made& made) {
  const auto* call = dynamic_cast<const model::InterruptedCall*>(&end);
  made.end = Made::End::interrupted;
  made.subject = call != nullptr ? call->component : "run";
  made.reason = call != nullptr ? call->reason : "";
}

void Reintegration::take(model::SolverReport report, Made& made) {
  made.work = report.work;
  made.choices = std::move(report.methods);
  made.solution.near_event = report.near_event;
  made.solution.rounding_factor = report.rounding_factor;
  made.unresolved = std::move(report.unresolved);
  made.hidden_features = report.hidden_features;
  made.bounded_intervals = report.bounded_intervals;
  made.vanished = report.vanished;
  made.is_discrete = report.is_discrete;
  for (const model::EventMark& mark : report.events)
    if (mark.kind == model::EventMark::Kind::discontinuity)
      made.jumps.push_back(mark.time);  // another tolerance may miss it
    else
      made.solution.events.push_back(mark);
}

Reintegration::Made Reintegration::compute(const How& how) {
  ode::Integration integration = run_.plan.integration;
  integration.event_delay = how.event_delay;
  integration.finer = how.finer;
  integration.accuracy = how.accuracy;
  integration.watcher = how.watcher != nullptr ? how.watcher : run_.spec.stepping.watcher;
  // Rows at the steps, and what is diagnosed along them, need steps that resolve oscillations.
  integration.steps_are_shown = every_chosen_step_ || integration.watcher != nullptr;
  StepWatch steps;
  if (run_.spec.keeps_steps && integration.watcher == nullptr) integration.watcher = &steps;
  integration.tolerance.relative = how.relative;
  if (tolerance_.absolute)
    integration.tolerance.absolute = *tolerance_.absolute * how.relative / tolerance_.relative;
  EventRowReader event_rows(columns_, run_.spec.has_event_rows());
  if (reads_events_) integration.event_observer = &event_rows;
  Made made;
  made.finer = how.finer;
  made.accuracy = how.accuracy;
  made.solution.relative = how.relative;
  made.time = period_.start;
  Bells bells;
  try {
    const auto model = make_integrated_component(build_model(components_[0], bells), integration);
    event_rows.model = model.get();
    const auto wanted = [&](double time) {
      if (clock_check_.is_time()) poll(how, time);
      return !run_.is_interrupted();
    };
    Keeper keeper(run_);
    Rows rows(columns_, *model, wanted, keeper, wanted_.stride);
    integrate(*model, rows, made);
    made.rows = rows.count();
    made.has_end_row = rows.has_end_row();
    rows.move_to(made.solution);
    model::SolverReport report =
        model->report(made.usable() ? model::Probing::allowed : model::Probing::forbidden);
    take(std::move(report), made);
    made.steps = steps.log().spans();
    if (made.usable()) model->finish();
  } catch (const Interrupted& end) {
    take(end, made);
  } catch (const ComponentFailure& failure) {  // at instantiation or termination
    made.end = Made::End::failed;
    made.code = failure.code.value_or(BellCode::fmu_error);
    made.subject = failure.component;
    made.reason = failure.what();
  }
  made.bells = bells.rung();
  made.event_rows = std::move(event_rows.rows);
  work_done_ += work_of(how.relative);
  return made;
}

// Of a method of order five, the usual one; the first integration is the unit.
double Reintegration::work_of(double tolerance) const {
  return std::pow(ode::first_tolerances(tolerance_.relative).coarse / tolerance, 1.0 / 5);
}

void Reintegration::announce(const std::vector<double>& tolerances) {
  double work = work_done_;
  for (const double tolerance : tolerances) work += work_of(tolerance);
  if (run_.watcher != nullptr) work += work_of(tolerances.back());
  announced_ = integrations_ + static_cast<int>(tolerances.size());
  meter_.expect(work);
}

void Reintegration::show_progress(const How& how, double time) {
  meter_.set_phase(how.watcher != nullptr ? "diagnosis"
                                          : "integration " + std::to_string(integrations_ + 1) +
                                                " of about " + std::to_string(announced_));
  const double share = (time - period_.start) / (period_.stop - period_.start);
  meter_.report(work_done_ + share * work_of(how.relative), time);
}

Reintegration::Made Reintegration::counted(Made made) {
  ++integrations_;
  trace_.push_back({.tolerance = made.solution.relative,
                    .steps = made.work.steps,
                    .rhs_evaluations = made.work.rhs_evaluations,
                    .failed = made.complete() ? "" : made.reason});
  work_.rejected += made.work.rejected;
  work_.rhs_evaluations += made.work.rhs_evaluations;
  work_.jacobian_evaluations += made.work.jacobian_evaluations;
  return made;
}

Reintegration::How Reintegration::much_finer(How how) {
  const double least = how.relative > rounding_of_steps ? rounding_of_steps : ode::least_relative;
  how.relative = std::max(how.relative / much_tighter, least);
  how.finer *= shorter;
  return how;
}

// Makes the next two integrations; false: one of them did not reach the end.
bool Reintegration::replace(const ode::TolerancePair& next) {
  const bool has_late = !fine_.solution.events.empty() || !fine_.jumps.empty();
  const bool keeps_one = integrations_ > 0 && next.coarse == fine_.solution.relative && !has_late;
  announce(keeps_one ? std::vector{next.fine} : std::vector{next.coarse, next.fine});
  if (keeps_one)
    std::swap(coarse_, fine_);
  else
    coarse_ = counted(make({.relative = next.coarse,
                            .event_delay = late_events,
                            .finer = coarse_.finer,
                            .accuracy = ode::accuracy_of(next, tolerance_.relative)}));
  // A coarse integration that failed is no reason to stop: shorter steps may succeed.
  if (coarse_.end == Made::End::interrupted ||
      (coarse_.end == Made::End::terminated && !coarse_.usable())) {
    fine_ = coarse_;
    return false;
  }
  const int order = run_.plan.integration.method->order;
  const How fine{.relative = ode::finer_tolerance(next, coarse_.work.steps, order),
                 .finer = shorter * coarse_.finer,
                 .accuracy = coarse_.accuracy};
  const bool is_led_by_events =
      fine.relative / much_tighter >= rounding_of_steps &&
      ode::is_led_by_events(coarse_.solution.events.size(), coarse_.work.steps, order);
  fine_ = counted(make(is_led_by_events ? much_finer(fine) : fine));
  return coarse_.usable() && fine_.usable();
}

// Where the model ended the simulation, the end time is an event time: it has an error of its own,
// and rows are compared up to the earlier end.
void Reintegration::compare_both() {
  wanted_ = full_;
  if (coarse_.end != fine_.end) {  // the event that ends the run is in one of them only
    difference_ = {};
    difference_.per_column.assign(columns_.reals(), 0.0);
    difference_.other_event =
        std::min(coarse_.solution.events.size(), fine_.solution.events.size());
    return;
  }
  if (fine_.end == Made::End::terminated) {
    const std::size_t common = std::min(coarse_.rows, fine_.rows) - 1;
    wanted_ = wanted_until({common, columns_.discretes(), fine_.time}, full_, coarse_.solution,
                           fine_.solution);
    coarse_.rows = fine_.rows = common + 1;
  }
  if (!reads_events_)  // rows at events are compared one by one
    leave_out_coincident(coarse_.solution, fine_.solution, period_.stop - period_.start);
  difference_ = compare(coarse_.solution, fine_.solution, wanted_);
  if (difference_.other_event) return;
  add_event_rows(coarse_.event_rows, fine_.event_rows, wanted_, difference_);
  trace_.back().difference = difference_.largest;
}

// Repeats both integrations with rows at the steps of the delivered one. Rows do not change steps.
void Reintegration::refine_at_steps() {
  if (!every_chosen_step_ || !compared_) return;
  announce({fine_.solution.relative, coarse_.solution.relative, fine_.solution.relative});
  StepTimes steps(period_.start, period_.stop);
  (void)counted(make({.relative = fine_.solution.relative,
                      .finer = fine_.finer,
                      .accuracy = fine_.accuracy,
                      .watcher = &steps}));
  row_times_ = steps.times();
  // A step ends at each event, whose time differs between the integrations: it gets a row of its
  // own there.
  constexpr double safety = 2;
  for (std::size_t e = 0; e < difference_.event_errors.size(); ++e)
    std::erase_if(row_times_, [&](double t) {
      return t > period_.start && t < period_.stop &&
             std::abs(t - fine_.solution.events[e].time) <= safety * difference_.event_errors[e];
    });
  reads_events_ = true;
  const ode::Wanted at_steps = ode::wanted_at(row_times_, is_multistep());
  full_.times = at_steps.times;
  full_.stride = at_steps.stride;
  coarse_ = counted(make({.relative = coarse_.solution.relative,
                          .event_delay = late_events,
                          .finer = coarse_.finer,
                          .accuracy = coarse_.accuracy}));
  fine_ = counted(make(
      {.relative = fine_.solution.relative, .finer = fine_.finer, .accuracy = fine_.accuracy}));
  compared_ = coarse_.usable() && fine_.usable();
  if (!compared_) return;
  compare_both();
  met_ = met_ && difference_.is_small();
}

// A method of high order makes few steps, and a slightly tighter tolerance may change hardly any:
// then both integrations have the same error.
bool Reintegration::differ_enough() const {
  return fine_.solution.relative <= ode::least_relative ||
         fine_.solution.relative <= coarse_.solution.relative / far_apart ||
         static_cast<double>(fine_.work.steps) >=
             least_more_steps * static_cast<double>(coarse_.work.steps) + 1;
}

// Tolerances ten times tighter did not make the difference smaller: the last digits of many event
// times decide, and no tolerance changes them.
bool Reintegration::is_stuck(const std::optional<double>& before) const {
  constexpr std::size_t many_events = 1000;
  constexpr double no_better = 0.5;
  const bool is_size = !difference_.other_event && !difference_.unclear_row && !undecided_;
  return before && is_size && fine_.solution.events.size() >= many_events &&
         difference_.largest > no_better * *before;
}

// Tightens until the difference is within the tolerance; false: it could not be.
bool Reintegration::refine() {
  const ode::TolerancePair first = ode::first_tolerances(tolerance_.relative);
  compared_ = replace(first);
  if (!compared_ && fine_.usable())  // only the coarse one failed, with its long steps
    compared_ =
        replace({fine_.solution.relative, fine_.solution.relative * first.fine / first.coarse});
  std::optional<double> difference_before;
  for (int tightenings = 0; compared_; ++tightenings) {
    compare_both();
    undecided_ = undecided_event(coarse_.solution, difference_, tolerance_.relative);
    met_ = difference_.is_small() && !undecided_;
    if (met_ && !differ_enough()) {
      const How how = much_finer(
          {.relative = fine_.solution.relative, .finer = fine_.finer, .accuracy = fine_.accuracy});
      announce({how.relative});
      Made finer = counted(make(how));
      met_ = finer.usable();
      compared_ = finer.end != Made::End::interrupted;
      if (met_ || !compared_) fine_ = std::move(finer);
      if (!met_) return false;
      compare_both();
      met_ = difference_.is_small();
    }
    if (met_) return true;
    const auto next =
        next_tolerances(coarse_.solution, fine_.solution, difference_, undecided_.has_value());
    at_the_limit_ = !next;
    digits_decide_ = is_stuck(difference_before);
    if (!next || digits_decide_ || tightenings == most_tightenings) return false;
    difference_before = difference_.largest;
    const Made before = coarse_, better = fine_;
    if (replace(*next)) continue;
    if (fine_.end == Made::End::interrupted) {
      compared_ = false;
      break;
    }
    coarse_ = before;  // tighter ones fail: keep these
    fine_ = better;
    at_the_limit_ = true;
    return false;
  }
  return false;
}

// No tolerance gives both the same events. Where all rows agree nevertheless, none of them matters.
void Reintegration::tolerate_other_event() {
  if (met_ || !compared_ || !difference_.other_event || coarse_.end != fine_.end ||
      every_chosen_step_ || reads_events_)
    return;
  ode::Difference rows = ode::compare_rows(coarse_.solution, fine_.solution, wanted_);
  if (!rows.is_small() || undecided_ || !differ_enough()) return;
  const std::size_t e = *difference_.other_event;
  const auto& events =
      e < fine_.solution.events.size() ? fine_.solution.events : coarse_.solution.events;
  if (e >= events.size()) return;
  other_event_ = events[e];
  difference_ = std::move(rows);
}

// Repeats the delivered integration for the watcher: which one is delivered was not known before,
// and eigenvalues may cost more than the integration itself.
void Reintegration::show_to_watcher() {
  if (run_.watcher == nullptr || delivered().rows == 0) return;
  make({.relative = delivered().solution.relative,
        .event_delay = &delivered() == &fine_ ? 0 : late_events,
        .finer = delivered().finer,
        .accuracy = delivered().accuracy,
        .watcher = run_.watcher});
}

void Reintegration::execute(result::Outcome& outcome) {
  auto& seconds = outcome.statistics.seconds;
  seconds.startup = seconds_since(run_.begin);
  const auto begin = Clock::now();
  refine();
  tolerate_other_event();
  refine_at_steps();
  show_to_watcher();
  outcome.ending = ring_bells();
  if (outcome.ending != result::RunEnding::complete) kept_.write();
  seconds.master = seconds_since(begin);
  const auto computed = Clock::now();
  write(outcome);
  report(outcome);
  seconds.output = seconds_since(computed);
}

}  // namespace bw::run
