#include "ode/methods/automatic/oscillation_watch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ode/methods/choose.h"

namespace bw::ode::watching {
namespace {

constexpr double small_first = 10;  // the first step may be so much shorter than those that follow
constexpr double first_steps = 8;   // after an event: the first search begins within them
constexpr double grown = 3;         // then the steps are those of something that decays
constexpr double ramp = 5;          // growth in a step: after a first one that was too short
constexpr double opposite = 0.1, as_fast = 0.3;  // cosine and ratio of speeds, where it turns back
constexpr long sizing = 24;                      // steps from which the sizes are taken
constexpr long short_run = 64;                   // steps until the next look at how many are left
constexpr double most_steps = 400;               // of a revolution
constexpr int most_loops = 6;                    // of an orbit, before it comes back
constexpr double near = 0.05;                    // of the farthest point: a return
constexpr double same_period = 0.02;
constexpr double least_far = 100;  // tolerances: else it is an oscillation of the errors
// What the errors of the steps make of a difference of returns, in tolerances.
constexpr double noise = 3, is_drift = 10;
// A first drift that changes a little too fast: how much, and how long another one is awaited.
constexpr double nearly_slow = 0.25, share_of_run = 1.0 / 40, most_periods = 100;
constexpr double slower = 1.5;                     // than required: it is known to change
constexpr double idle_share = 12, most_pause = 8;  // steps not looked at for each one in vain
constexpr double trial_share = 20, more_wait = 4;  // likewise for steps lost by a trial

}  // namespace
}  // namespace bw::ode::watching

namespace bw::ode {

void OscillationWatch::restart(std::span<const double> x, std::span<const double> nominals,
                               const Limits& limits) {
  size_ = nominals.size();
  crossing_.assign(x.begin(), x.end());
  limits_ = limits;
  nominals_.assign(nominals.begin(), nominals.end());
  phase_ = Phase::rest;
  steps_ = 0;
  awaits_first_ = false;
  pause_ = 1;
  if (end_ == End::returned) asleep_ = 0;
  found_ = {};
}

void OscillationWatch::failed(double steps) {
  end_ = End::vain;
  phase_ = Phase::rest;
  asleep_ = static_cast<long>(std::min(watching::trial_share * wait_ * steps, 1e15));
  wait_ = std::min(watching::more_wait * wait_, 1e12);
  found_ = {};
}

bool OscillationWatch::fail(End end) {
  end_ = end;
  phase_ = Phase::rest;
  asleep_ = static_cast<long>(watching::idle_share * pause_ * static_cast<double>(used_));
  pause_ = std::min(2 * pause_, watching::most_pause);
  return false;
}

// Whether so many steps are left that as many periods as it takes may be among them.
bool OscillationWatch::is_long(const Integrator& method, double limit, double longer) const {
  const double least = longer * limits_.many_periods * thresholds::steps_per_period;
  const double h = (method.time() - method.previous_time()) * (awaits_first_ ? tight_growth() : 1);
  return size_ > 0 && limit - method.time() >= least * h;
}

// Of step sizes without it, as the order says.
double OscillationWatch::tight_growth() const { return std::pow(limits_.tightness, -1.0 / 8); }

void OscillationWatch::await_first(const Integrator& method, double limit) {
  const double usual = static_cast<double>(steps_) / (awaits_first_ ? tight_growth() : 1);
  const double longer = steps_ == 1 && !awaits_first_ ? watching::small_first : 1;
  const bool is_over = usual >= watching::first_steps || steps_grow(method);
  awaits_first_ = is_long(method, limit, longer) && !is_over;
  if (is_over) steps_ = not_first;
}

// Those of an oscillation stay about the same.
bool OscillationWatch::steps_grow(const Integrator& method) {
  const double h = method.time() - method.previous_time();
  const bool is_ramp = steps_ <= 2 || h > watching::ramp * last_step_;
  least_step_ = is_ramp ? h : std::min(least_step_, h);
  last_step_ = h;
  return h > watching::grown * least_step_;
}

bool OscillationWatch::look(const Integrator& method, double limit) {
  if (phase_ == Phase::rest) {
    if (steps_ < not_first) {
      const bool turns = turns_back(method);
      await_first(method, limit);
      if (!turns || !awaits_first_) return false;
    } else if (!is_long(method, limit)) {
      asleep_ = watching::short_run;
      return false;
    }
    begin();
  }
  ++used_;
  limit_ = limit;
  switch (phase_) {
    case Phase::sizes: take_sizes(method); return false;
    case Phase::normal: take_normal(method.state()); return false;
    default: return seek(method);
  }
}

// Of the first steps: whether one goes against the first one, and about as fast.
bool OscillationWatch::turns_back(const Integrator& method) {
  const std::span<const double> x = method.state();
  const double h = method.time() - method.previous_time();
  if (++steps_ == 1) {
    start_ = method.previous_time();
    normal_.resize(size_);
    inverse_.resize(size_);
    for (std::size_t i = 0; i < size_; ++i) {
      inverse_[i] = 1 / std::max(std::abs(x[i]), nominals_[i]);
      normal_[i] = (x[i] - crossing_[i]) * inverse_[i] / h;
    }
    std::copy(x.begin(), x.end(), crossing_.begin());
    return false;
  }
  double both = 0, first = 0, now = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const double speed = (x[i] - crossing_[i]) * inverse_[i] / h;
    both += speed * normal_[i];
    first += normal_[i] * normal_[i];
    now += speed * speed;
    crossing_[i] = x[i];
  }
  return both < -watching::opposite * std::sqrt(first * now) &&
         now >= watching::as_fast * watching::as_fast * first;
}

void OscillationWatch::begin() {
  inverse_ = nominals_;
  normal_.resize(size_);
  crossing_.resize(size_);
  points_.resize((most_returns + 1) * size_);
  times_.resize(most_returns + 1);
  used_ = 0;
  is_first_ = awaits_first_;
  awaits_first_ = is_again_ = false;
  steps_ = not_first;
  phase_ = Phase::sizes;
}

// Sizes first, in `inverse_`.
void OscillationWatch::take_sizes(const Integrator& method) {
  const std::span<const double> x = method.state();
  for (std::size_t i = 0; i < size_; ++i) inverse_[i] = std::max(inverse_[i], std::abs(x[i]));
  if (used_ < watching::sizing) return;
  for (double& size : inverse_) size = 1 / size;
  std::copy(x.begin(), x.end(), points_.begin());
  times_[0] = method.time();
  phase_ = Phase::normal;
}

void OscillationWatch::take_normal(std::span<const double> x) {
  far_ = phi_before_ = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const double change = (x[i] - points_[i]) * inverse_[i];
    normal_[i] = change * inverse_[i];
    phi_before_ += change * change;
  }
  returns_ = 0;
  loops_ = 0;
  since_return_ = 1;
  begin_steps_ = used_ - 1;
  phase_ = Phase::returns;
}

double OscillationWatch::phi(std::span<const double> y) const {
  double sum = 0;
  for (std::size_t i = 0; i < size_; ++i) sum += normal_[i] * (y[i] - points_[i]);
  return sum;
}

bool OscillationWatch::seek(const Integrator& method) {
  const std::span<const double> x = method.state();
  double value = 0, square = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const double change = x[i] - points_[i], share = change * inverse_[i];
    value += normal_[i] * change;
    square += share * share;
  }
  far_ = std::max(far_, square);
  const bool crosses = phi_before_ < 0 && value >= 0;
  if (static_cast<double>(++since_return_) > watching::most_steps) return fail(End::no_return);
  const bool is_found = crosses && take_crossing(method);
  phi_before_ = value;
  return is_found;
}

// Regula falsi (Illinois) on the dense output.
void OscillationWatch::locate(const Integrator& method) {
  constexpr int most = 40;
  constexpr double close = 1e-12;
  double lo = method.previous_time(), hi = method.time();
  const double least = close * (hi - lo);
  double below = phi_before_, above = phi(method.state());
  t_crossing_ = hi;
  std::copy(method.state().begin(), method.state().end(), crossing_.begin());
  for (int k = 0, side = 0; k < most && hi - lo > least && above > 0; ++k) {
    const double t = std::clamp(lo + (hi - lo) * (below / (below - above)), lo, hi);
    method.interpolate(t, crossing_);
    const double value = phi(crossing_);
    const double moved = std::abs(t - t_crossing_);
    t_crossing_ = t;
    if (value == 0 || moved <= least) return;
    if (value < 0) {
      lo = t;
      below = value;
      if (side < 0) above /= 2;
      side = -1;
    } else {
      hi = t;
      above = value;
      if (side > 0) below /= 2;
      side = 1;
    }
  }
}

bool OscillationWatch::take_crossing(const Integrator& method) {
  locate(method);
  const double far = std::sqrt(far_);
  if (!(far > watching::least_far * limits_.relative)) return fail(End::no_return);
  if (distance(crossing_, point(returns_)) > watching::near * far)
    return ++loops_ >= watching::most_loops && fail(End::no_return);
  ++returns_;
  loops_ = 0;
  since_return_ = 0;
  std::copy(crossing_.begin(), crossing_.end(), point(returns_).begin());
  times_[returns_] = t_crossing_;
  if (returns_ >= 2) {
    const double last = times_[returns_] - times_[returns_ - 1];
    const double before = times_[returns_ - 1] - times_[returns_ - 2];
    if (!(std::abs(last - before) <= watching::same_period * before))
      return fail(End::period_varies);
  }
  return (returns_ == 4 || returns_ == 8 || returns_ == most_returns) && judge();
}

double OscillationWatch::distance(std::span<const double> a, std::span<const double> b) const {
  double sum = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const double share = (a[i] - b[i]) * inverse_[i];
    sum += share * share;
  }
  return std::sqrt(sum);
}

// |p_2m - 2 p_m + p_0|
double OscillationWatch::bend(std::size_t m) const {
  const std::span<const double> a = point(0), b = point(m), c = point(2 * m);
  double sum = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const double share = (c[i] - 2 * b[i] + a[i]) * inverse_[i];
    sum += share * share;
  }
  return std::sqrt(sum);
}

// The first revolutions of a run are often those that change fastest. While the steps are accurate
// enough for all that follow, it is worth to wait a little for slower ones.
bool OscillationWatch::searches_again(double drift) {
  const double now = times_[returns_];
  const double period = (now - times_[0]) / static_cast<double>(returns_);
  const double wait =
      std::min(watching::share_of_run * (limit_ - start_), watching::most_periods * period);
  if (!is_first_ || !limits_.awaits || drift < watching::nearly_slow * limits_.slow_drift ||
      now - start_ > wait)
    return false;
  awaits_first_ = true;
  begin();
  is_again_ = true;
  return true;
}

bool OscillationWatch::judge() {
  const std::size_t m = returns_ / 2;
  const double of_errors = watching::noise * limits_.relative * (is_first_ ? limits_.tightness : 1);
  const double change = distance(point(m), point(0)), bent = bend(m);
  const double of_drift = static_cast<double>(m) * change / std::max(bent, of_errors);
  const double of_orbit =
      static_cast<double>(m) * std::sqrt(std::sqrt(far_) / std::max(bent, of_errors)) / 2;
  const double drift =
      change <= watching::is_drift * of_errors && bent <= watching::noise * of_errors
          ? std::numeric_limits<double>::infinity()
          : std::max(of_drift, of_orbit);
  const bool is_last = returns_ == most_returns;
  if (drift < limits_.slow_drift * (is_again_ ? watching::slower : 1)) {
    if (!is_last && bent <= watching::is_drift * of_errors) return false;
    return !searches_again(drift) && fail(End::drift_changes);
  }
  const double revolutions = static_cast<double>(returns_);
  found_ = {.period = (times_[returns_] - times_[0]) / revolutions,
            .drift = drift,
            .steps = static_cast<double>(used_ - begin_steps_) / revolutions};
  end_ = End::returned;
  phase_ = Phase::rest;
  asleep_ = watching::short_run;
  return true;
}

}  // namespace bw::ode
