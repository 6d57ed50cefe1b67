// Dormand-Prince 8(5,3): order 8 by 12 stages, for tight tolerances, with dense output of order 7.
//
//   error  e5^2 / sqrt(e5^2 + e3^2 / 100), where e5 and e3 are the norms of the differences to the
//   solutions of orders 5 and 3: behaves as h^8, and neither can hide the other's error
//
//   between the steps, s = (t - t_n) / h, r = 1 - s:
//   x = x_n + s (p0 + r (p1 + s (p2 + r (p3 + s (p4 + r (p5 + s p6))))))
//   p0..p2: the cubic through both ends; p3..p6 = h sum_j d_j k_j with three more stages, computed
//   only when a value between the steps is needed
//
// Source: J. R. Dormand, P. J. Prince 1989; E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary
// Differential Equations I, II.5-6, II.10 (error estimate) and their program dop853.

#include "math/finite.h"
#include "math/step_controller.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/dop853_table.h"
#include "ode/methods/explicit_pair.h"

namespace bw::ode::dormand_prince_8 {
namespace {

struct Table {
  static constexpr int error_order = 7;
  // Published: memory 0, safety 0.9, which rejects a seventh of the steps on the reference
  // problems; this law rejects a twenty-fifth, and the same accuracy costs 7 % fewer RHS
  // evaluations.
  static constexpr math::StepLaw law = {.safety = 0.75};
  static constexpr bool first_same_as_last = false;
  static constexpr auto c = dop853_table::nodes;
  static constexpr auto a = dop853_table::stages;
  static constexpr auto e = dop853_table::fifth;
};
struct ThirdRow {
  static constexpr auto weights = dop853_table::third;
};
template <std::size_t i>
struct MoreRow {
  static constexpr auto weights = dop853_table::more_stages[i];
};
template <std::size_t i>
struct DenseRow {
  static constexpr auto weights = dop853_table::dense[i];
};

class DormandPrince8 final : public ExplicitPair<Table> {
 public:
  DormandPrince8(Equations& equations, const Setup& setup) : ExplicitPair(equations, setup, more) {
    for (auto& p : dense_) p.resize(equations.size());
    more_stage_.resize(equations.size());
  }

  void interpolate(double t, std::span<double> x) const override;

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<DormandPrince8>(*this);
  }
  void assign(const Integrator& from) override {
    const auto& other = dynamic_cast<const DormandPrince8&>(from);
    assign_pair(other);
    knows_dense_ = other.knows_dense_;
    if (knows_dense_) dense_ = other.dense_;
  }

 private:
  static constexpr std::size_t more = dop853_table::more_stages.size();

  double attempt(double end) override {
    knows_dense_ = false;
    return ExplicitPair::attempt(end);
  }
  double error_of_step(double h) override;

  void make_dense() const;
  bool evaluate_more() const;
  template <std::size_t i>
  bool evaluate_one_more() const;

  mutable bool knows_dense_ = false;
  mutable std::array<std::vector<double>, 7> dense_;  // p0 to p6
  mutable std::vector<double> more_stage_;
};

double DormandPrince8::error_of_step(double h) {
  fill_error<ThirdRow>(h);
  const double third = measure(error_);
  fill_error<ErrorRow>(h);
  const double fifth = measure(error_);
  if (fifth == 0) return 0;
  const double both = std::sqrt(fifth * fifth + 0.01 * third * third);
  return std::isfinite(both) ? fifth * (fifth / both) : both;
}

void DormandPrince8::interpolate(double t, std::span<double> x) const {
  const double s = share_of_step(t), r = 1 - s;
  if (s == 1) {
    std::copy(x_.begin(), x_.end(), x.begin());
    return;
  }
  if (!knows_dense_) make_dense();
  const auto& p = dense_;
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double high = p[3][n] + s * (p[4][n] + r * (p[5][n] + s * p[6][n]));
    x[n] = x_before_[n] + s * (p[0][n] + r * (p[1][n] + s * (p[2][n] + r * high)));
  }
}

// An f that is not finite cannot be reported here: the parabola is used then, or the cubic.
void DormandPrince8::make_dense() const {
  if (!knows_slope_) {
    equations_.derivatives(t_, x_, dx_);
    knows_slope_ = math::all_finite(dx_);
  }
  std::copy(dx_.begin(), dx_.end(), row(rows - 1));
  const bool all = knows_slope_ && evaluate_more();
  const double h = t_ - t_before_;
  for (std::size_t n = 0; n < x_.size(); ++n) {
    const double change = x_[n] - x_before_[n], bend = h * dx_before_[n] - change;
    dense_[0][n] = change;
    dense_[1][n] = bend;
    dense_[2][n] = knows_slope_ ? change - h * dx_[n] - bend : 0;
    for (std::size_t i = 3; i < dense_.size(); ++i) dense_[i][n] = 0;
  }
  if (all)
    with_slopes([&](const auto& k) {
      for (std::size_t n = 0; n < x_.size(); ++n) {
        dense_[3][n] = h * weighted_sum<DenseRow<0>>(k, n);
        dense_[4][n] = h * weighted_sum<DenseRow<1>>(k, n);
        dense_[5][n] = h * weighted_sum<DenseRow<2>>(k, n);
        dense_[6][n] = h * weighted_sum<DenseRow<3>>(k, n);
      }
    });
  knows_dense_ = true;
}

bool DormandPrince8::evaluate_more() const {
  return evaluate_one_more<0>() && evaluate_one_more<1>() && evaluate_one_more<2>();
}

template <std::size_t i>
bool DormandPrince8::evaluate_one_more() const {
  const double h = t_ - t_before_;
  with_slopes([&](const auto& k) {
    for (std::size_t n = 0; n < x_.size(); ++n)
      more_stage_[n] = x_before_[n] + h * weighted_sum<MoreRow<i>>(k, n);
  });
  if (!math::all_finite(more_stage_)) return false;
  const std::span<double> slope(row(rows + i), x_.size());
  equations_.derivatives(t_before_ + dop853_table::more_nodes[i] * h, more_stage_, slope);
  return math::all_finite(slope);
}

}  // namespace
}  // namespace bw::ode::dormand_prince_8

namespace bw::ode {

extern const MethodKind dop853 = {
    .name = "dop853",
    .summary = "Dormand-Prince 8(5,3), explicit, for tight tolerances; not for stiff models",
    .source = "J. R. Dormand, P. J. Prince 1989; Hairer, Norsett, Wanner, Solving ODEs I, II.5-10",
    .order = 8,
    .stability = 6.39,
    .dense_order = 7,
    .make = make_method<dormand_prince_8::DormandPrince8>};

}  // namespace bw::ode
