// The bells, rows and report of a single integrated model.

#include "base/bell.h"
#include "base/text.h"
#include "base/value.h"
#include "model/event_mark.h"
#include "result/result.h"
#include "run/execute/chosen.h"
#include "run/execute/diagnosed.h"
#include "run/execute/early_end.h"
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
  if (last.end == Made::End::terminated) {
    run_.bells.ring(BellCode::fmu_terminated, last.time, last.subject, last.reason);
    return RunEnding::complete;
  }
  if (!compared_) return ring_failure(last.code, early, run_.bells);
  ring_discontinuities();
  ring_chatter(fine_.pass.events, period_.stop - period_.start, components_.name(0), run_.bells);
  if (!met_) ring_difference();
  return RunEnding::complete;
}

void Reintegration::ring_discontinuities() const {
  if (fine_.jumps.empty()) return;
  const double first = fine_.jumps.front();
  run_.bells.ring(BellCode::discontinuity, first, components_.name(0),
                  "the right-hand side jumps at t = " + brief(first, time_digits) +
                      (fine_.jumps.size() > 1
                           ? " and at " + std::to_string(fine_.jumps.size() - 1) + " later times"
                           : std::string()) +
                      ", and nothing announces it; the integration began anew there.",
                  static_cast<double>(fine_.jumps.size()), 0);
}

void Reintegration::ring_difference() const {
  const std::string tolerances = "runs with the tolerances " + brief(coarse_.pass.relative) +
                                 " and " + brief(fine_.pass.relative);
  if (difference_.other_event) {
    const std::size_t e = *difference_.other_event;
    const bool in_fine = e < fine_.pass.events.size();
    const model::EventMark& mark = in_fine ? fine_.pass.events[e] : coarse_.pass.events[e];
    run_.bells.ring(BellCode::event_sequence_differs, mark.time, "run",
                    tolerances + " do not meet the same events: " + name_of_event(mark) +
                        " at t = " + brief(mark.time, time_digits) +
                        " is in one of them only, or in another order.");
    return;
  }
  if (difference_.unclear_row) {
    const double t = wanted_.times[*difference_.unclear_row];
    run_.bells.ring(BellCode::event_near_end, t, "run",
                    "the row at t = " + brief(t, time_digits) +
                        " lies at an event whose time is not known so well that it could be said "
                        "whether the row is before or after it.");
  }
  if (const auto when = undecided_)
    run_.bells.ring(BellCode::event_near_end, *when, "run",
                    "an event indicator is so near to zero at t = " + brief(*when, time_digits) +
                        (*when >= period_.stop ? ", the end of the run" : std::string()) +
                        ", that errors within the tolerance decide whether there is an event.");
  if (difference_.largest <= 1.0) {
    if (!difference_.unclear_row && !undecided_)
      run_.bells.ring(
          BellCode::rounding_limit, period_.start, "run",
          tolerances +
              " make nearly the same steps, so that their difference says little, and one "
              "with a much smaller tolerance could not be made.");
    return;
  }
  const std::string worst = columns_.name_of(difference_.column);
  const double when = wanted_.times[difference_.row];
  const std::vector<double> errors = error_of_rows(coarse_.pass, fine_.pass, wanted_);
  const double since = first_beyond({.times = wanted_.times,
                                     .values = fine_.pass.reals,
                                     .errors = errors,
                                     .columns = columns_.reals(),
                                     .column = difference_.column,
                                     .relative = wanted_.relative,
                                     .absolute = wanted_.absolute[difference_.column]});
  const std::string size = less_accurate(worst, difference_.largest, since, when);
  const double amplified = difference_.largest * tolerance_.relative / fine_.pass.relative;
  if (at_the_limit_)
    run_.bells.ring(
        difference_.largest <= 10 ? BellCode::rounding_limit : BellCode::tolerance_not_met, when,
        worst,
        size +
            ", and tolerances as small as numbers of double precision allow give no better "
            "one: errors of " +
            methods() + " become about " + brief(amplified) + " times larger on the way.",
        difference_.largest, 1.0);
  else
    run_.bells.ring(BellCode::tolerance_not_met, when, worst,
                    size + ", after " + std::to_string(integrations_) +
                        " runs, the last with the tolerance " + brief(fine_.pass.relative) + ".",
                    difference_.largest, 1.0);
}

// The named method, or those that were chosen.
std::string Reintegration::methods() const {
  const std::string names = names_of(fine_.choices);
  return names.empty() ? std::string(run_.plan.integration.method->name) : names;
}

std::string Reintegration::explain() const {
  std::string method = methods();
  if (components_.joined > 0)
    method = std::to_string(components_.joined) + " parts solved as one model by " + method;
  if (!fine_.choices.empty()) method += " (" + fine_.choices.front().why + ")";
  if (!compared_) return method + " with steps by its error estimate";
  return method + " with the relative tolerances " + brief(coarse_.pass.relative) + " and " +
         brief(fine_.pass.relative) +
         ", whose difference is the estimate of the error; the rows are of the finer one";
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

void Reintegration::write(result::Outcome& outcome) const {
  std::vector<double> errors;
  if (compared_ && !difference_.other_event)
    errors =
        of_rows(error_of_rows(coarse_.pass, fine_.pass, wanted_), columns_.reals(), wanted_.stride);
  write({delivered().pass.reals, delivered().pass.discretes, delivered().rows}, errors, outcome);
}

void Reintegration::write(const Collected& collected, const std::vector<double>& errors,
                          result::Outcome& outcome) const {
  const std::size_t reals = columns_.reals(), discretes = columns_.discretes();
  const std::vector<double> values = of_rows(collected.reals, reals, wanted_.stride);
  const std::vector<Discrete> discrete_values =
      of_rows(collected.discretes, discretes, wanted_.stride);
  const std::size_t rows = (collected.points + wanted_.stride - 1) / wanted_.stride;
  deliver({.times = std::span(row_times_).first(rows),
           .reals = reals,
           .discretes = discretes,
           .values = values,
           .errors = errors,
           .discrete_values = discrete_values,
           .time_unit = run_.plan.time_unit},
          run_.spec, components_, run_.sink, outcome);
}

void Reintegration::report(result::Outcome& outcome) const {
  outcome.method = methods();
  outcome.why = explain();
  report_choices(fine_.choices, components_.name(0), outcome, run_.bells);
  result::Statistics& sum = outcome.statistics;
  sum.steps = fine_.work.steps;
  sum.rejected = sum.error_test_failures = work_.rejected;
  sum.rhs_evaluations = work_.rhs_evaluations;
  sum.jacobian_evaluations = work_.jacobian_evaluations;
  sum.events = fine_.work.events;
  for (std::size_t e = 0; e < fine_.pass.events.size(); ++e)
    outcome.events.push_back(
        {fine_.pass.events[e].time,
         e < difference_.event_errors.size() ? difference_.event_errors[e] : std::nan(""),
         name_of_event(fine_.pass.events[e])});
  sum.components.push_back(
      {components_.name(0), fine_.effort.advances, 0, 0, fine_.effort.advancing.seconds(), 0, 0});
  // Without a recorded real variable there is no error to report.
  if (!compared_ || difference_.other_event || difference_.per_column.empty()) return;
  outcome.estimated_error = difference_.largest;
  std::size_t column = 0;
  for (const Recorded& r : components_.recorded)
    if (is_real(r.column.type))
      outcome.estimated_error_per_variable[r.column.name] = difference_.per_column[column++];
  result::Certificate& certificate = outcome.certificate.emplace();
  certificate.integrations = integrations_;
  certificate.worst = columns_.name_of(difference_.column);
  certificate.worst_time = wanted_.times[difference_.row];
}

}  // namespace bw::run
