// The table of all bells: name, severity and condition.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/bell.h"

namespace bw {
namespace {

constexpr std::array kinds = {
    BellKind{BellCode::nan, "nan", Severity::alarm,
             "an output is not a number or infinite; the run ends there"},
    BellKind{BellCode::not_converged, "not-converged", Severity::alarm,
             "an iteration did not converge, so there is no result to believe"},
    BellKind{BellCode::tolerance_unreachable, "tolerance-unreachable", Severity::alarm,
             "the error test fails with the smallest step, or with the fixed one"},
    BellKind{
        BellCode::tolerance_not_met, "tolerance-not-met", Severity::alarm,
        "the best estimate of the error is above the tolerance, and the work limit is reached"},
    BellKind{BellCode::no_asymptotics, "no-asymptotics", Severity::alarm,
             "the chains of a certified run do not converge as they must, so that there is no "
             "estimate of the error; a warning where there is a rough one"},
    BellKind{BellCode::hidden_fast_mode, "hidden-fast-mode", Severity::alarm,
             "something in the coupled system is faster than the steps that the work limit allows, "
             "and makes the result wrong without showing in the chains"},
    BellKind{BellCode::event_sequence_differs, "event-sequence-differs", Severity::alarm,
             "runs with different steps do not meet the same events"},
    BellKind{BellCode::event_near_end, "event-near-end", Severity::warning,
             "an event is so near to the end of the run or to a row, or an indicator so near to an "
             "event, that errors within the tolerance decide"},
    BellKind{BellCode::rounding_limit, "rounding-limit", Severity::warning,
             "shorter steps do not make the result better: the parts' own errors or the digits of "
             "numbers are the limit, and it is above the tolerance"},
    BellKind{BellCode::internal_error_unknown, "internal-error-unknown", Severity::note,
             "a closed part solves its own equations, and the error of that cannot be seen from "
             "outside"},
    BellKind{
        BellCode::discontinuity, "discontinuity", Severity::note,
        "something jumps there that nothing announced: a loop cannot converge and was crossed by "
        "one short step that was not iterated, or an integrator began anew behind the jump"},
    BellKind{BellCode::stiff_switch, "stiff-switch", Severity::note,
             "the model changes its character on the way, and the method of integration with it"},
    BellKind{BellCode::event_not_located, "event-not-located", Severity::warning,
             "an output jumped within a step and the parts cannot go back to find out when"},
    BellKind{BellCode::step_too_small, "step-too-small", Severity::alarm,
             "an integrator needs steps that are too small for the clock; the run cannot go on"},
    BellKind{BellCode::too_many_events, "too-many-events", Severity::alarm,
             "events follow each other without time passing; the run cannot go on"},
    BellKind{
        BellCode::zeno, "zeno", Severity::alarm,
        "events come faster and faster towards a time that they never pass; the run cannot go on"},
    BellKind{
        BellCode::chatter, "chatter", Severity::warning,
        "a switch goes to and fro: a hundred events of one indicator or more in a hundredth of "
        "the run"},
    BellKind{BellCode::drift, "drift", Severity::warning,
             "a quantity that was named as conserved moves by more than the tolerance allows, or "
             "cannot be computed"},
    BellKind{BellCode::unstable_period, "unstable-period", Severity::note,
             "with --diagnose: an eigenvalue of the model has a positive real part for some time, "
             "and errors grow then"},
    BellKind{BellCode::border_modes, "border-modes", Severity::note,
             "with --diagnose: modes are so slow that the accuracy of the model's data does not "
             "determine them; the states named may be left out of the model"},
    BellKind{BellCode::critical_state, "critical-state", Severity::note,
             "with --diagnose: one state, or a few, makes most of the rejected steps too "
             "inaccurate"},
    BellKind{BellCode::fmu_warning, "fmu-warning", Severity::warning,
             "an FMU answered a call with the status warning"},
    BellKind{BellCode::fmu_error, "fmu-error", Severity::alarm,
             "an FMU answered a call with error or fatal, or threw; the run cannot go on"},
    BellKind{BellCode::fmu_discard, "fmu-discard", Severity::alarm,
             "an FMU did not accept a step and the master cannot take a smaller one"},
    BellKind{BellCode::fmu_terminated, "fmu-terminated", Severity::note,
             "an FMU asked to end the simulation; the result ends there"},
    BellKind{BellCode::fmu_environment, "fmu-environment", Severity::note,
             "an FMU changed the process around it (rounding mode, locale, folder, signal "
             "handlers); it was put back"},
    BellKind{BellCode::fmu_description, "fmu-description", Severity::note,
             "an FMU's archive or description breaks the standard in a harmless way"},
    BellKind{BellCode::fmu_needs_tool, "fmu-needs-tool", Severity::note,
             "an FMU works only together with the program that made it"},
    BellKind{BellCode::fmu_compiled, "fmu-compiled", Severity::note,
             "an FMU brought sources only and was compiled here"},
    BellKind{BellCode::unit_assumed, "unit-assumed", Severity::warning,
             "a wire joins a variable with a unit to one without, and the same unit was assumed"},
    BellKind{BellCode::input_out_of_range, "input-out-of-range", Severity::warning,
             "a start value or parameter lies outside the range that the part declares for it"},
    BellKind{BellCode::input_not_driven, "input-not-driven", Severity::note,
             "an input has neither a wire nor a value and keeps its start value"},
    BellKind{
        BellCode::input_out_of_table, "input-out-of-table", Severity::warning,
        "the run is longer than the table of its inputs, whose first or last values were held"},
    BellKind{BellCode::input_jump_inside_step, "input-jump-inside-step", Severity::warning,
             "an input jumped within a step that the part does not allow to be split; it acts with "
             "the next step"},
    BellKind{BellCode::setting_ignored, "setting-ignored", Severity::note,
             "a setting of the project file has no effect on the run, or another one than in the "
             "program it was written for"},
    BellKind{BellCode::assertion_failed, "assertion-failed", Severity::alarm,
             "an assertion of a model does not hold; the run ends there. A warning where the model "
             "says that it is one"},
    BellKind{BellCode::model_terminated, "model-terminated", Severity::note,
             "a model asked to end the simulation; the result ends there"},
    BellKind{BellCode::start_assumed, "start-assumed", Severity::note,
             "a state of a model has no initial equation and no fixed start value and begins with "
             "its start value"},
    BellKind{BellCode::model_doubtful, "model-doubtful", Severity::warning,
             "the text of a model has something that is allowed and probably a mistake, such as "
             "units that do not fit"},
    BellKind{
        BellCode::solution_jumps, "solution-jumps", Severity::warning,
        "the solution of a loop of equations jumps although nothing does that it follows from: "
        "it ended, or there are several, and the run went on with another one"},
    BellKind{BellCode::interrupted, "interrupted", Severity::alarm,
             "the user ended the run before its stop time"},
};

}  // namespace

std::span<const BellKind> bell_kinds() { return kinds; }

const BellKind& kind(BellCode code) {
  return *std::find_if(kinds.begin(), kinds.end(),
                       [&](const BellKind& k) { return k.code == code; });
}

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::alarm: return "alarm";
  }
  return "?";
}

thread_local long RingTurn::of_this_thread = 0;  // NOLINT: see there

void Bells::ring(Bell bell) {
  const std::scoped_lock lock(mutex_);
  for (Bell& earlier : rung_) {
    if (earlier.code != bell.code || earlier.subject != bell.subject) continue;
    // The worst severity and its message are kept; the time is that of the first report.
    if (bell.severity > earlier.severity) {
      bell.time = earlier.time;
      bell.count = earlier.count;
      earlier = std::move(bell);
    }
    ++earlier.count;
    return;
  }
  const long turn = RingTurn::of_this_thread;
  std::size_t place = rung_.size();
  while (turn > 0 && place > 0 && turns_[place - 1] > turn) --place;
  const auto offset = static_cast<std::ptrdiff_t>(place);
  rung_.insert(rung_.begin() + offset, std::move(bell));
  turns_.insert(turns_.begin() + offset, turn);
}

void Bells::ring(BellCode code, double time, std::string subject, std::string message,
                 double measured, double limit) {
  ring({.code = code,
        .severity = kind(code).severity,
        .time = time,
        .subject = std::move(subject),
        .measured = measured,
        .limit = limit,
        .message = std::move(message)});
}

bool Bells::has(Severity severity) const {
  return std::any_of(rung_.begin(), rung_.end(),
                     [&](const Bell& b) { return b.severity == severity; });
}

}  // namespace bw
