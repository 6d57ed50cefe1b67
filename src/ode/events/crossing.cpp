#include "ode/events/crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bw::ode {
namespace {

constexpr int most_evaluations = 200;
constexpr int bisect_every = 3;
constexpr double roundings = 4 * std::numeric_limits<double>::epsilon();

// The first zero of the secants of the indicators that changed, relative to the bracket.
double first_zero(const Bracket& bracket, double weight_lo) {
  double first = 1;
  for (std::size_t i = 0; i < bracket.z_lo.size(); ++i) {
    const double lo = bracket.z_lo[i] * weight_lo, hi = bracket.z_hi[i];
    if (on_upper_side(lo) != on_upper_side(hi) && lo != hi) first = std::min(first, lo / (lo - hi));
  }
  return first;
}

}  // namespace

bool has_left(std::span<const double> old, std::span<const double> now) {
  for (std::size_t i = 0; i < old.size(); ++i)
    if (on_upper_side(old[i]) != on_upper_side(now[i])) return true;
  return false;
}

void narrow(Bracket& bracket,
            const std::function<void(double t, std::span<double> z)>& indicators) {
  std::vector<double> z(bracket.z_lo.size());
  const double least =
      roundings * std::max({std::abs(bracket.lo), std::abs(bracket.hi), bracket.hi - bracket.lo});
  double weight = 1;
  int side = 0;  // which end moved last: -1 lo, 1 hi
  for (int k = 1; k <= most_evaluations; ++k) {
    const double width = bracket.hi - bracket.lo;
    if (width <= least) return;
    double mid = bracket.lo + width / 2;
    if (k % bisect_every != 0) mid = bracket.lo + width * first_zero(bracket, weight);
    mid = std::clamp(mid, bracket.lo + least / 2, bracket.hi - least / 2);
    if (mid <= bracket.lo || mid >= bracket.hi) return;
    indicators(mid, z);
    const int now = has_left(bracket.z_lo, z) ? 1 : -1;
    // The same end moved twice: halve the weight of the other one until it moves.
    weight = now != side ? 1.0 : now == 1 ? weight / 2 : weight * 2;
    side = now;
    if (now == 1) {
      bracket.hi = mid;
      bracket.z_hi = z;
    } else {
      bracket.lo = mid;
      bracket.z_lo = z;
    }
  }
}

}  // namespace bw::ode
