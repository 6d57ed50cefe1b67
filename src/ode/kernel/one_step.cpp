#include "ode/kernel/one_step.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "ode/kernel/blame.h"
#include "ode/kernel/watcher.h"

namespace bw::ode {
namespace {

using math::epsilon;

constexpr double rounding = 4 * epsilon;  // of x in one step: no tolerance can be below
constexpr long many_rejections = 20000, steps_for_each = 5;
constexpr double short_span = 1e-3;          // of the simulated time
constexpr long steps_of_restart = 10;        // fewer from event to event: events are frequent
constexpr double rounding_of_steps = 1e-13;  // tolerance: below it more steps are less accurate

}  // namespace

OneStep::OneStep(Equations& equations, const Setup& setup, int error_order,
                 const math::StepLaw& law)
    : equations_(equations),
      setup_(setup),
      controller_(error_order, law),
      error_order_(error_order),
      dx_(equations.size()),
      x_(equations.size()),
      x_before_(equations.size()),
      dx_before_(equations.size()),
      nominals_(equations.size(), 1.0),
      shares_(equations.size()),
      absolute_(equations.size()),
      scratch_(equations.size()) {
  setup_.tolerance.relative = std::max(setup_.tolerance.relative, rounding);
}

void OneStep::restart(double t, std::span<const double> x, std::span<const double> nominals) {
  t_ = t_before_ = t;
  x_.assign(x.begin(), x.end());
  x_before_ = x_;
  nominals_.assign(nominals.begin(), nominals.end());
  for (std::size_t i = 0; i < nominals.size(); ++i)
    absolute_[i] = setup_.tolerance.absolute_for(nominals[i]);
  controller_.forget();
  ++restarts_;
  mark_ = {t, counts_.steps, counts_.rejected};
  h_ = 0;
  knows_slope_ = false;
  forget();
}

void OneStep::refresh() {
  controller_.forget();
  knows_slope_ = false;
  forget();
}

void OneStep::assign_common(const OneStep& other) {
  controller_ = other.controller_;
  t_ = other.t_;
  t_before_ = other.t_before_;
  error_ = other.error_;
  h_ = other.h_;
  knows_slope_ = other.knows_slope_;
  x_ = other.x_;
  x_before_ = other.x_before_;
  dx_ = other.dx_;
  dx_before_ = other.dx_before_;
  nominals_ = other.nominals_;
  absolute_ = other.absolute_;
  mark_ = {t_, counts_.steps, counts_.rejected};
}

Trouble OneStep::step(double limit) {
  if (Trouble trouble = begin_step()) return trouble;
  if (h_ == 0) h_ = first_step(limit);
  h_ = std::min(h_, setup_.largest_step);
  while (true) {
    const double least = std::max(4 * epsilon * std::abs(t_before_),
                                  epsilon * epsilon * (setup_.stop - setup_.start));
    const double end = step_end(limit);
    if (h_ < least && end < limit) return failure();
    const double h = end - t_before_;
    double next = h;
    bad_.clear();
    knows_slope_ = false;
    t_ = end;
    const double error = error_ = attempt(end);
    if (judge(error, next)) {
      // A step that a limit cut short does not determine the size of the next.
      h_ = h < h_ ? std::max(next, h_) : next;
      ++counts_.steps;
      return {};
    }
    ++counts_.rejected;
    if (setup_.watcher != nullptr) report_rejection(error);
    h_ = next;
    if ((h_ < least && end == limit) || creeps()) return failure();
  }
}

Trouble OneStep::shorten(double t) {
  bad_.clear();
  knows_slope_ = false;
  t_ = t;
  error_ = attempt(t);
  return std::isfinite(error_) ? Trouble{} : not_finite(t_before_, t - t_before_, bad_);
}

Trouble OneStep::begin_step() {
  t_before_ = t_;
  math::copy_fresh(x_, x_before_.data());
  bad_.clear();
  if (knows_slope_) {
    std::swap(dx_, dx_before_);
    return {};
  }
  equations_.derivatives(t_, x_, dx_before_);
  return math::all_finite(dx_before_) ? Trouble{} : not_finite(t_, 0, dx_before_);
}

bool OneStep::creeps() {
  const long rejected = counts_.rejected - mark_.rejected;
  if (rejected < many_rejections) return false;
  const double elapsed = t_before_ - mark_.time;
  const bool slow = elapsed < short_span * (setup_.stop - setup_.start) &&
                    counts_.steps - mark_.steps < steps_for_each * rejected;
  mark_ = {t_before_, counts_.steps, counts_.rejected};
  return slow;
}

// Methods that judge by more than one norm leave the shares of the last one: they identify the
// states, and the error their size.
void OneStep::report_rejection(double error) {
  double sum = 0;
  for (const double share : shares_) sum += share * share;
  const double norm = std::sqrt(sum / static_cast<double>(shares_.size()));
  if (!std::isfinite(error) || !(norm > 0)) return;  // a step that failed
  for (std::size_t i = 0; i < shares_.size(); ++i) scratch_[i] = shares_[i] * (error / norm);
  setup_.watcher->rejected(scratch_);
}

Trouble OneStep::failure() const {
  return bad_.empty() ? too_small(t_before_, h_, shares_) : not_finite(t_before_, h_, bad_);
}

double OneStep::first_step(double limit) {
  if (x_.empty()) return std::min(limit - t_, setup_.largest_step);
  const bool are_events_rare = counts_.steps >= steps_of_restart * (restarts_ - 1);
  const bool divides = are_events_rare && setup_.tolerance.relative > rounding_of_steps;
  return first_guess(limit) / (divides ? setup_.finer : 1);
}

// The size for which an explicit Euler step changes f by about the tolerance; 1e-6 is relative to
// the simulated time.
double OneStep::first_guess(double limit) {
  const double longest = std::min(limit - t_, setup_.largest_step);
  const double tiny = 1e-6 * std::min(1.0, setup_.stop - setup_.start);
  const double size = norm(x_, 1), slope = norm(dx_before_, 1);
  double guess = size < 1e-5 || slope < 1e-5 ? tiny : 0.01 * size / slope;
  // A state that crosses zero just here must not make a step below the resolution of the time.
  const double felt = 1e4 * epsilon * std::max(std::abs(t_), setup_.stop - setup_.start);
  guess = std::min(std::max(guess, felt), longest);
  for (std::size_t i = 0; i < x_.size(); ++i) scratch_[i] = x_[i] + guess * dx_before_[i];
  equations_.derivatives(std::min(t_ + guess, limit), scratch_, dx_);
  for (std::size_t i = 0; i < x_.size(); ++i) scratch_[i] = dx_[i] - dx_before_[i];
  const double bend = norm(scratch_, 1 / guess);
  if (!std::isfinite(bend)) return guess;
  const double most = std::max(slope, bend);
  const double second = most <= 1e-15 ? std::max(tiny, guess * 1e-3)
                                      : std::pow(0.01 / most, 1.0 / (error_order_ + 1));
  return std::min(std::max(std::min(100 * guess, second), felt), longest);
}

// A remainder that is hardly longer than the step joins it; one of less than two steps is halved.
double OneStep::step_end(double limit) const {
  const double rest = limit - t_before_;
  if (rest <= 1.01 * h_) return limit;
  const double end = t_before_ + (rest < 2 * h_ ? rest / 2 : h_);
  return std::min(end, limit);
}

bool OneStep::evaluate_f(double t, std::span<const double> x, std::span<double> dx) {
  if (!finite(x)) return false;
  equations_.derivatives(t, x, dx);
  return finite(dx);
}

double OneStep::measure(std::span<const double> error) {
  const double relative = setup_.tolerance.relative;
  double sum = 0;
  for (std::size_t i = 0; i < error.size(); ++i) {
    const double size = std::max(std::abs(x_before_[i]), std::abs(x_[i]));
    const double share = error[i] / (relative * size + absolute_[i]);
    shares_[i] = share;
    sum += share * share;
  }
  return error.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(error.size()));
}

double OneStep::norm(std::span<const double> of, double scale) const {
  double sum = 0;
  for (std::size_t i = 0; i < of.size(); ++i) {
    const double share = of[i] * scale / weight(i, std::abs(x_[i]));
    sum += share * share;
  }
  return std::sqrt(sum / static_cast<double>(of.size()));
}

}  // namespace bw::ode
