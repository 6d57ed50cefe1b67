#include "ode/events/approach.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"

namespace bw::ode {
namespace {

using math::nan;

constexpr int most_trials = 100;

}  // namespace

Approach::Approach(const Bracket& near, std::vector<double> slopes, double begin, double end,
                   double resolution)
    : near_(near),
      slopes_(std::move(slopes)),
      lo_(begin),
      hi_(end),
      end_(end),
      resolution_(resolution),
      at_(near.hi) {}

void Approach::look(std::span<const double> before, std::span<const double> z) {
  const bool left = has_left(before, z);
  ++tries_;
  same_side_ = tries_ > 1 && left == last_left_ ? same_side_ + 1 : 0;
  learn_slopes(z);
  (left ? hi_ : lo_) = at_;
  hi_known_ = hi_known_ || left;
  if (left) seen_.assign(z.begin(), z.end());
  const double expected = zero(before, z, left);
  const bool narrow = hi_known_ && hi_ - lo_ <= resolution_;
  const bool nowhere = !hi_known_ && at_ >= end_;
  const bool seen_at_end = near_.hi >= end_;  // by the step itself, not on its dense output
  if (nowhere && seen_at_end) seen_ = near_.z_hi;
  lost_ = nowhere && !seen_at_end;
  arrived_ = left && (narrow || at_ - expected <= resolution_ || tries_ >= most_trials);
  vanished_ = (repeats_ && !left && !lost_) || (nowhere && seen_at_end);
  last_left_ = left;
  t_ = at_;
  z_.assign(z.begin(), z.end());
  if (is_over()) return;
  repeats_ = narrow || tries_ >= most_trials;
  at_ = repeats_ ? hi_ : next(expected, left);
}

// From the last two trials, where they are far enough apart.
void Approach::learn_slopes(std::span<const double> z) {
  constexpr double far = 16;
  if (z_.empty() || slopes_.empty() || std::abs(at_ - t_) < far * resolution_) return;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double slope = (z[i] - z_[i]) / (at_ - t_);
    if (std::isfinite(slope) && slope != 0) slopes_[i] = slope;
  }
}

// The first zero of the indicators that have changed their sign or are about to; NaN: unknown.
double Approach::zero(std::span<const double> before, std::span<const double> z, bool left) const {
  double first = nan;
  for (std::size_t i = 0; i < slopes_.size(); ++i) {
    const double other = left ? z[i] : near_.z_hi[i];
    if (on_upper_side(before[i]) == on_upper_side(other)) continue;
    const double at = at_ - z[i] / slopes_[i];
    if (!std::isfinite(at) || (left ? at > at_ : at < at_)) return nan;
    first = std::isnan(first) ? at : std::min(first, at);
  }
  return first;
}

double Approach::next(double zero, bool left) {
  const double further = resolution_ * std::pow(4.0, same_side_);
  double t = left ? zero - further : zero + further;
  const bool slow = same_side_ > 2 && tries_ % 2 == 0;
  if (std::isnan(t) || slow) {
    if (tries_ == 1 && left)
      t = near_.lo;
    else if (hi_known_)
      t = lo_ + (hi_ - lo_) / 2;
    else
      t = at_ + 8 * further;
  }
  if (!hi_known_) return std::min(std::max(t, at_ + resolution_), end_);
  t = std::clamp(t, lo_ + resolution_ / 2, hi_ - resolution_ / 2);
  return t > lo_ && t < hi_ ? t : hi_;
}

}  // namespace bw::ode
