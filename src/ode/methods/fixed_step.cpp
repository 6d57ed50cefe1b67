#include "ode/methods/fixed_step.h"

#include "math/finite.h"
#include "ode/kernel/blame.h"

namespace bw::ode {
namespace {

constexpr double smallest_rest = 1e-6;  // of a step: a shorter remainder before a limit joins it

}  // namespace

FixedStep::FixedStep(Equations& equations, const Setup& setup)
    : equations_(equations),
      x_(equations.size()),
      x_before_(equations.size()),
      dx_before_(equations.size()),
      nominals_(equations.size(), 1.0),
      dx_(equations.size()),
      step_(setup.step),
      grid_(setup.start, setup.step) {}

void FixedStep::restart(double t, std::span<const double> x, std::span<const double> nominals) {
  t_ = t_before_ = t;
  grid_ = {t, step_};
  taken_ = 0;
  x_.assign(x.begin(), x.end());
  x_before_ = x_;
  nominals_.assign(nominals.begin(), nominals.end());
  refresh();
}

void FixedStep::refresh() {
  knows_begin_ = knows_end_ = false;
  forget();
}

void FixedStep::assign_common(const FixedStep& other) {
  step_ = other.step_;
  grid_ = other.grid_;
  taken_ = other.taken_;
  t_ = other.t_;
  t_before_ = other.t_before_;
  x_ = other.x_;
  x_before_ = other.x_before_;
  dx_ = other.dx_;
  dx_before_ = other.dx_before_;
  nominals_ = other.nominals_;
  knows_begin_ = other.knows_begin_;
  knows_end_ = other.knows_end_;
}

Trouble FixedStep::step(double limit) {
  std::copy(x_.begin(), x_.end(), x_before_.begin());
  t_before_ = t_;
  if (knows_end_) std::swap(dx_, dx_before_);
  knows_begin_ = knows_end_;
  if (grid(taken_ + 1) <= t_) ++taken_;
  const double end = grid(taken_ + 1);
  if (limit - end <= smallest_rest * step_) return move_to(limit);
  ++taken_;
  return move_to(end);
}

Trouble FixedStep::shorten(double t) {
  while (taken_ > 0 && grid(taken_) > t) --taken_;
  return move_to(t);
}

Trouble FixedStep::move_to(double end) {
  knows_end_ = false;
  if (Trouble trouble = advance_to(end)) return trouble;
  if (!math::all_finite(x_)) return not_finite(t_before_, end - t_before_, x_);
  t_ = end;
  ++counts_.steps;
  return {};
}

void FixedStep::interpolate(double t, std::span<double> x) const {
  const double share = t_ > t_before_ ? (t - t_before_) / (t_ - t_before_) : 1.0;
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = share == 1.0 ? x_[i] : x_before_[i] + share * (x_[i] - x_before_[i]);
}

Trouble FixedStep::evaluate_at_begin() {
  if (knows_begin_) return {};
  equations_.derivatives(t_before_, x_before_, dx_before_);
  knows_begin_ = math::all_finite(dx_before_);
  return knows_begin_ ? Trouble{} : not_finite(t_before_, 0, dx_before_);
}

bool FixedStep::evaluate_at_end() const {
  if (knows_end_) return true;
  equations_.derivatives(t_, x_, dx_);
  return knows_end_ = math::all_finite(dx_);
}

}  // namespace bw::ode
