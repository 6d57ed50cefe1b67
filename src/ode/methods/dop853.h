#pragma once
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

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "math/finite.h"
#include "math/step_controller.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/dop853_table.h"
#include "ode/methods/explicit_pair.h"

namespace bw::ode::dormand_prince_8 {

// `User`: who makes the steps. With a type of its own, of internal linkage, the compiler can do
// with them as if nobody else made any.
template <class User>
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

template <class User>
class DormandPrince8 final : public ExplicitPair<Table<User>> {
  using Base = ExplicitPair<Table<User>>;

 public:
  DormandPrince8(Equations& equations, const Setup& setup) : Base(equations, setup, more) {
    for (auto& p : dense_) p.resize(equations.size());
    more_stage_.resize(equations.size());
  }

  void interpolate(double t, std::span<double> x) const override;

  // For methods that are made of its steps (ode/methods/multirev).
  // A step of this size, whatever its error, which is returned in units of the tolerance; NaN: it
  // failed.
  double repeat(double h) {
    if (this->begin_step()) return std::numeric_limits<double>::quiet_NaN();
    return resize(h);
  }
  // The last step once more, with another size.
  double resize(double h) {
    ++counts_.steps;
    bad_.clear();
    knows_slope_ = false;
    t_ = t_before_ + h;
    return attempt(t_);
  }
  std::span<const double> slope_before() const { return dx_before_; }
  std::span<const double> slope() {  // f at the end of the last step
    if (!knows_slope_) {
      equations_.derivatives(t_, x_, dx_);
      knows_slope_ = math::all_finite(dx_);
    }
    return dx_;
  }
  // x = c0 + s (c1 + r (c2 + s (c3 + r (c4 + s (c5 + r (c6 + s c7)))))) of the last step: the
  // states of c0, then those of c1 and so on.
  static constexpr std::size_t dense_rows = 8;
  void copy_dense(std::span<double> rows_of_c) const {
    if (!knows_dense_) make_dense();
    auto to = std::copy(x_before_.begin(), x_before_.end(), rows_of_c.begin());
    for (const auto& p : dense_) to = std::copy(p.begin(), p.end(), to);
  }

  std::unique_ptr<Integrator> clone() const override {
    return std::make_unique<DormandPrince8>(*this);
  }
  void assign(const Integrator& from) override {
    const auto& other = dynamic_cast<const DormandPrince8&>(from);
    this->assign_pair(other);
    knows_dense_ = other.knows_dense_;
    if (knows_dense_) dense_ = other.dense_;
  }

 private:
  using Base::bad_, Base::counts_, Base::dx_, Base::dx_before_, Base::equations_, Base::error_;
  using Base::knows_slope_, Base::rows, Base::t_, Base::t_before_, Base::x_, Base::x_before_;
  static constexpr std::size_t more = dop853_table::more_stages.size();

  double attempt(double end) override {
    knows_dense_ = false;
    return Base::attempt(end);
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

template <class User>
double DormandPrince8<User>::error_of_step(double h) {
  this->template fill_error<ThirdRow>(h);
  const double third = this->measure(error_);
  this->template fill_error<typename Base::ErrorRow>(h);
  const double fifth = this->measure(error_);
  if (fifth == 0) return 0;
  const double both = std::sqrt(fifth * fifth + 0.01 * third * third);
  return std::isfinite(both) ? fifth * (fifth / both) : both;
}

template <class User>
void DormandPrince8<User>::interpolate(double t, std::span<double> x) const {
  const double s = this->share_of_step(t), r = 1 - s;
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
template <class User>
void DormandPrince8<User>::make_dense() const {
  if (!knows_slope_) {
    equations_.derivatives(t_, x_, dx_);
    knows_slope_ = math::all_finite(dx_);
  }
  std::copy(dx_.begin(), dx_.end(), this->row(rows - 1));
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
    this->with_slopes([&](const auto& k) {
      for (std::size_t n = 0; n < x_.size(); ++n) {
        dense_[3][n] = h * weighted_sum<DenseRow<0>>(k, n);
        dense_[4][n] = h * weighted_sum<DenseRow<1>>(k, n);
        dense_[5][n] = h * weighted_sum<DenseRow<2>>(k, n);
        dense_[6][n] = h * weighted_sum<DenseRow<3>>(k, n);
      }
    });
  knows_dense_ = true;
}

template <class User>
bool DormandPrince8<User>::evaluate_more() const {
  return evaluate_one_more<0>() && evaluate_one_more<1>() && evaluate_one_more<2>();
}

template <class User>
template <std::size_t i>
bool DormandPrince8<User>::evaluate_one_more() const {
  const double h = t_ - t_before_;
  this->with_slopes([&](const auto& k) {
    for (std::size_t n = 0; n < x_.size(); ++n)
      more_stage_[n] = x_before_[n] + h * weighted_sum<MoreRow<i>>(k, n);
  });
  if (!math::all_finite(more_stage_)) return false;
  const std::span<double> slope(this->row(rows + i), x_.size());
  equations_.derivatives(t_before_ + dop853_table::more_nodes[i] * h, more_stage_, slope);
  return math::all_finite(slope);
}

}  // namespace bw::ode::dormand_prince_8
