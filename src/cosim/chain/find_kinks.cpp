#include "cosim/chain/find_kinks.h"

#include <algorithm>
#include <cmath>

namespace bw::cosim {
namespace {

constexpr double bend_ratio = 3;          // of a kink to the curvature around it
constexpr double least_bend_share = 0.5;  // of the tolerance: smaller ones do not matter
constexpr std::size_t most_kinks = 2000;  // of a path; with more the mesh is no remedy

void examine(const RecentSlopes& recent, std::size_t signal, std::vector<Kink>& kinks) {
  const double *h = recent.lengths(), *begin = recent.begins(), *s = recent.of(signal);
  const double bend = s[3] - s[1];
  const double before = 2 * (s[1] - s[0]) / (h[0] + h[1]),
               after = 2 * (s[4] - s[3]) / (h[3] + h[4]);
  const double span = h[2] + (h[1] + h[3]) / 2;
  if (!(std::abs(bend) > bend_ratio * std::max(std::abs(before), std::abs(after)) * span)) return;
  // Both courses as lines with the slopes at the ends of the middle step.
  const double left = s[1] + before * h[1] / 2, right = s[3] - after * h[3] / 2;
  const double end = begin[2] + h[2], margin = h[2] / 2;
  double time = begin[2] + (s[2] - right) * h[2] / (left - right);
  if (!std::isfinite(time)) time = begin[2] + margin;
  time = std::clamp(time, begin[2] - margin, end + margin);
  const Kink found{time, h[2], std::abs(bend), recent.weight(signal), signal};
  // One between two steps shows in both.
  for (auto known = kinks.rbegin(); known != kinks.rend(); ++known) {
    if (known->time < begin[1]) break;
    if (known->signal != signal) continue;
    if (known->bend < found.bend) *known = found;
    return;
  }
  if (kinks.size() < most_kinks) kinks.push_back(found);
}

// In the first of five steps in a row, or in the next one; the row may go backwards in time.
void examine_end(const RecentSlopes& recent, std::size_t signal, const int (&steps)[5],
                 std::vector<Kink>& kinks) {
  const double *h = recent.lengths(), *s = recent.of(signal);
  const auto curvature = [&](int k) {  // from step k of the row to the next one
    return 2 * (s[steps[k]] - s[steps[k + 1]]) / (h[steps[k]] + h[steps[k + 1]]);
  };
  const double around = std::max(std::abs(curvature(2)), std::abs(curvature(3)));
  const double span = (h[steps[0]] + h[steps[1]]) / 2;
  const double in_end = std::abs(curvature(0) - curvature(1)) * span;
  const double in_next = std::abs(s[steps[0]] - s[steps[2]]);
  const bool is_in_end = in_end > bend_ratio * std::max(std::abs(curvature(1)), around) * span;
  const double next_span = h[steps[1]] + (h[steps[0]] + h[steps[2]]) / 2;
  if (!is_in_end && !(in_next > bend_ratio * around * next_span)) return;
  const int step = is_in_end ? steps[0] : steps[1];
  const double bend = is_in_end ? in_end : in_next;
  if (bend * h[step] > least_bend_share * recent.weight(signal) && kinks.size() < most_kinks)
    kinks.push_back(
        {recent.begins()[step] + h[step] / 2, h[step], bend, recent.weight(signal), signal});
}

}  // namespace

void find_last_kinks(const RecentSlopes& recent, std::vector<Kink>& kinks) {
  if (recent.seen() < RecentSlopes::kept) return;
  for (std::size_t i = 0; i < recent.size(); ++i) examine_end(recent, i, {4, 3, 2, 1, 0}, kinks);
}

void find_kinks(const RecentSlopes& recent, std::vector<Kink>& kinks) {
  if (recent.seen() < RecentSlopes::kept) return;
  if (recent.is_first() && recent.seen() == RecentSlopes::kept)
    for (std::size_t i = 0; i < recent.size(); ++i) examine_end(recent, i, {0, 1, 2, 3, 4}, kinks);
  const double step = recent.lengths()[2];
  for (std::size_t i = 0; i < recent.size(); ++i) {
    // Most signals hardly bend: decided with one comparison.
    const double* slopes = recent.of(i);
    if (std::abs(slopes[3] - slopes[1]) * step > least_bend_share * recent.weight(i)) [[unlikely]]
      examine(recent, i, kinks);
  }
}

}  // namespace bw::cosim
