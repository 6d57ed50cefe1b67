// What a run of one integrated model tells, and what it leaves.

#include <cmath>

#include "base/bell.h"
#include "base/text.h"
#include "base/value.h"
#include "cosim/chain/chain.h"
#include "model/event_mark.h"
#include "result/result.h"
#include "result/trajectory.h"
#include "run/certify.h"
#include "run/chosen.h"
#include "run/diagnosed.h"
#include "run/integrated.h"
#include "run/open/assemble.h"
#include "run/publish/delivery.h"
#include "run/shortfall.h"

namespace bw::run {
namespace {

using cosim::Path;

}  // namespace

std::string IntegratedRun::name_of_event(const model::EventMark& mark) const {
  using Kind = model::EventMark::Kind;
  if (mark.kind == Kind::time) return "a time event";
  if (mark.kind == Kind::state)
    return "event indicator " + std::to_string(mark.indicator + 1) +
           (mark.rises ? ", rising" : ", falling");
  return "an event of the model";
}

RunEnding IntegratedRun::tell() {
  for (const Bell& bell : fine_.path.bells) bells_.ring(bell);
  const Path& path = fine_.path.complete() ? coarse_.path : fine_.path;
  if (path.end == Path::End::interrupted) return tell_interrupted(path, period_, bells_);
  if (path.end == Path::End::component_terminated) {
    bells_.ring(BellCode::fmu_terminated, path.time, path.subject, path.reason);
    return RunEnding::complete;
  }
  if (!compared_) return tell_failure(path, bells_);
  tell_jumps();
  tell_chatter(fine_.pass.events, period_.stop - period_.start, assembly_.requests.front().name,
               bells_);
  if (!met_) tell_difference();
  return RunEnding::complete;
}

void IntegratedRun::tell_jumps() {
  if (fine_.jumps.empty()) return;
  const double first = fine_.jumps.front();
  bells_.ring(BellCode::discontinuity, first, assembly_.requests.front().name,
              "the right-hand side jumps at t = " + brief(first, time_digits) +
                  (fine_.jumps.size() > 1
                       ? " and at " + std::to_string(fine_.jumps.size() - 1) + " later times"
                       : std::string()) +
                  ", and nothing announces it; the integration began anew there.",
              static_cast<double>(fine_.jumps.size()), 0);
}

void IntegratedRun::tell_difference() {
  const std::string tolerances = "runs with the tolerances " + brief(coarse_.pass.relative) +
                                 " and " + brief(fine_.pass.relative);
  if (difference_.other_event) {
    const std::size_t e = *difference_.other_event;
    const bool in_fine = e < fine_.pass.events.size();
    const model::EventMark& mark = in_fine ? fine_.pass.events[e] : coarse_.pass.events[e];
    bells_.ring(BellCode::event_sequence_differs, mark.time, "run",
                tolerances + " do not meet the same events: " + name_of_event(mark) +
                    " at t = " + brief(mark.time, time_digits) +
                    " is in one of them only, or in another order.");
    return;
  }
  if (difference_.unclear_row) {
    const double t = wanted_.times[*difference_.unclear_row];
    bells_.ring(BellCode::event_near_end, t, "run",
                "the row at t = " + brief(t, time_digits) +
                    " lies at an event whose time is not known so well that it could be said "
                    "whether the row is before or after it.");
  }
  if (const auto when = undecided_)
    bells_.ring(BellCode::event_near_end, *when, "run",
                "an event indicator is so near to zero at t = " + brief(*when, time_digits) +
                    (*when >= period_.stop ? ", the end of the run" : std::string()) +
                    ", that errors within the tolerance decide whether there is an event.");
  if (difference_.largest <= 1.0) {
    if (!difference_.unclear_row && !undecided_)
      bells_.ring(BellCode::rounding_limit, period_.start, "run",
                  tolerances +
                      " make nearly the same steps, so that their difference says little, and one "
                      "with a much smaller tolerance could not be made.");
    return;
  }
  const std::string worst = maker_.name_of(difference_.column);
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
    bells_.ring(difference_.largest <= 10 ? BellCode::rounding_limit : BellCode::tolerance_not_met,
                when, worst,
                size +
                    ", and tolerances as small as numbers of double precision allow give no better "
                    "one: errors of " +
                    methods() + " become about " + brief(amplified) + " times larger on the way.",
                difference_.largest, 1.0);
  else
    bells_.ring(BellCode::tolerance_not_met, when, worst,
                size + ", after " + std::to_string(passes_) +
                    " runs, the last with the tolerance " + brief(fine_.pass.relative) + ".",
                difference_.largest, 1.0);
}

// The one that was named, or those that were chosen.
std::string IntegratedRun::methods() const {
  const std::string names = names_of(fine_.choices);
  return names.empty() ? std::string(assembly_.integration.method->name) : names;
}

std::string IntegratedRun::explain() const {
  std::string method = methods();
  if (assembly_.joined > 0)
    method = std::to_string(assembly_.joined) + " parts solved as one model by " + method;
  if (!fine_.choices.empty()) method += " (" + fine_.choices.front().why + ")";
  if (!compared_) return method + " with steps by its error estimate";
  return method + " with the relative tolerances " + brief(coarse_.pass.relative) + " and " +
         brief(fine_.pass.relative) +
         ", whose difference is the estimate of the error; the rows are of the finer one";
}

namespace {

// What belongs to every so many of the times, of values that each have `width` of.
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

void IntegratedRun::write(result::RowSink& sink, result::RunResult& result) const {
  const std::size_t reals = columns_.reals(), discretes = columns_.discretes();
  std::vector<double> errors;
  if (compared_ && !difference_.other_event)
    errors = of_rows(error_of_rows(coarse_.pass, fine_.pass, wanted_), reals, wanted_.stride);
  const std::vector<double> values = of_rows(delivered().pass.reals, reals, wanted_.stride);
  const std::vector<Discrete> discrete_values =
      of_rows(delivered().pass.discretes, discretes, wanted_.stride);
  const std::size_t rows = (delivered().path.rows + wanted_.stride - 1) / wanted_.stride;
  result.reached = period_.start;
  deliver({.times = std::span(row_times_).first(rows),
           .reals = reals,
           .discretes = discretes,
           .values = values,
           .errors = errors,
           .discrete_values = discrete_values,
           .time_unit = itinerary_.integrated->time_unit},
          spec_, assembly_, sink, result);
}

void IntegratedRun::count(result::RunResult& result) const {
  result.method = methods();
  result.why = explain();
  tell_choices(fine_.choices, assembly_.requests.front().name, result, bells_);
  result::Statistics& sum = result.statistics;
  sum.steps = fine_.work.steps;
  sum.rejected = sum.error_test_failures = work_.rejected;
  sum.rhs_evaluations = work_.rhs_evaluations;
  sum.jacobian_evaluations = work_.jacobian_evaluations;
  sum.events = fine_.work.events;
  for (std::size_t e = 0; e < fine_.pass.events.size(); ++e)
    result.events.push_back(
        {fine_.pass.events[e].time,
         e < difference_.event_errors.size() ? difference_.event_errors[e] : std::nan(""),
         name_of_event(fine_.pass.events[e])});
  for (std::size_t i = 0; i < fine_.path.components.size(); ++i) {
    const Path::ComponentCount& c = fine_.path.components[i];
    sum.components.push_back({assembly_.requests[i].name, c.advances, c.saves, c.restores,
                              c.advancing, c.saving, c.restoring});
  }
  // Of a run that records no real there is no error to tell.
  if (!compared_ || difference_.other_event || difference_.per_column.empty()) return;
  result.estimated_error = difference_.largest;
  std::size_t column = 0;
  for (const Recorded& r : assembly_.recorded)
    if (is_real(r.column.type))
      result.estimated_error_per_variable[r.column.name] = difference_.per_column[column++];
  result::Certificate& told = result.certificate.emplace();
  told.passes = passes_;
  told.worst = maker_.name_of(difference_.column);
  told.worst_time = wanted_.times[difference_.row];
}

}  // namespace bw::run
