#include "run/publish/cost_notice.h"

#include <cmath>

#include "base/run_control.h"
#include "base/stopwatch.h"
#include "base/text.h"

namespace bw::run {
namespace {

constexpr double early = 10;    // seconds after which the rate is known
constexpr double is_long = 60;  // seconds that are left

std::string rough_time(double seconds) {
  constexpr double minute = 60, hour = 3600;
  if (seconds < 2 * minute) return brief(std::round(seconds), 3) + " s";
  if (seconds < 2 * hour) return brief(std::round(seconds / minute), 3) + " min";
  return brief(seconds / hour, 2) + " h";
}

std::string step_time(double seconds) {
  return seconds < 1 ? brief(1e3 * seconds, 3) + " ms" : brief(seconds, 2) + " s";
}

}  // namespace

std::optional<std::string> cost_notice(const CostSoFar& cost) {
  if (cost.seconds < early || !(cost.done > 0)) return {};
  const double left = cost.seconds * (cost.expected - cost.done) / cost.done;
  if (!(left >= is_long)) return {};
  return "the first " + std::to_string(cost.runs) + " runs with different step sizes take about " +
         rough_time(left) + " more, and others may follow: a communication step takes about " +
         step_time(cost.seconds / cost.done) + ". Quicker: a longer --interval (now " +
         brief(cost.interval, 3) + "), --tolerance " + brief(10 * cost.tolerance, 3) +
         ", a shorter --stop, or --step " + brief(cost.interval, 3) +
         ", which does not estimate the error. --time-limit ends a run";
}

void CostNotice::see(double done, double expected, int runs) {
  if (is_said_) return;
  const auto sentence =
      cost_notice({seconds_since(begin_), done, expected, runs, tolerance_, interval_});
  if (!sentence) return;
  is_said_ = true;
  announce(*sentence);
}

}  // namespace bw::run
