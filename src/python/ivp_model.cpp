#include "python/ivp_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace bw::python {
namespace {

std::vector<model::State> states_of(const IvpProblem& problem) {
  std::vector<model::State> states;
  for (std::size_t i = 0; i < problem.start.size(); ++i)
    states.push_back({.name = "y[" + std::to_string(i) + "]",
                      .start = problem.start[i],
                      .nominal = problem.nominals[i]});
  return states;
}

constexpr long evaluations_between_checks = 10'000;

int side_of(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

IvpModel::IvpModel(IvpProblem problem)
    : StateModel("solve_ivp", states_of(problem), problem.kinds.size()),
      problem_(std::move(problem)),
      z_(problem_.kinds.size()),
      sides_(problem_.kinds.size()),
      counts_(problem_.kinds.size()),
      next_check_(evaluations_between_checks) {
  shape_.rhs_seconds = problem_.rhs_seconds;
  shape_.has_jacobian = static_cast<bool>(problem_.jacobian);
  shape_.sparsity = problem_.sparsity;
}

model::EventUpdate IvpModel::restart(std::span<double> /*x*/) {
  integrations_.emplace_back();
  counts_.assign(counts_.size(), 0);
  sides_.assign(sides_.size(), 0);
  begins_ = true;
  return {};
}

void IvpModel::derivatives(double t, std::span<const double> x, std::span<double> dx) {
  ++rhs_evaluations_;
  problem_.derivatives(problem_.sign * t, x, dx);
  if (rhs_evaluations_ >= next_check_) [[unlikely]]
    check_repetition(t, x, dx);
  if (problem_.sign < 0)
    for (double& slope : dx) slope = -slope;
}

// A function with noise or a memory makes steps ever shorter and the work endless. It is called
// again now and then, so that short integrations pay nothing. Differences of rounding, and those
// too small to move the solution by the tolerance, do not count.
void IvpModel::check_repetition(double t, std::span<const double> x, std::span<const double> dx) {
  static const double rounding = std::sqrt(std::numeric_limits<double>::epsilon());
  std::vector<double> again(dx.size());
  bool differs = false;
  ++rhs_evaluations_;
  problem_.derivatives(problem_.sign * t, x, again);
  for (std::size_t i = 0; i < dx.size(); ++i) {
    const double difference = std::abs(again[i] - dx[i]);
    const double largest = std::max(std::abs(again[i]), std::abs(dx[i]));
    const double allowed = problem_.tolerance * (std::abs(x[i]) + problem_.nominals[i]);
    differs = differs || (difference > rounding * largest && difference * problem_.span > allowed);
  }
  next_check_ = rhs_evaluations_ + evaluations_between_checks;
  if (!differs) return;
  unrepeatable_ =
      "fun returned different values for the same t and y, at t = " + brief(problem_.sign * t) +
      "; no step is short enough for that. Take random numbers and counters out of fun.";
  throw ComponentFailure(shape_.name, BellCode::step_too_small, "run", t, unrepeatable_);
}

void IvpModel::jacobian(double t, std::span<const double> x, std::span<double> j) {
  ++jacobian_evaluations_;
  problem_.jacobian(problem_.sign * t, x, j);
  if (problem_.sign < 0)
    for (double& partial : j) partial = -partial;
}

void IvpModel::indicators(double t, std::span<const double> x, std::span<double> z) {
  if (z.empty()) return;
  problem_.events(problem_.sign * t, x, z);
  // The first call is at the start. Who starts at zero has not crossed it.
  for (std::size_t i = 0; i < z.size(); ++i)
    if (begins_ || sides_[i] == 0) sides_[i] = side_of(z[i]);
  begins_ = false;
}

double IvpModel::value_of(std::size_t event, double t, std::span<const double> x) {
  problem_.events(problem_.sign * t, x, z_);
  return z_[event];
}

// Rises and falls are along the integration, as SciPy counts them, also backward in time.
bool IvpModel::takes(std::size_t event, double value) const {
  const int before = sides_[event], after = side_of(value);
  if (before == 0 || after == before) return false;
  const int direction = problem_.kinds[event].direction;
  return direction == 0 || direction == -before;
}

// An event is handled just behind its crossing; the zero itself may be the time before.
void IvpModel::add(std::size_t event, double t, std::span<const double> x) {
  double best = std::abs(value_of(event, t, x));
  constexpr int most_roundings = 4;
  for (int k = 0; k < most_roundings && best > 0; ++k) {
    const double before = std::nextafter(t, -std::numeric_limits<double>::infinity());
    const double value = std::abs(value_of(event, before, x));
    if (value >= best) break;
    t = before;
    best = value;
  }
  integrations_.back().events.push_back({event, problem_.sign * t, {x.begin(), x.end()}});
}

model::EventUpdate IvpModel::handle_event(double t, std::span<double> x) {
  std::vector<double> now(z_.size());
  if (!now.empty()) problem_.events(problem_.sign * t, x, now);
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (takes(i, now[i])) {
      add(i, t, x);
      ++counts_[i];
      const long last = problem_.kinds[i].ends_after;
      if (last > 0 && counts_[i] >= last) integrations_.back().ended_by_event = true;
    }
    if (const int side = side_of(now[i]); side != sides_[i])
      sides_[i] = side != 0 ? side : -sides_[i];
  }
  model::EventUpdate update;
  update.ends = integrations_.back().ended_by_event;
  return update;
}

}  // namespace bw::python
