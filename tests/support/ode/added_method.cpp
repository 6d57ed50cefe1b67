// Heun's method with the explicit Euler step as its error estimate, 2(1):
//
//   x_{n+1} = x + h/2 (k_0 + k_1),  k_1 = f(t + h, x + h k_0),  e = h/2 (k_1 - k_0)
//
// Source: K. Heun, Z. Math. Phys. 45, 1900; E. Hairer, S. P. Norsett, G. Wanner, Solving ODEs I,
// II.1.

#include "support/ode/added_method.h"

#include "math/step_controller.h"
#include "ode/methods/explicit_pair.h"
#include "ode/methods/hermite.h"

namespace bw::test {
namespace {

struct HeunTable {
  static constexpr int error_order = 1;
  static constexpr math::StepLaw law = {};
  static constexpr bool first_same_as_last = true;
  static constexpr std::array<double, 3> c = {0, 1, 1};
  static constexpr std::array<std::array<double, 2>, 3> a = {{{}, {1}, {0.5, 0.5}}};
  static constexpr std::array<double, 3> e = {-0.5, 0.5, 0};
};

class Heun final : public ode::ExplicitPair<HeunTable> {
 public:
  Heun(ode::Equations& equations, const ode::Setup& setup) : ExplicitPair(equations, setup) {}

  void interpolate(double t, std::span<double> x) const override {
    if (const double share = share_of_step(t); share == 1)
      std::copy(x_.begin(), x_.end(), x.begin());
    else
      ode::hermite({t_ - t_before_, x_before_, dx_before_, x_, dx_}, share, x);
  }
  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Heun>(*this); }
  void assign(const Integrator& from) override { assign_pair(dynamic_cast<const Heun&>(from)); }
};

}  // namespace

const ode::MethodKind heun = {
    .name = "heun",
    .summary = "Heun 2(1), explicit, for very loose tolerances; not for stiff models",
    .source = "K. Heun, Z. Math. Phys. 45, 1900",
    .order = 2,
    .stability = 2.0,
    .dense_order = 2,
    .make = [](ode::Equations& equations, const ode::Setup& setup)
        -> std::unique_ptr<ode::Integrator> { return std::make_unique<Heun>(equations, setup); }};

}  // namespace bw::test
