#include "ode/methods/multirev/return_watch.h"

#include <algorithm>
#include <cmath>

namespace bw::ode::multirevolution {
namespace {

constexpr double returned = 0.15;     // of the largest distance
constexpr double same_period = 0.03;  // relative
constexpr double same_change = 0.03;  // of the change itself
constexpr double noise = 30;          // tolerances: changes as small as that are not compared
constexpr int enough_returns = 4;
constexpr int most_vain = 8;         // crossings that are no return, before another reference
constexpr long most_watched = 4000;  // steps from a reference on

double length(std::span<const double> a, std::span<const double> b, std::span<const double> sizes) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double d = (a[i] - b[i]) / sizes[i];
    sum += d * d;
  }
  return std::sqrt(sum);
}

}  // namespace

void ReturnWatch::begin(std::span<const double> nominals) {
  nominals_.assign(nominals.begin(), nominals.end());
  peaks_.assign(nominals.size(), 0.0);
  sizes_ = nominals_;
  has_reference_ = false;
}

void ReturnWatch::take_reference(MicroSteps& step) {
  const std::span<const double> x = step.state(), slope = step.slope();
  for (std::size_t i = 0; i < x.size(); ++i) sizes_[i] = std::max(peaks_[i], nominals_[i]);
  z_.assign(x.begin(), x.end());
  last_ = z_;
  x_.resize(x.size());
  normal_.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    normal_[i] = slope[i] / (sizes_[i] * sizes_[i]);
    peaks_[i] = std::abs(x[i]);
  }
  last_time_ = step.time();
  far_ = section_before_ = 0;
  has_reference_ = true;
  was_behind_ = false;
  returns_ = vain_ = 0;
  steps_ = steps_at_last_ = 0;
}

double ReturnWatch::section(std::span<const double> x) const {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += normal_[i] * (x[i] - z_[i]);
  return sum;
}

double ReturnWatch::distance(std::span<const double> x, std::span<const double> from) const {
  return length(x, from, sizes_);
}

bool ReturnWatch::see(MicroSteps& step, double relative) {
  const std::span<const double> x = step.state();
  for (std::size_t i = 0; i < x.size(); ++i) peaks_[i] = std::max(peaks_[i], std::abs(x[i]));
  if (!has_reference_ || ++steps_ > most_watched) {
    take_reference(step);
    return false;
  }
  const double phi = section(x);
  const bool crosses = was_behind_ && phi >= 0;
  far_ = std::max(far_, distance(x, z_));
  if (phi < 0) was_behind_ = true;
  if (!crosses) {
    section_before_ = phi;
    return false;
  }
  was_behind_ = false;
  const double time = locate(step);
  section_before_ = phi;
  if (distance(x_, z_) <= returned * far_) return judge(time, relative);
  if (++vain_ > most_vain) take_reference(step);
  return false;
}

// Of the crossing in this step, by false position; x_ becomes the state there.
double ReturnWatch::locate(const MicroSteps& step) {
  double lo = step.previous_time(), hi = step.time();
  double below = section_before_, above = section(step.state()), t = hi;
  step.interpolate(hi, x_);
  for (int k = 0; k < 40 && hi - lo > 1e-10 * (step.time() - step.previous_time()); ++k) {
    const double share = above > below ? -below / (above - below) : 0.5;
    t = lo + std::min(std::max(share, 0.02), 0.98) * (hi - lo);
    step.interpolate(t, x_);
    const double phi = section(x_);
    (phi < 0 ? lo : hi) = t;
    (phi < 0 ? below : above) = phi;
    if (std::abs(phi) < 1e-12 * std::abs(section_before_)) break;
  }
  return t;
}

bool ReturnWatch::judge(double time, double relative) {
  const double period = time - last_time_;
  change_before_.swap(change_);
  change_.resize(x_.size());
  for (std::size_t i = 0; i < x_.size(); ++i) change_[i] = x_[i] - last_[i];
  last_ = x_;
  last_time_ = time;
  steps_of_period_ = static_cast<double>(steps_ - steps_at_last_);
  steps_at_last_ = steps_;
  const bool same = returns_ == 0 || std::abs(period - period_) <= same_period * period_;
  period_ = period;
  returns_ = same ? returns_ + 1 : 1;
  vain_ = same ? vain_ : vain_ + 1;
  if (vain_ > most_vain) has_reference_ = false;
  for (std::size_t i = 0; i < sizes_.size(); ++i) sizes_[i] = std::max(sizes_[i], peaks_[i]);
  if (returns_ < enough_returns) return false;
  double size = 0;
  for (std::size_t i = 0; i < change_.size(); ++i) size = std::hypot(size, change_[i] / sizes_[i]);
  const bool steady = distance(change_, change_before_) <= same_change * size + noise * relative;
  has_reference_ = false;  // the next time from another one
  return steady;
}

}  // namespace bw::ode::multirevolution
