#include "run/execute/early_end.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/run_control.h"
#include "base/text.h"
#include "math/decimal_grid.h"

namespace bw::run {

using result::RunEnding;

RunEnding ring_failure(BellCode code, const EarlyEnd& end, Bells& bells) {
  bells.ring(code, end.time, end.subject, end.reason);
  return code == BellCode::nan || code == BellCode::coupling_diverges ? RunEnding::complete
                                                                      : RunEnding::could_not_go_on;
}

RunEnding ring_interrupted(const EarlyEnd& end, const Period& period, Bells& bells) {
  const bool in_a_component = !end.subject.empty() && end.subject != "run";
  bells.ring(BellCode::interrupted, end.time, in_a_component ? end.subject : "run",
             ended_by() + " at t = " + brief(end.time, 6) +
                 (in_a_component ? "; " + end.reason : std::string(".")),
             end.time, period.stop);
  return RunEnding::interrupted;
}

void ring_terminated(const EarlyEnd& end, Bells& bells) {
  const auto is_its_own = [](const Bell& bell) { return bell.code == BellCode::model_terminated; };
  if (std::ranges::none_of(bells.rung(), is_its_own))
    bells.ring(BellCode::fmu_terminated, end.time, end.subject, end.reason);
}

std::vector<double> times_of_rows(const Period& period, double interval) {
  std::vector<double> times{period.start};
  const double count = (period.stop - period.start) / interval;
  const auto whole = static_cast<std::int64_t>(std::floor(count + 1e-9));
  const math::DecimalGrid grid(period.start, interval);
  for (std::int64_t k = 1; k <= whole; ++k) times.push_back(std::min(period.stop, grid.at(k)));
  if (period.stop - times.back() > 1e-6 * interval)
    times.push_back(period.stop);
  else
    times.back() = period.stop;
  return times;
}

}  // namespace bw::run
