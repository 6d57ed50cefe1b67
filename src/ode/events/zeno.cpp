#include "ode/events/zeno.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bw::ode {
namespace {

constexpr std::size_t intervals = 6;  // bounces that keep a tenth of the speed give no more
constexpr double near = 1e-9;         // of the simulated time
constexpr double steady = 0.05;       // allowed variation of r, relative to 1 - r

// Of intervals that stay the same.
constexpr std::size_t same_intervals = 64, most_before = 256;
constexpr double short_interval = 1e-6;  // of the simulated time
constexpr double same = 0.01;            // relative variation
constexpr double shrunk = 0.01;          // by this at least, before

bool alike(const model::EventMark& a, const model::EventMark& b) {
  return a.kind == b.kind && a.indicator == b.indicator && a.rises == b.rises;
}

// The last event from which on intervals of the same length follow shrinking ones.
std::optional<double> settled_limit(std::span<const model::EventMark> marks, double run) {
  if (marks.size() % same_intervals != 0) return {};  // not at each event
  double later = marks.back().time, length = 0;       // of the interval behind
  double first = 0, settled = 0;
  std::size_t found = 0;
  for (auto mark = marks.rbegin() + 1; mark != marks.rend() && found < most_before; ++mark) {
    if (!alike(*mark, marks.back())) continue;
    if (!mark->moved_states) return {};
    const double interval = later - mark->time;
    if (++found <= same_intervals) {
      const bool is_same = found == 1 || std::abs(interval - length) <= same * length;
      if (!is_same || interval > short_interval * run) return {};
      settled = interval;
      first = mark->time;
    } else if (interval < (1 - same) * length) {
      return {};  // they did not shrink
    } else if (interval >= settled / shrunk) {
      return first;
    }
    later = mark->time;
    length = interval;
  }
  return {};
}

}  // namespace

std::optional<double> zeno_limit(std::span<const model::EventMark> marks, double run) {
  if (marks.empty() || marks.back().kind != model::EventMark::Kind::state) return {};
  if (const auto limit = settled_limit(marks, run)) return limit;
  const model::EventMark& last = marks.back();
  std::array<double, intervals + 1> times{};
  std::size_t found = 0;
  for (auto mark = marks.rbegin(); mark != marks.rend() && found < times.size(); ++mark) {
    if (!alike(*mark, last)) continue;
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
