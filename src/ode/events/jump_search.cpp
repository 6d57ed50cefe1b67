#include "ode/events/jump_search.h"

#include <algorithm>
#include <cmath>

#include "math/finite.h"

namespace bw::ode {
namespace {

// The share of the initial change that is left after k halvings: 2^-k where f is smooth, all of it
// at a discontinuity.
constexpr int first_check = 2, second_check = 4;
constexpr double keeps_at_first = 0.5, keeps = 0.25;
constexpr double least_change = 1e-12;

}  // namespace

std::optional<JumpSearch::Place> JumpSearch::find(double lo, double hi, const Slope& slope) {
  slope(lo, lo_);
  slope(hi, hi_);
  if (!math::all_finite(lo_) || !math::all_finite(hi_)) return {};
  size_.resize(lo_.size());
  for (std::size_t i = 0; i < size_.size(); ++i)
    size_[i] = std::max(std::abs(lo_[i]), std::abs(hi_[i]));
  double whole = change(lo_, hi_);
  for (int k = 1;; ++k) {
    const double middle = lo + (hi - lo) / 2;
    if (middle <= lo || middle >= hi) break;
    slope(middle, middle_);
    if (!math::all_finite(middle_)) return {};
    const double first = change(lo_, middle_), second = change(middle_, hi_);
    if (k <= first_check) whole = std::max({whole, first, second});  // f may return within
    if (whole < least_change) return {};
    const bool later = second > first;
    (later ? lo : hi) = middle;
    std::swap(later ? lo_ : hi_, middle_);
    const double rest = change(lo_, hi_);
    if (k >= first_check && rest < keeps_at_first * whole && k < second_check) return {};
    if (k >= second_check && rest < keeps * whole) return {};
  }
  return Place{lo, hi};
}

// The largest change of all states, each relative to its own size.
double JumpSearch::change(std::span<const double> a, std::span<const double> b) const {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (size_[i] > 0) most = std::max(most, std::abs(a[i] - b[i]) / size_[i]);
  return most;
}

}  // namespace bw::ode
