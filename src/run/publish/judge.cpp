#include "run/publish/judge.h"

#include <algorithm>

#include "base/bell.h"

namespace bw::run {

using result::RunEnding;
using result::Verdict;

Judgement judge(const result::Outcome& outcome) {
  const auto rang = [&](Severity severity) {
    return std::ranges::any_of(outcome.bells,
                               [&](const Bell& bell) { return bell.severity == severity; });
  };
  if (outcome.ending == RunEnding::interrupted) return {Verdict::rejected, ExitCode::interrupted};
  if (outcome.ending == RunEnding::could_not_go_on) return {Verdict::rejected, ExitCode::stopped};
  if (rang(Severity::error)) return {Verdict::rejected, ExitCode::rejected};
  // Written so that a NaN estimate is not within the tolerance.
  const bool within = outcome.estimated_error && *outcome.estimated_error <= 1.0;
  if (within && !rang(Severity::warning)) return {Verdict::trusted, ExitCode::ok};
  return {Verdict::doubtful, ExitCode::ok};
}

}  // namespace bw::run
