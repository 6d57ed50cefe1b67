// The classical Runge-Kutta method of order 4 with a fixed step; between the steps a cubic.
//
//   k1 = f(t, x), k2 = f(t + h/2, x + h/2 k1), k3 = f(t + h/2, x + h/2 k2), k4 = f(t + h, x + h k3)
//   x_{n+1} = x + h/6 (k1 + 2 k2 + 2 k3 + k4)
//
// Source: W. Kutta 1901; E. Hairer, S. P. Norsett, G. Wanner, Solving ODEs I, II.1.

#include "math/finite.h"
#include "ode/kernel/blame.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/fixed_step.h"
#include "ode/methods/hermite.h"

namespace bw::ode::classical_runge_kutta {
namespace {

class RungeKutta4 final : public FixedStep {
 public:
  RungeKutta4(Equations& equations, const Setup& setup)
      : FixedStep(equations, setup),
        stage_(equations.size()),
        slope_(equations.size()),
        sum_(equations.size()) {}

  // Without a finite derivative at the end there is no cubic.
  void interpolate(double t, std::span<double> x) const override {
    if (t == t_ || t_ == t_before_ || !evaluate_at_end()) return FixedStep::interpolate(t, x);
    const double h = t_ - t_before_;
    hermite({h, x_before_, dx_before_, x_, dx_}, (t - t_before_) / h, x);
  }

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<RungeKutta4>(*this);
  }
  void assign(const Integrator& from) override {
    assign_common(dynamic_cast<const RungeKutta4&>(from));
  }

 private:
  Trouble advance_to(double end) override {
    if (Trouble trouble = evaluate_at_begin()) return trouble;
    const double h = end - t_before_, middle = t_before_ + h / 2;
    sum_ = dx_before_;
    if (Trouble trouble = next_slope(middle, h / 2, dx_before_, 2)) return trouble;
    if (Trouble trouble = next_slope(middle, h / 2, slope_, 2)) return trouble;
    if (Trouble trouble = next_slope(end, h, slope_, 1)) return trouble;
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = x_before_[i] + h / 6 * sum_[i];
    return {};
  }

  // f at t and x + reach * along, which is added to the sum with its weight.
  Trouble next_slope(double t, double reach, std::span<const double> along, double weight) {
    for (std::size_t i = 0; i < x_.size(); ++i) stage_[i] = x_before_[i] + reach * along[i];
    if (!math::all_finite(stage_)) return not_finite(t_before_, reach, stage_);
    equations_.derivatives(t, stage_, slope_);
    if (!math::all_finite(slope_)) return not_finite(t_before_, reach, slope_);
    for (std::size_t i = 0; i < x_.size(); ++i) sum_[i] += weight * slope_[i];
    return {};
  }

  std::vector<double> stage_, slope_, sum_;
};

}  // namespace
}  // namespace bw::ode::classical_runge_kutta

namespace bw::ode {

extern const MethodKind rk4 = {
    .name = "rk4",
    .summary =
        "classical Runge-Kutta of order 4 with a fixed step (--step, else a thousandth of the "
        "simulated time)",
    .source = "W. Kutta 1901; Hairer, Norsett, Wanner, Solving ODEs I, II.1",
    .order = 4,
    .fixed_step = true,
    .stability = 2.78,
    .dense_order = 3,
    .make = make_method<classical_runge_kutta::RungeKutta4>};

}  // namespace bw::ode
