#include "ode/events/indicator_noise.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "ode/events/crossing.h"

namespace bw::ode {
namespace {

constexpr double moved_by = math::epsilon;
constexpr double wide = 16;              // a few evaluations show only a part of the noise
constexpr double most_noise = 1e-6;      // of an indicator's size
constexpr double most_rounding = 1e-10;  // of an indicator's size

}  // namespace

void IndicatorNoise::measure(double t, std::span<const double> x, std::size_t indicators,
                             const Evaluate& evaluate) {
  band_ = least_;
  band_.resize(indicators, 0.0);
  rounding_.assign(indicators, 0.0);
  std::vector<double> moved(x.size()), z(indicators), there(indicators);
  evaluate(t, x, z);
  for (const double sign : {1.0, -1.0}) {
    for (std::size_t i = 0; i < x.size(); ++i)
      moved[i] = x[i] * (1 + (i % 2 == 0 ? sign : -sign) * moved_by);
    evaluate(t + moved_by * std::abs(t), moved, there);
    for (std::size_t i = 0; i < z.size(); ++i)
      if (const double change = std::abs(there[i] - z[i]); is_small(i, change)) {
        band_[i] += wide * change;
        rounding_[i] = std::max(rounding_[i], change);
      }
  }
}

// A jump is no noise, and neither is a model that depends on earlier evaluations.
bool IndicatorNoise::is_small(std::size_t i, double change) const {
  return std::isfinite(change) && (sizes_.empty() || change <= most_noise * sizes_[i]);
}

void IndicatorNoise::see(std::span<const double> z) {
  sizes_.resize(z.size(), 0.0);
  for (std::size_t i = 0; i < z.size(); ++i) sizes_[i] = std::max(sizes_[i], std::abs(z[i]));
}

bool IndicatorNoise::widen(std::size_t i, double difference) {
  if (i >= sizes_.size() || !(std::abs(difference) <= most_rounding * sizes_[i])) return false;
  least_.resize(sizes_.size(), 0.0);
  least_[i] = std::max(least_[i], wide * std::abs(difference));
  return true;
}

bool IndicatorNoise::covers_any(std::span<const double> z) const {
  for (std::size_t i = 0; i < band_.size(); ++i)
    if (covers(i, z[i])) return true;
  return false;
}

void IndicatorNoise::keep_sides(std::span<const double> begin, std::span<double> z) const {
  for (std::size_t i = 0; i < band_.size(); ++i)
    if (on_upper_side(begin[i]) != on_upper_side(z[i]) && covers(i, begin[i]) && covers(i, z[i]))
      z[i] = begin[i];
}

}  // namespace bw::ode
