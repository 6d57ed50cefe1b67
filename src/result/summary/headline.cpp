#include "result/summary/headline.h"

#include <algorithm>

#include "base/bell.h"
#include "base/error.h"
#include "base/text.h"
#include "result/approach.h"

namespace bw::result {
namespace {

constexpr double least_percent = 0.01;

std::string warnings_of(const RunResult& r) {
  const long count = std::ranges::count_if(
      r.bells, [](const Bell& bell) { return bell.severity == Severity::warning; });
  return grouped(count, 1000) + (count == 1 ? " warning" : " warnings");
}

std::string why_rejected(const RunResult& r) {
  if (r.exit_code == ExitCode::interrupted)
    return "interrupted at t = " + time_in_rows(r, r.reached);
  if (r.exit_code == ExitCode::stopped)
    return "the run could not go on after t = " + time_in_rows(r, r.reached);
  if (r.estimated_error && !(*r.estimated_error <= 1))
    return estimate_words(*r.estimated_error, r.tolerance);
  return "for the reason below";
}

// What a verdict is about: the estimate, or the sensitivity of a single co-simulation FMU.
std::string accepted_words(const RunResult& r) {
  if (r.estimated_error || !r.sensitivity)
    return estimate_words(r.estimated_error.value_or(0), r.tolerance);
  return "sensitivity " + estimate_words(r.sensitivity->total(), r.tolerance);
}

std::string words_of(const RunResult& r) {
  switch (r.verdict) {
    case Verdict::trusted: return accepted_words(r);
    case Verdict::unverified:
      return "error not estimated" +
             (r.not_estimated.empty() ? "" : ", because " + r.not_estimated);
    case Verdict::doubtful:
      return accepted_words(r) +
             (r.estimated_error.value_or(0) > 1 ? "" : ", but " + warnings_of(r));
    case Verdict::rejected: return why_rejected(r);
  }
  return "";
}

}  // namespace

std::string time_in_rows(const RunResult& result, double seconds) {
  const std::string unit = result.time_unit.empty() ? "" : " " + result.time_unit;
  return brief(seconds / result.seconds_in_unit) + unit;
}

std::string estimate_words(double estimate, double tolerance) {
  const std::string of = " of the tolerance " + tolerance_figure(tolerance);
  if (100 * estimate < least_percent) return "less than 0.01 %" + of;
  if (estimate <= 1) return brief(100 * estimate, 2) + " %" + of;
  return "error ≈ " + rough(estimate) + " × the tolerance " + tolerance_figure(tolerance);
}

std::string headline(const RunResult& r) {
  std::string text = words_of(r);
  const bool accepted = r.verdict == Verdict::trusted || r.verdict == Verdict::doubtful;
  if (r.coupling_only && accepted) text += "  (coupling error only)";
  if (r.sensitivity && accepted) text += "  (to step and FMU tolerance; not an error bound)";
  return text;
}

}  // namespace bw::result
