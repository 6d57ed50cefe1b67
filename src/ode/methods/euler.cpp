// Explicit Euler with a fixed step:  x_{n+1} = x_n + h f(t_n, x_n).
// Between the steps x is linear, of the same order as the method. For comparison with results of
// other programs; its error is not estimated.
// Source: L. Euler 1768; E. Hairer, S. P. Norsett, G. Wanner, Solving ODEs I, I.7.

#include "ode/kernel/integrator.h"
#include "ode/methods/fixed_step.h"

namespace bw::ode::forward_euler {
namespace {

class Euler final : public FixedStep {
 public:
  Euler(Equations& equations, const Setup& setup) : FixedStep(equations, setup) {}

  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Euler>(*this); }
  void assign(const Integrator& from) override { assign_common(dynamic_cast<const Euler&>(from)); }

 private:
  Trouble advance_to(double end) override {
    if (Trouble trouble = evaluate_at_begin()) return trouble;
    const double h = end - t_before_;
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = x_before_[i] + h * dx_before_[i];
    return {};
  }
};

}  // namespace
}  // namespace bw::ode::forward_euler

namespace bw::ode {

extern const MethodKind euler = {
    .name = "euler",
    .summary = "explicit Euler with a fixed step (--step, else a thousandth of the simulated time)",
    .source = "L. Euler 1768; Hairer, Norsett, Wanner, Solving ODEs I, I.7",
    .order = 1,
    .fixed_step = true,
    .stability = 2.0,
    .make = make_method<forward_euler::Euler>};

}  // namespace bw::ode
