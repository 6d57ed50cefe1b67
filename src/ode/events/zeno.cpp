#include "ode/events/zeno.h"

#include <algorithm>
#include <array>

namespace bw::ode {
namespace {

constexpr std::size_t intervals = 6;  // bounces that keep a tenth of the speed give no more
constexpr double near = 1e-9;         // of the simulated time
constexpr double steady = 0.05;       // allowed variation of r, relative to 1 - r

}  // namespace

std::optional<double> zeno_limit(std::span<const model::EventMark> marks, double run) {
  if (marks.empty() || marks.back().kind != model::EventMark::Kind::state) return {};
  const model::EventMark& last = marks.back();
  std::array<double, intervals + 1> times{};
  std::size_t found = 0;
  for (auto mark = marks.rbegin(); mark != marks.rend() && found < times.size(); ++mark) {
    const bool alike =
        mark->kind == last.kind && mark->indicator == last.indicator && mark->rises == last.rises;
    if (!alike) continue;
    times[found++] = mark->time;
    if (found == 2 && times[0] - times[1] > near * run * static_cast<double>(intervals)) return {};
    if (found > 1 && last.time - mark->time > 1e-3 * run) return {};
  }
  if (found < times.size()) return {};
  double least = 1, most = 0;
  for (std::size_t k = 0; k + 2 < times.size(); ++k) {
    const double ratio = (times[k] - times[k + 1]) / (times[k + 1] - times[k + 2]);
    if (!(ratio > 0 && ratio < 1)) return {};
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  const double rest = (times[0] - times[1]) * most / (1 - most);
  if (most - least > steady * (1 - most) || rest > near * run) return {};
  return times[0] + rest;
}

}  // namespace bw::ode
