// The bells of a certified run: why the tolerance was not met, and which errors stay unknown.

#include "base/bell.h"
#include "base/text.h"
#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"
#include "result/result.h"
#include "run/execute/certified.h"
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
  if (climb_.best.outcome == Outcome::failed)
    return ring_failure(path.bell.value_or(bell_of(path.end)), early, run_.bells);
  ring_black_boxes();
  if (path.end == Path::End::component_terminated)
    ring_terminated({path.time, path.subject, path.reason}, run_.bells);
  ring_outcome();
  return result::RunEnding::complete;
}

void CertifiedRun::ring_black_boxes() const {
  const std::vector<std::string> boxes = black_boxes();
  if (boxes.empty()) return;
  const std::string names = listed(boxes, {.most = most_components_named, .rest = ", …"});
  run_.bells.ring(BellCode::internal_error_unknown, period_.start, "run",
                  "the estimate is of the coupling; what " + names +
                      (boxes.size() > 1 ? " do" : " does") +
                      " inside cannot be seen from outside.");
}

void CertifiedRun::ring_roughness() const {
  run_.bells.ring(
      {.code = BellCode::no_asymptotics,
       .severity = Severity::warning,
       .time = climb_.best.path.first_jump.time,
       .subject = climb_.best.path.first_jump.signal,
       .measured = climb_.best.estimate,
       .limit = 1.0,
       .message = climb_.best.path.first_jump.signal + " jumps after t = " +
                  brief(climb_.best.path.first_jump.time, time_digits) + ", and " +
                  (run_.spec.events == "ignore" ? "events are ignored, as asked"
                                                : "the parts cannot be set back to find out when") +
                  ", so that the error is estimated roughly, as " + brief(climb_.best.estimate) +
                  " times the tolerance, and not at all for signals that jump "
                  "themselves."});
}

std::string CertifiedRun::shortfall() const {
  const Certificate& best = climb_.best;
  if (best.rows.empty()) return "the run is not as accurate as asked";
  const double when = row_times_[best.worst_row];
  double since = when;
  if (best.errors.size() == best.rows.size())
    since = first_beyond({.times = row_times_,
                          .values = best.rows,
                          .errors = best.errors,
                          .columns = columns_.reals(),
                          .column = best.worst_column,
                          .relative = tolerance_.relative,
                          .absolute = column_kinds_[best.worst_column].absolute});
  std::string words =
      less_accurate(columns_.name_of(best.worst_column), best.estimate, since, when);
  if (const auto connection = limiting_column())
    words += "; the wire from " + columns_.name_of(*connection) + " limits it";
  return words;
}

void CertifiedRun::ring_outcome() const {
  const std::string limit =
      climb_.best.is_exhausted
          ? "within the work limit of " + std::to_string(how_.work_limit) + " steps (--work-limit)"
          : std::string("with the steps that the parts allow");
  const std::string why = climb_.best.failed_check.empty()
                              ? ""
                              : "; what stands against it: " + climb_.best.failed_check;
  const std::string worst =
      climb_.best.rows.empty() ? "run" : columns_.name_of(climb_.best.worst_column);
  const double when =
      climb_.best.worst_row < row_times_.size() ? row_times_[climb_.best.worst_row] : period_.start;
  switch (climb_.best.outcome) {
    case Outcome::not_met:
      run_.bells.ring(BellCode::tolerance_not_met, when, worst,
                      shortfall() + ", and it did not get better " + limit + why + ".",
                      climb_.best.estimate, 1.0);
      break;
    case Outcome::rounding:
      run_.bells.ring(BellCode::rounding_limit, when, worst,
                      shortfall() +
                          ", and shorter steps do not make it smaller: the errors of the parts "
                          "themselves, or rounding, are the limit.",
                      climb_.best.estimate, 1.0);
      break;
    case Outcome::no_asymptotics:
      run_.bells.ring(BellCode::no_asymptotics, climb_.best.failed_at, "run",
                      "the error cannot be estimated " + limit + why + ".");
      break;
    case Outcome::rough: ring_roughness(); break;
    case Outcome::hidden_mode:
      run_.bells.ring(
          BellCode::hidden_fast_mode, period_.start, "run",
          climb_.best.failed_check + "; steps that resolve it could not be made " + limit + ".");
      break;
    case Outcome::events_differ:
      run_.bells.ring(
          BellCode::event_sequence_differs, climb_.best.failed_at, "run",
          "chains with different steps do not meet the same events, so that there is nothing "
          "to extrapolate.");
      break;
    default: break;
  }
}

}  // namespace bw::run
