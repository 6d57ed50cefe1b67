// Bogacki-Shampine 3(2) with first same as last; between the steps a cubic, of order 3 as the
// method. Source: P. Bogacki, L. F. Shampine, A 3(2) pair of Runge-Kutta formulas, Appl. Math.
// Lett. 2, 1989.

#include "math/step_controller.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/explicit_pair.h"
#include "ode/methods/hermite.h"

namespace bw::ode::bogacki_shampine {
namespace {

struct Table {
  static constexpr int error_order = 2;
  static constexpr math::StepLaw law = {};
  static constexpr bool first_same_as_last = true;
  static constexpr std::array<double, 4> c = {0, 1.0 / 2, 3.0 / 4, 1};
  static constexpr std::array<std::array<double, 3>, 4> a = {
      {{}, {1.0 / 2}, {0, 3.0 / 4}, {2.0 / 9, 1.0 / 3, 4.0 / 9}}};
  static constexpr std::array<double, 4> e = {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8};
};

class BogackiShampine final : public ExplicitPair<Table> {
 public:
  BogackiShampine(Equations& equations, const Setup& setup) : ExplicitPair(equations, setup) {}

  void interpolate(double t, std::span<double> x) const override {
    const double h = t_ - t_before_, s = share_of_step(t);
    if (s == 1)
      std::copy(x_.begin(), x_.end(), x.begin());
    else
      hermite({h, x_before_, dx_before_, x_, dx_}, s, x);
  }

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<BogackiShampine>(*this);
  }
  void assign(const Integrator& from) override {
    assign_pair(dynamic_cast<const BogackiShampine&>(from));
  }
};

}  // namespace
}  // namespace bw::ode::bogacki_shampine

namespace bw::ode {

extern const MethodKind bs32 = {
    .name = "bs32",
    .summary = "Bogacki-Shampine 3(2), explicit, for loose tolerances; not for stiff models",
    .source = "P. Bogacki, L. F. Shampine, Appl. Math. Lett. 2, 1989",
    .order = 3,
    .stability = 2.5,
    .dense_order = 3,
    .make = make_method<bogacki_shampine::BogackiShampine>};

}  // namespace bw::ode
