#include "run/certify.h"

namespace bw::run {

using result::Verdict;

Judgement judge(RunEnding ending, const Bells& bells, std::optional<double> error) {
  if (ending == RunEnding::interrupted) return {Verdict::refused, ExitCode::interrupted};
  if (ending == RunEnding::could_not_go_on) return {Verdict::refused, ExitCode::stopped};
  if (bells.has(Severity::alarm)) return {Verdict::refused, ExitCode::refused};
  // A NaN estimate is none: written so that it does not pass.
  const bool within = error && *error <= 1.0;
  if (within && !bells.has(Severity::warning)) return {Verdict::trusted, ExitCode::ok};
  return {Verdict::doubtful, ExitCode::ok};
}

}  // namespace bw::run
