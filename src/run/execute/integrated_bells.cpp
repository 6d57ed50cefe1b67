// The bells, rows and report of a single integrated model.

#include "base/bell.h"
#include "base/text.h"
#include "base/value.h"
#include "model/event_mark.h"
#include "model/solver_bells.h"
#include "result/approach.h"
#include "result/result.h"
#include "run/execute/chosen.h"
#include "run/execute/diagnosed.h"
#include "run/execute/early_end.h"
#include "run/execute/event_rows.h"
#include "run/execute/integrated.h"
#include "run/open/components.h"
#include "run/publish/delivery.h"
#include "run/publish/shortfall.h"

namespace bw::run {

using result::RunEnding;

std::string Reintegration::name_of_event(const model::EventMark& mark) {
  using Kind = model::EventMark::Kind;
  if (mark.kind == Kind::time) return "a time event";
  if (mark.kind == Kind::state)
    return "event indicator " + std::to_string(mark.indicator + 1) +
           (mark.rises ? ", rising" : ", falling");
  return "an event of the model";
}

RunEnding Reintegration::ring_bells() const {
  for (const Bell& bell : fine_.bells) run_.bells.ring(bell);
  const Made& last = fine_.complete() ? coarse_ : fine_;
  const EarlyEnd early{last.time, last.subject, last.reason};
  if (last.end == Made::End::interrupted) return ring_interrupted(early, period_, run_.bells);
  if (fine_.end == Made::End::terminated) {
    ring_terminated({fine_.time, fine_.subject, fine_.reason}, run_.bells);
    if (!compared_) return RunEnding::complete;
  }
  if (!compared_) return ring_failure(last.code, early, run_.bells);
  ring_discontinuities();
  model::ring_unresolved(fine_.unresolved, components_.name(0), run_.bells);
  ring_chatter(fine_.solution.events, period_.stop - period_.start, components_.name(0),
               run_.bells);
  model::ring_vanished(fine_.vanished, components_.name(0), run_.bells);
  if (!met_) ring_difference();
  return RunEnding::complete;
}

void Reintegration::ring_discontinuities() const {
  if (fine_.jumps.empty()) return;
  const double first = fine_.jumps.front();
  run_.bells.ring(BellCode::discontinuity, first, components_.name(0),
                  std::to_string(fine_.jumps.size()) +
                      (fine_.jumps.size() > 1 ? " discontinuities without an event, first at t = "
                                              : " discontinuity without an event, at t = ") +
                      brief(first) + "; the integrator was restarted " +
                      (fine_.jumps.size() > 1 ? "at each." : "there."),
                  static_cast<double>(fine_.jumps.size()), 0);
}

// The time from which the worst column is above its tolerance.
double Reintegration::beyond_from() const {
  const std::vector<double> errors = error_of_rows(coarse_.solution, fine_.solution, wanted_);
  return first_beyond({.times = wanted_.times,
                       .values = fine_.solution.reals,
                       .errors = errors,
                       .columns = columns_.reals(),
                       .column = difference_.column,
                       .relative = wanted_.relative,
                       .absolute = wanted_.absolute[difference_.column]});
}

// `tolerances`: the integrations.
std::string Reintegration::how_they_differ(const std::string& tolerances) const {
  const std::string by = " differ by " + rough(difference_.largest) + " tolerances";
  if (digits_decide_)
    return tolerances + by + ", and looser ones did as much: the last digits of " +
           grouped(static_cast<long>(fine_.solution.events.size())) + " event times decide.";
  const double amplified = difference_.largest * tolerance_.relative / fine_.solution.relative;
  if (at_the_limit_)
    return "integrations with tolerances as small as double precision allows" + by +
           "; the model amplifies the errors of " + methods() + " by about " + rough(amplified) +
           ".";
  return tolerances + " still" + by + " after " + std::to_string(integrations_) + " integrations.";
}

// Of one integration only, or in another order.
void Reintegration::ring_other_event() const {
  const std::string tolerances = "integrations with the tolerances " +
                                 rough(coarse_.solution.relative) + " and " +
                                 rough(fine_.solution.relative);
  model::EventMark mark{fine_.time};
  if (other_event_) {
    mark = *other_event_;
  } else {
    const std::size_t e = *difference_.other_event;
    if (e < fine_.solution.events.size())
      mark = fine_.solution.events[e];
    else if (e < coarse_.solution.events.size())
      mark = coarse_.solution.events[e];
  }
  run_.bells.ring({.code = BellCode::event_sequence_differs,
                   .severity = other_event_ ? Severity::warning : Severity::error,
                   .time = mark.time,
                   .subject = "run",
                   .message = tolerances + " find different events: " + name_of_event(mark) +
                              " at t = " + brief(mark.time) +
                              " occurs in one of them only or in another order" +
                              (other_event_ ? "; all recorded rows agree." : ".")});
}

void Reintegration::ring_difference() const {
  const std::string tolerances = "integrations with the tolerances " +
                                 rough(coarse_.solution.relative) + " and " +
                                 rough(fine_.solution.relative);
  if (difference_.other_event || other_event_) return ring_other_event();
  if (difference_.unclear_row) {
    const double t = wanted_.times[*difference_.unclear_row];
    run_.bells.ring(BellCode::event_near_end, t, "run",
                    "the row at t = " + brief(t) +
                        " lies at an event; the event time is too uncertain to decide whether the "
                        "row is before or after it.");
  }
  if (const auto when = undecided_)
    run_.bells.ring(BellCode::event_near_end, *when, "run",
                    "an event indicator is close to zero at t = " + brief(*when) +
                        (*when >= period_.stop ? ", the stop time" : std::string()) +
                        "; errors within the tolerance decide whether the event occurs.");
  if (difference_.largest <= 1.0) {
    if (!difference_.unclear_row && !undecided_)
      run_.bells.ring(BellCode::rounding_limit, period_.start, "run",
                      tolerances +
                          " take nearly the same steps, so their difference does not estimate the "
                          "error; a much smaller tolerance is not possible.");
    return;
  }
  const std::string worst = columns_.name_of(difference_.column);
  const double when = wanted_.times[difference_.row];
  const bool within_ten = severity_of(difference_.largest) == Severity::warning;
  const bool is_limit = at_the_limit_ || digits_decide_;
  run_.bells.ring(
      {.code = is_limit && within_ten ? BellCode::rounding_limit : BellCode::tolerance_not_met,
       .severity = severity_of(difference_.largest),
       .time = when,
       .subject = worst,
       .measured = difference_.largest,
       .limit = 1.0,
       .message = how_they_differ(tolerances)});
}

// The named method, or those that were chosen.
std::string Reintegration::methods() const {
  const std::string names = names_of(fine_.choices);
  return names.empty() ? std::string(run_.plan.integration.method->name) : names;
}

result::Approach Reintegration::approach() const {
  result::Approach made;
  made.name = methods();
  if (run_.spec.method && *run_.spec.method != "auto") made.option = "--method";
  if (components_.joined > 0)
    made.details.push_back(std::to_string(components_.joined) + " components solved as one model");
  if (compared_)
    made.details.push_back("integrated with tolerances " + rough(coarse_.solution.relative) +
                           " and " + rough(fine_.solution.relative));
  if (!fine_.choices.empty()) made.reason = fine_.choices.front().why;
  return made;
}

std::string Reintegration::why_not_estimated() const {
  if (coarse_.end != fine_.end && coarse_.usable() && fine_.usable())
    return "the model ends the simulation in one of two integrations only, at t = " +
           brief(std::min(coarse_.time, fine_.time));
  if (compared_ && difference_.other_event) return "the integrations do not meet the same events";
  return compared_ ? "no real variable is recorded" : "an integration did not reach the stop time";
}

namespace {

// Every stride-th row of values that have `width` entries per row.
template <class Value>
std::vector<Value> of_rows(const std::vector<Value>& values, std::size_t width,
                           std::size_t stride) {
  if (stride == 1 || width == 0) return values;
  std::vector<Value> picked;
  for (std::size_t at = 0; at < values.size(); at += stride * width)
    picked.insert(picked.end(), values.begin() + static_cast<std::ptrdiff_t>(at),
                  values.begin() + static_cast<std::ptrdiff_t>(at + width));
  return picked;
}

}  // namespace

// The row at the end that the model chose is delivered where it was compared.
std::vector<double> Reintegration::times_of_delivered() const {
  const std::size_t last = delivered().has_end_row ? 1 : 0;
  const std::size_t rows =
      (delivered().rows - std::min(last, delivered().rows) + wanted_.stride - 1) / wanted_.stride;
  std::vector<double> times(row_times_.begin(),
                            row_times_.begin() + static_cast<std::ptrdiff_t>(rows));
  if (wanted_.ends_at_event) times.push_back(wanted_.times.back());
  return times;
}

void Reintegration::write(result::Outcome& outcome) const {
  const std::size_t reals = columns_.reals(), discretes = columns_.discretes();
  RowTable rows;
  rows.times = times_of_delivered();
  if (compared_ && !difference_.other_event)
    rows.errors =
        of_rows(error_of_rows(coarse_.solution, fine_.solution, wanted_), reals, wanted_.stride);
  rows.values = of_rows(delivered().solution.reals, reals, wanted_.stride);
  rows.discretes = of_rows(delivered().solution.discretes, discretes, wanted_.stride);
  if (!delivered().event_rows.times.empty())
    rows = merged(rows, coarse_.event_rows, delivered().event_rows, reals, discretes);
  write(rows, outcome);
}

void Reintegration::write(const RowTable& rows, result::Outcome& outcome) const {
  deliver({.times = rows.times,
           .reals = columns_.reals(),
           .discretes = columns_.discretes(),
           .values = rows.values,
           .errors = rows.errors,
           .discrete_values = rows.discretes,
           .time_unit = run_.plan.time_unit},
          run_.spec, components_, run_.sink, outcome);
}

void Reintegration::report(result::Outcome& outcome) const {
  outcome.method = methods();
  outcome.approach = approach();
  outcome.trace.integrations = trace_;
  outcome.step_spans = delivered().steps;
  report_choices(fine_.choices, components_.name(0), outcome, run_.bells);
  result::Statistics& sum = outcome.statistics;
  sum.steps = fine_.work.steps;
  sum.rejected = sum.error_test_failures = work_.rejected;
  sum.rhs_evaluations = work_.rhs_evaluations;
  sum.jacobian_evaluations = work_.jacobian_evaluations;
  sum.events = fine_.work.events;
  sum.hidden_features = fine_.hidden_features;
  sum.bounded_intervals = fine_.bounded_intervals;
  for (std::size_t e = 0; e < fine_.solution.events.size(); ++e)
    outcome.events.push_back(
        {fine_.solution.events[e].time,
         e < difference_.event_errors.size() ? difference_.event_errors[e] : std::nan(""),
         name_of_event(fine_.solution.events[e])});
  sum.components.push_back(
      {components_.name(0), fine_.effort.advances, 0, 0, fine_.effort.advancing.seconds(), 0, 0});
  // Without a recorded real variable there is no error to report, unless there is none: a model
  // without continuous states is exact where all integrations agree.
  const bool is_exact = fine_.is_discrete && met_ && columns_.discretes() > 0;
  if (!compared_ || difference_.other_event || (difference_.per_column.empty() && !is_exact)) {
    outcome.not_estimated = why_not_estimated();
    return;
  }
  outcome.estimated_error = difference_.largest;
  if (difference_.per_column.empty()) {
    outcome.certificate.emplace().integrations = integrations_;
    return;
  }
  std::size_t column = 0;
  for (const Recorded& r : components_.recorded)
    if (is_real(r.column.type)) {
      outcome.absolute_tolerance_per_variable[r.column.name] = wanted_.absolute[column];
      outcome.estimated_error_per_variable[r.column.name] = difference_.per_column[column++];
    }
  result::Certificate& certificate = outcome.certificate.emplace();
  certificate.integrations = integrations_;
  certificate.worst = columns_.name_of(difference_.column);
  certificate.worst_time = wanted_.times[difference_.row];
  if (difference_.largest > 1) certificate.beyond_from = beyond_from();
}

}  // namespace bw::run
