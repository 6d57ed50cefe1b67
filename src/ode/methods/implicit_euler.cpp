// Implicit Euler with a fixed step:  x_{n+1} = x_n + h f(t_{n+1}, x_{n+1}).
//
//   Newton:  (1 / h - J) dx = f(t_{n+1}, x) - (x - x_n) / h,   x from x_n on, until the estimated
//   rest is below 1e-10 of |x| + nominal; J = df/dx at the begin, and again at the last x where
//   an iteration gains less than a factor of ten
//
// Between the steps x is linear, of the same order as the method. For comparison with results of
// other programs; its error is not estimated. A step where Newton does not converge fails:
// a fixed step cannot be made smaller.
// Source: A.-L. Cauchy 1824; E. Hairer, G. Wanner, Solving Ordinary Differential Equations II,
// IV.1.

#include <algorithm>
#include <cmath>

#include "base/tolerance.h"
#include "math/constants.h"
#include "math/finite.h"
#include "math/shifted.h"
#include "ode/kernel/blame.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"
#include "ode/methods/fixed_step.h"

namespace bw::ode::backward_euler {
namespace {

using math::nan;

constexpr double accuracy = 1e-10;
constexpr double good_rate = 0.1;
constexpr int most_iterations = 50;

class ImplicitEuler final : public FixedStep {
 public:
  ImplicitEuler(Equations& equations, const Setup& setup)
      : FixedStep(equations, setup),
        tolerance_(setup.tolerance),
        jacobian_(equations),
        matrix_(equations.size(), jacobian_.pattern()) {
    for (auto* of_states : {&slope_, &change_, &weights_}) of_states->resize(equations.size());
  }

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<ImplicitEuler>(*this);
  }
  void assign(const Integrator& from) override {
    assign_common(dynamic_cast<const ImplicitEuler&>(from));
    forget();
  }

 private:
  Trouble advance_to(double end) override;
  void forget() override { jacobian_time_ = nan; }

  bool linearise(double h);
  bool linearise_again(double end);
  Trouble iterate(double end);
  double find_change(double h);
  void weigh(std::span<const double> x);

  Tolerance tolerance_;
  Jacobian jacobian_;
  double jacobian_time_ = nan;  // the begin of the step where J is taken; NaN: it is elsewhere
  math::Shifted matrix_;
  std::vector<double> slope_, change_, weights_;
};

Trouble ImplicitEuler::advance_to(double end) {
  if (Trouble trouble = evaluate_at_begin()) return trouble;
  std::copy(x_before_.begin(), x_before_.end(), x_.begin());
  std::fill(change_.begin(), change_.end(), 0.0);
  const double h = end - t_before_;
  return linearise(h) ? iterate(end) : not_converged(t_before_, h, change_);
}

Trouble ImplicitEuler::iterate(double end) {
  const double h = end - t_before_;
  double before = 0;
  for (int m = 0; m < most_iterations; ++m) {
    equations_.derivatives(end, x_, slope_);
    if (!math::all_finite(slope_)) return not_finite(t_before_, h, slope_);
    double size = find_change(h);
    if (m > 0 && !(size <= good_rate * before)) {
      if (!linearise_again(end)) break;
      size = find_change(h);
    }
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += change_[i];
    if (!math::all_finite(x_)) return not_finite(t_before_, h, x_);
    const double rate = m > 0 ? size / before : 1;
    if (size <= 1 || (rate < 1 && rate / (1 - rate) * size <= 1)) return {};
    before = size;
  }
  for (std::size_t i = 0; i < x_.size(); ++i) change_[i] /= std::abs(x_[i]) + nominals_[i];
  return not_converged(t_before_, h, change_);
}

// The size of the change in units of the accuracy.
double ImplicitEuler::find_change(double h) {
  for (std::size_t i = 0; i < x_.size(); ++i) change_[i] = slope_[i] - (x_[i] - x_before_[i]) / h;
  matrix_.solve(change_);
  double size = 0;
  for (std::size_t i = 0; i < x_.size(); ++i)
    size = std::max(size, std::abs(change_[i]) / (accuracy * (std::abs(x_[i]) + nominals_[i])));
  return size;
}

// With J at the begin of the step, whatever was tried before.
bool ImplicitEuler::linearise(double h) {
  if (jacobian_time_ != t_before_) {
    weigh(x_before_);
    ++counts_.jacobian_evaluations;
    if (!jacobian_.evaluate(t_before_, x_before_, dx_before_, weights_)) return false;
    jacobian_time_ = t_before_;
  }
  ++counts_.factorisations;
  return matrix_.factorise(jacobian_.values(), 1 / h);
}

// A change that is hardly smaller than the previous one is not applied: it may lead to another
// solution.
bool ImplicitEuler::linearise_again(double end) {
  jacobian_time_ = nan;
  weigh(x_);
  ++counts_.jacobian_evaluations;
  ++counts_.factorisations;
  return jacobian_.evaluate(end, x_, slope_, weights_) &&
         matrix_.factorise(jacobian_.values(), 1 / (end - t_before_));
}

void ImplicitEuler::weigh(std::span<const double> x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    weights_[i] = tolerance_.relative * std::abs(x[i]) + tolerance_.absolute_for(nominals_[i]);
}

}  // namespace
}  // namespace bw::ode::backward_euler

namespace bw::ode {

extern const MethodKind implicit_euler = {
    .name = "implicit-euler",
    .summary = "implicit Euler with a fixed step (--step, else a thousandth of the simulated time)",
    .source = "A.-L. Cauchy 1824; Hairer, Wanner, Solving ODEs II, IV.1",
    .order = 1,
    .fixed_step = true,
    .stiff = true,
    .make = make_method<backward_euler::ImplicitEuler>};

}  // namespace bw::ode
