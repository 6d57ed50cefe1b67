// What a certified run tried: its base methods in the fallback order, and the estimate of each
// level.

#include <algorithm>
#include <cmath>

#include "cosim/certify/certificate.h"
#include "cosim/certify/ladder.h"
#include "result/approach.h"
#include "run/execute/certified.h"

namespace bw::run {
namespace {

using cosim::AttemptRecord;
using Outcome = cosim::Certificate::Outcome;

// Follows the name of the base method.
std::string why_left(const AttemptRecord& attempt) {
  if (attempt.saw_kinks) return "did not converge (signals have kinks)";
  switch (attempt.outcome) {
    case Outcome::not_met: return "did not reach the tolerance";
    case Outcome::rounding: return "reached the limit of rounding";
    case Outcome::hidden_mode: return "did not resolve a fast mode";
    case Outcome::events_differ: return "met different events with different step sizes";
    case Outcome::failed: return "did not reach the stop time";
    case Outcome::interrupted: return "was interrupted";
    default: return "did not converge";
  }
}

}  // namespace

std::vector<result::Trace::BaseMethod> CertifiedRun::base_methods() const {
  std::vector<result::Trace::BaseMethod> methods;
  for (const AttemptRecord& attempt : climb_.attempts) {
    const std::string name(how_.bases[attempt.base].base);
    auto same = std::ranges::find(methods, name, &result::Trace::BaseMethod::name);
    // Tried again, with events located or with short steps at the start.
    if (same == methods.end()) same = methods.insert(same, {.name = name});
    same->left = attempt.base == climb_.base ? "" : why_left(attempt);
    same->do_steps += attempt.advances;
    same->runs += attempt.chains_run;
  }
  return methods;
}

std::vector<result::Trace::Level> CertifiedRun::levels() const {
  std::vector<result::Trace::Level> all;
  for (const AttemptRecord& attempt : climb_.attempts)
    for (const cosim::LevelRecord& level : attempt.levels)
      all.push_back(
          {.method = std::string(how_.bases[attempt.base].base) +
                     (attempt.located_events ? " with events located" : ""),
           .steps = level.level,
           .step_sizes = level.chains,
           .error = std::isfinite(level.estimate) ? std::optional(level.estimate) : std::nullopt,
           .order = level.order,
           .failed = level.failed_check});
  return all;
}

}  // namespace bw::run
