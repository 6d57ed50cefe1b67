#include "run/publish/judge.h"

#include <algorithm>

#include "base/bell.h"
#include "run/publish/shortfall.h"

namespace bw::run {
namespace {

using result::RunEnding;
using result::Verdict;

bool has_error(const std::vector<Bell>& bells) {
  return std::ranges::any_of(bells,
                             [](const Bell& bell) { return bell.severity == Severity::error; });
}

bool warns_of_numbers(const std::vector<Bell>& bells) {
  return std::ranges::any_of(bells, [](const Bell& bell) {
    return bell.severity == Severity::warning && kind(bell.code).concerns_numbers;
  });
}

Verdict verdict_of(const result::Outcome& outcome) {
  if (outcome.ending != RunEnding::complete || has_error(outcome.bells)) return Verdict::rejected;
  if (!outcome.estimated_error) {
    // What is no estimate of the error rejects nothing either.
    const auto& sensitivity = outcome.sensitivity;
    if (!sensitivity || !sensitivity->converges || !(sensitivity->total() <= 1.0))
      return Verdict::unverified;
    return warns_of_numbers(outcome.bells) ? Verdict::doubtful : Verdict::trusted;
  }
  // Written so that an estimate that is no number is within no limit.
  if (!(*outcome.estimated_error <= most_doubtful)) return Verdict::rejected;
  const bool within = *outcome.estimated_error <= 1.0;
  return within && !warns_of_numbers(outcome.bells) ? Verdict::trusted : Verdict::doubtful;
}

bool satisfies(Verdict verdict, Verdict required) {
  return verdict == Verdict::trusted ||
         (verdict == Verdict::doubtful && required == Verdict::doubtful);
}

}  // namespace

Judgement judge(const result::Outcome& outcome, std::optional<Verdict> required) {
  const Verdict verdict = verdict_of(outcome);
  if (outcome.ending == RunEnding::interrupted) return {verdict, ExitCode::interrupted};
  if (outcome.ending == RunEnding::could_not_go_on) return {verdict, ExitCode::stopped};
  if (verdict == Verdict::rejected) return {verdict, ExitCode::rejected};
  if (required && !satisfies(verdict, *required)) return {verdict, ExitCode::rejected};
  return {verdict, ExitCode::ok};
}

}  // namespace bw::run
