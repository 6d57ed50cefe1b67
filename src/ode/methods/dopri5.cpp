// Dormand-Prince 5(4) with first same as last and dense output of order 4.
//
//   between the steps, s = (t - t_n) / h, r = 1 - s:  the cubic through both ends
//   (ode/methods/hermite.h) plus  s^2 r^2 h sum_j d_j k_j
//
// Source: J. R. Dormand, P. J. Prince 1980; E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary
// Differential Equations I, II.5 (table), II.6 (dense output by L. F. Shampine 1986).

#include "math/step_controller.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/explicit_pair.h"
#include "ode/methods/hermite.h"

namespace bw::ode::dormand_prince_5 {
namespace {

struct Table {
  static constexpr int error_order = 4;
  static constexpr math::StepLaw law = {};
  static constexpr bool first_same_as_last = true;
  static constexpr std::array<double, 7> c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
  static constexpr std::array<std::array<double, 6>, 7> a = {
      {{},
       {1.0 / 5},
       {3.0 / 40, 9.0 / 40},
       {44.0 / 45, -56.0 / 15, 32.0 / 9},
       {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
       {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
       {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}};
  static constexpr std::array<double, 7> e = {
      71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
};

struct DenseRow {
  static constexpr std::array<double, 7> weights = {
      -12715105075.0 / 11282082432,  0,
      87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
      701980252875.0 / 199316789632, -1453857185.0 / 822651844,
      69997945.0 / 29380423};
};

class DormandPrince final : public ExplicitPair<Table> {
 public:
  DormandPrince(Equations& equations, const Setup& setup) : ExplicitPair(equations, setup) {}

  void interpolate(double t, std::span<double> x) const override {
    const double h = t_ - t_before_, s = share_of_step(t);
    if (s == 1) {
      std::copy(x_.begin(), x_.end(), x.begin());
      return;
    }
    const double share = h * s * s * (1 - s) * (1 - s);
    hermite({h, x_before_, dx_before_, x_, dx_}, s, x);
    with_slopes([&](const auto& k) {
      for (std::size_t n = 0; n < x.size(); ++n) x[n] += share * weighted_sum<DenseRow>(k, n);
    });
  }

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<DormandPrince>(*this);
  }
  void assign(const Integrator& from) override {
    assign_pair(dynamic_cast<const DormandPrince&>(from));
  }
};

}  // namespace
}  // namespace bw::ode::dormand_prince_5

namespace bw::ode {

extern const MethodKind dopri5 = {
    .name = "dopri5",
    .summary = "Dormand-Prince 5(4), explicit, for medium tolerances; not for stiff models",
    .source = "J. R. Dormand, P. J. Prince 1980; Hairer, Norsett, Wanner, Solving ODEs I, II.4-6",
    .order = 5,
    .stability = 3.3,
    .dense_order = 4,
    .make = make_method<dormand_prince_5::DormandPrince>};

}  // namespace bw::ode
