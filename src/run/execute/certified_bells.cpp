// The bells of a certified run: why the tolerance was not met, and which errors stay unknown.

#include "base/bell.h"
#include "base/text.h"
#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"
#include "result/result.h"
#include "run/execute/certified.h"
#include "run/execute/divergence.h"
#include "run/execute/early_end.h"
#include "run/open/components.h"
#include "run/open/table_blueprint.h"
#include "run/publish/shortfall.h"

namespace bw::run {
namespace {

using cosim::Certificate;
using cosim::Path;
using Outcome = Certificate::Outcome;

constexpr std::size_t most_components_named = 8;

BellCode bell_of(Path::End end) {
  switch (end) {
    case Path::End::not_finite: return BellCode::nan;
    case Path::End::not_converged: return BellCode::not_converged;
    case Path::End::component_discarded: return BellCode::fmu_discard;
    case Path::End::too_many_events: return BellCode::too_many_events;
    default: return BellCode::fmu_error;
  }
}

}  // namespace

// Co-simulation FMUs, which solve their own equations; tables have none, the others are integrated
// here.
std::vector<std::string> CertifiedRun::black_boxes() const {
  std::vector<std::string> names;
  for (const OpenedComponent& component : components_.list)
    if (!component.is_model() &&
        dynamic_cast<const TableBlueprint*>(component.blueprint.get()) == nullptr)
      names.push_back(component.request.name);
  return names;
}

result::RunEnding CertifiedRun::ring_bells() const {
  const Path& path = climb_.best.path;
  const EarlyEnd early{path.time, path.subject, path.reason};
  for (const Bell& bell : path.bells) run_.bells.ring(bell);
  if (climb_.best.outcome == Outcome::interrupted)
    return ring_interrupted(early, period_, run_.bells);
  if (const auto diverged = divergence())
    return ring_failure(BellCode::coupling_diverges, *diverged, run_.bells);
  if (climb_.best.outcome == Outcome::failed)
    return ring_failure(path.bell.value_or(bell_of(path.end)), early, run_.bells);
  ring_black_boxes();
  if (path.end == Path::End::component_terminated)
    ring_terminated({path.time, path.subject, path.reason}, run_.bells);
  ring_outcome();
  return result::RunEnding::complete;
}

// Where no steps that the work limit allows keep the signals of a loop within bounds.
std::optional<EarlyEnd> CertifiedRun::divergence() const {
  const bool is_estimated = climb_.best.chains > 0 && climb_.best.outcome != Outcome::failed;
  if (is_estimated) return {};
  Divergence::Rows rows{.values = climb_.best.rows,
                        .times = row_times_,
                        .ended_early = climb_.best.outcome == Outcome::failed};
  for (const cosim::CertifiedColumn& column : column_kinds_)
    rows.signals.push_back(column.repeats_another ? std::nullopt : column.signal);
  return Divergence(components_).find(rows, "Shorter steps need a larger --work-limit.");
}

void CertifiedRun::ring_black_boxes() const {
  const std::vector<std::string> boxes = black_boxes();
  if (boxes.empty()) return;
  const std::string names = listed(boxes, {.most = most_components_named, .rest = ", …"});
  run_.bells.ring(BellCode::internal_error_unknown, period_.start, "run",
                  "the estimate is of the coupling error; the error of the solvers inside " +
                      names + " is not known.");
}

void CertifiedRun::ring_roughness() const {
  const cosim::Path::Event& jump = climb_.best.path.first_jump;
  run_.bells.ring(
      {.code = BellCode::no_asymptotics,
       .severity = Severity::warning,
       .time = jump.time,
       .subject = jump.signal,
       .measured = climb_.best.estimate,
       .limit = 1.0,
       .message = jump.signal + " jumps after t = " + brief(jump.time) + ", and " +
                  (run_.spec.events == "ignore" ? "--events ignore was given"
                                                : "the components cannot roll back to locate it") +
                  "; the error is estimated roughly, and not at all for signals that jump "
                  "themselves."});
  if (severity_of(climb_.best.estimate) == Severity::error)
    ring_estimate(BellCode::tolerance_not_met, "the rough estimate is above ten tolerances.");
}

// The time from which the worst column is above its tolerance.
std::optional<double> CertifiedRun::beyond_from() const {
  const Certificate& best = climb_.best;
  if (best.rows.empty() || best.errors.size() != best.rows.size()) return {};
  return first_beyond({.times = row_times_,
                       .values = best.rows,
                       .errors = best.errors,
                       .columns = columns_.reals(),
                       .column = best.worst_column,
                       .relative = tolerance_.relative,
                       .absolute = column_kinds_[best.worst_column].absolute});
}

// About an estimate that is above the tolerance. Above ten tolerances `tolerance-not-met` is an
// error, whatever else is known.
void CertifiedRun::ring_estimate(BellCode code, const std::string& sentence) const {
  const double when =
      climb_.best.worst_row < row_times_.size() ? row_times_[climb_.best.worst_row] : period_.start;
  const Severity severity = severity_of(climb_.best.estimate);
  if (code != BellCode::tolerance_not_met && severity == Severity::error)
    ring_estimate(BellCode::tolerance_not_met, "the estimate is above ten tolerances.");
  run_.bells.ring(
      {.code = code,
       .severity = code == BellCode::tolerance_not_met ? severity : Severity::warning,
       .time = when,
       .subject = climb_.best.rows.empty() ? "run" : columns_.name_of(climb_.best.worst_column),
       .measured = climb_.best.estimate,
       .limit = 1.0,
       .message = sentence});
}

void CertifiedRun::ring_outcome() const {
  const std::string limit =
      climb_.best.is_exhausted     ? "limit of " + grouped(how_.work_limit) + " doSteps reached"
      : how_.allowed_steps.empty() ? std::string("shorter steps did not help")
                                   : std::string("the components allow no other step sizes");
  const std::string why =
      climb_.best.failed_check.empty() ? "" : "; last check: " + climb_.best.failed_check;
  switch (climb_.best.outcome) {
    case Outcome::not_met: ring_estimate(BellCode::tolerance_not_met, limit + why + "."); break;
    case Outcome::rounding:
      ring_estimate(BellCode::rounding_limit,
                    "shorter steps do not reduce the error; the components' own errors or rounding "
                    "limit it.");
      break;
    case Outcome::no_asymptotics:
      run_.bells.ring(BellCode::no_asymptotics, climb_.best.failed_at, "run",
                      "the error cannot be estimated: " + limit + why + ".");
      break;
    case Outcome::rough: ring_roughness(); break;
    case Outcome::hidden_mode:
      run_.bells.ring(
          BellCode::hidden_fast_mode, period_.start, "run",
          climb_.best.failed_check + "; steps that resolve it were not reached: " + limit + ".");
      break;
    case Outcome::events_differ:
      run_.bells.ring(BellCode::event_sequence_differs, climb_.best.failed_at, "run",
                      "runs with different step sizes do not meet the same events, so that they "
                      "cannot be extrapolated.");
      break;
    default: break;
  }
}

}  // namespace bw::run
