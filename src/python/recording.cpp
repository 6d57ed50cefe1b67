#include "python/recording.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace bw::python {
namespace {

constexpr std::size_t kept = 3;  // two are compared; the last may not have reached its end

// Of the barycentric formula for Chebyshev points (J.-P. Berrut, L. N. Trefethen 2004, SIAM Review
// 46): how much each point of a step counts at a place.
using Weights = std::array<double, Recorder::points + 1>;
Weights weights_at(double place) {
  static const auto places = Recorder::places();
  Weights weights{};
  double sum = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double distance = place - places[k];
    if (std::abs(distance) < std::numeric_limits<double>::min()) {  // 1 / distance is infinite
      weights.fill(0);
      weights[k] = 1;
      return weights;
    }
    const bool is_end = k == 0 || k + 1 == weights.size();
    weights[k] = (k % 2 == 0 ? 1.0 : -1.0) * (is_end ? 0.5 : 1.0) / distance;
    sum += weights[k];
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

double place_before(double t, double previous) {
  constexpr double part = 0.08;
  return t - part * (t - previous);
}

void Recording::at(double t, std::span<double> x, std::size_t& hint) const {
  if (hint >= steps() || t <= times[hint] || t > times[hint + 1]) {
    const auto behind = std::lower_bound(times.begin() + 1, times.end() - 1, t);
    hint = static_cast<std::size_t>(behind - times.begin()) - 1;
  }
  const double from = times[hint], to = times[hint + 1];
  const Weights weights = weights_at(t == to ? 1.0 : (t - from) / (to - from));
  const std::size_t n = x.size();
  const double* begin =
      hint == 0 ? first.data() : inside.data() + (hint * Recorder::points - 1) * n;
  const double* rest = inside.data() + hint * Recorder::points * n;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = weights[0] * begin[i];
    for (std::size_t k = 1; k < weights.size(); ++k) sum += weights[k] * rest[(k - 1) * n + i];
    x[i] = sum;
  }
}

std::array<double, Recorder::points + 1> Recorder::places() {
  std::array<double, points + 1> places{};
  for (std::size_t k = 0; k <= points; ++k)
    places[k] = (1 - std::cos(std::numbers::pi * static_cast<double>(k) / points)) / 2;
  return places;
}

void Recorder::begin(const model::ModelShape& /*shape*/, ode::Equations& /*equations*/,
                     std::span<const double> /*nominals*/, const ode::Setup& setup) {
  if (recordings_.size() >= kept) {
    Recording& old = recordings_[recordings_.size() - kept];
    old = {.number = old.number, .factorisations = old.factorisations};
  }
  next_ = 0;
  recordings_.push_back(
      {.relative = setup.tolerance.relative, .number = begun_() - 1, .times = {setup.start}});
}

// Steps come one after the other; a time between two belongs to both. The last one may end a hair
// before the stop time, at a discontinuity there.
bool Recorder::is_shown(double from, double to) {
  if (shown_.empty()) return true;
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon(), hair = 1e-9;
  const double beyond = std::max(hair * (to - from), rounding * std::abs(to));
  while (next_ < shown_.size() && shown_[next_] < from) ++next_;
  return next_ < shown_.size() && shown_[next_] <= to + beyond;
}

void Recorder::accepted(const ode::Integrator& step) {
  Recording& now = recordings_.back();
  const double from = step.previous_time(), to = step.time();
  const std::size_t n = step.state().size();
  now.factorisations = step.counts().factorisations;
  if (to <= now.times.back()) return;
  if (now.first.empty()) {
    now.first.resize(n);
    step.interpolate(from, now.first);
  }
  static const auto at = places();
  const std::size_t had = now.inside.size();
  now.inside.resize(had + points * n);
  const std::span<double> into = std::span(now.inside).subspan(had);
  if (is_shown(from, to))
    for (std::size_t k = 1; k < points; ++k)
      step.interpolate(from + at[k] * (to - from), into.subspan((k - 1) * n, n));
  else
    std::ranges::fill(into, std::numeric_limits<double>::quiet_NaN());
  std::copy(step.state().begin(), step.state().end(), into.end() - static_cast<std::ptrdiff_t>(n));
  now.times.push_back(to);
}

}  // namespace bw::python
