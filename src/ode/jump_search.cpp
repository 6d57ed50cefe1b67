#include "ode/jump_search.h"

#include <algorithm>
#include <cmath>

#include "math/finite.h"

namespace bw::ode {
namespace {

constexpr int early_look = 12;  // by then a smooth change is a thousandth of what it was
constexpr double keeps = 0.25;  // of the change at first: a jump
constexpr double least_change = 1e-12;

}  // namespace

std::optional<JumpSearch::Place> JumpSearch::find(double lo, double hi, const Slope& slope) {
  slope(lo, lo_);
  slope(hi, hi_);
  if (!math::all_finite(lo_) || !math::all_finite(hi_)) return {};
  size_.resize(lo_.size());
  for (std::size_t i = 0; i < size_.size(); ++i)
    size_[i] = std::max(std::abs(lo_[i]), std::abs(hi_[i]));
  const double whole = change(lo_, hi_);
  if (whole < least_change) return {};
  for (int k = 1;; ++k) {
    const double middle = lo + (hi - lo) / 2;
    if (middle <= lo || middle >= hi) break;
    slope(middle, middle_);
    if (!math::all_finite(middle_)) return {};
    const bool later = change(middle_, hi_) > change(lo_, middle_);
    (later ? lo : hi) = middle;
    std::swap(later ? lo_ : hi_, middle_);
    if (k >= early_look && change(lo_, hi_) < keeps * whole) return {};
  }
  return Place{lo, hi};
}

// The largest of all states, each in its own size.
double JumpSearch::change(std::span<const double> a, std::span<const double> b) const {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (size_[i] > 0) most = std::max(most, std::abs(a[i] - b[i]) / size_[i]);
  return most;
}

}  // namespace bw::ode
