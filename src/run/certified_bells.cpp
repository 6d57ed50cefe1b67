// What a certified run tells: why it is not what was asked for, and what stays unknown.

#include "base/bell.h"
#include "base/text.h"
#include "cosim/certify/certificate.h"
#include "cosim/chain/chain.h"
#include "model/blueprint.h"
#include "run/certified.h"
#include "run/certify.h"
#include "run/open/table_blueprint.h"
#include "run/shortfall.h"

namespace bw::run {
namespace {

using cosim::Certificate;
using cosim::Path;
using Outcome = Certificate::Outcome;

constexpr std::size_t most_components_named = 8;

}  // namespace

// Closed components solve their own equations; tables have nothing to solve, and of the others we
// do.
std::vector<std::string> CertifiedRun::closed_components() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < assembly_.requests.size(); ++i)
    if (assembly_.requests[i].interface != model::Interface::model_exchange &&
        dynamic_cast<const TableBlueprint*>(assembly_.blueprints[i].get()) == nullptr)
      names.push_back(assembly_.requests[i].name);
  return names;
}

RunEnding CertifiedRun::tell() {
  for (const Bell& bell : climb_.best.path.bells) bells_.ring(bell);
  if (climb_.best.outcome == Outcome::interrupted)
    return tell_interrupted(climb_.best.path, period_, bells_);
  if (climb_.best.outcome == Outcome::failed) return tell_failure(climb_.best.path, bells_);
  tell_closed_components();
  if (climb_.best.path.end == Path::End::component_terminated)
    bells_.ring(BellCode::fmu_terminated, climb_.best.path.time, climb_.best.path.subject,
                climb_.best.path.reason);
  tell_outcome();
  return RunEnding::complete;
}

void CertifiedRun::tell_closed_components() {
  const std::vector<std::string> closed = closed_components();
  if (closed.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < closed.size() && i < most_components_named; ++i)
    names += (i > 0 ? ", " : "") + closed[i];
  if (closed.size() > most_components_named) names += ", …";
  bells_.ring(BellCode::internal_error_unknown, period_.start, "run",
              "the estimate is of the coupling; what " + names +
                  (closed.size() > 1 ? " do" : " does") + " inside cannot be seen from outside.");
}

void CertifiedRun::tell_roughness() {
  bells_.ring(
      {.code = BellCode::no_asymptotics,
       .severity = Severity::warning,
       .time = climb_.best.path.first_jump.time,
       .subject = climb_.best.path.first_jump.signal,
       .measured = climb_.best.estimate,
       .limit = 1.0,
       .message = climb_.best.path.first_jump.signal + " jumps after t = " +
                  brief(climb_.best.path.first_jump.time, time_digits) + ", and " +
                  (spec_.events == "ignore" ? "events are ignored, as asked"
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
  std::string words = less_accurate(maker_.name_of(best.worst_column), best.estimate, since, when);
  if (const auto connection = limiting_column())
    words += "; the wire from " + maker_.name_of(*connection) + " limits it";
  return words;
}

void CertifiedRun::tell_outcome() {
  const std::string limit =
      climb_.best.is_exhausted
          ? "within the work limit of " + std::to_string(how_.work_limit) + " steps (--work-limit)"
          : std::string("with the steps that the parts allow");
  const std::string why = climb_.best.failed_check.empty()
                              ? ""
                              : "; what stands against it: " + climb_.best.failed_check;
  const std::string worst =
      climb_.best.rows.empty() ? "run" : maker_.name_of(climb_.best.worst_column);
  const double when =
      climb_.best.worst_row < row_times_.size() ? row_times_[climb_.best.worst_row] : period_.start;
  switch (climb_.best.outcome) {
    case Outcome::not_met:
      bells_.ring(BellCode::tolerance_not_met, when, worst,
                  shortfall() + ", and it did not get better " + limit + why + ".",
                  climb_.best.estimate, 1.0);
      break;
    case Outcome::rounding:
      bells_.ring(BellCode::rounding_limit, when, worst,
                  shortfall() +
                      ", and shorter steps do not make it smaller: the errors of the parts "
                      "themselves, or rounding, are the limit.",
                  climb_.best.estimate, 1.0);
      break;
    case Outcome::no_asymptotics:
      bells_.ring(BellCode::no_asymptotics, climb_.best.failed_at, "run",
                  "the error cannot be estimated " + limit + why + ".");
      break;
    case Outcome::rough: tell_roughness(); break;
    case Outcome::hidden_mode:
      bells_.ring(
          BellCode::hidden_fast_mode, period_.start, "run",
          climb_.best.failed_check + "; steps that resolve it could not be made " + limit + ".");
      break;
    case Outcome::events_differ:
      bells_.ring(
          BellCode::event_sequence_differs, climb_.best.failed_at, "run",
          "chains with different steps do not meet the same events, so that there is nothing "
          "to extrapolate.");
      break;
    default: break;
  }
}

}  // namespace bw::run
