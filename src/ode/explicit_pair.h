#pragma once
// Explicit Runge-Kutta pairs with step control. A method brings its table; the sums are written out
// at compile time, so that a zero in the table costs nothing.
//
//   k_0 = f(t, x),  k_i = f(t + c_i h, x + h sum_j a_ij k_j)
//   the last row of a is the solution:  x_{n+1} = x + h sum_j a_sj k_j
//   error per step  e = h sum_j e_j k_j  (the step goes on with the better solution of the two)
//   first same as last: k_s = f(t + h, x_{n+1}) is part of e and the next step's k_0
//
// Source: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4-5.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "math/finite.h"
#include "math/two.h"
#include "ode/one_step.h"

namespace bw::ode {

// sum_j weights[j] k_j at n, zeros left out; for one state or for two.
template <class Row, class Value = double, std::size_t last = Row::weights.size() - 1>
[[gnu::always_inline]] inline Value weighted_sum(const double* const* k, std::size_t n) {
  constexpr double weight = Row::weights[last];
  if constexpr (last == 0)
    return weight * math::load<Value>(k[0] + n);
  else if constexpr (weight == 0)
    return weighted_sum<Row, Value, last - 1>(k, n);
  else
    return weighted_sum<Row, Value, last - 1>(k, n) + weight * math::load<Value>(k[last] + n);
}

// A wrong digit in a table shows here first: sum_j a_ij = c_i.
template <class Table>
constexpr bool rows_sum_to_nodes() {
  for (std::size_t i = 0; i < Table::c.size(); ++i) {
    double rest = Table::c[i];
    for (const double weight : Table::a[i]) rest -= weight;
    if (rest > 1e-13 || rest < -1e-13) return false;
  }
  return true;
}

// Table: a, c, e as above, error_order, first_same_as_last.
template <class Table>
class ExplicitPair : public OneStep {
 public:
  // By what f changes between the last stage and the solution, which are for the same time:
  // |k_s - k_(s-1)| / |x_(n+1) - stage_(s-1)| (Hairer, Wanner II, IV.2). Only after a step.
  FastestMode fastest() override {
    if (!knows_slope_) {
      equations_.derivatives(t_, x_, dx_);
      knows_slope_ = math::all_finite(dx_);  // else the next step says so
    }
    const std::vector<double>& slope = k_.back();
    double change = 0, way = 0;
    for (std::size_t n = 0; n < x_.size(); ++n) {
      const double w = 1 / weight(n, std::abs(x_[n]));
      const double df = (dx_[n] - slope[n]) * w, dx = (x_[n] - stage_[n]) * w;
      change += df * df;
      way += dx * dx;
    }
    return {way > 0 ? std::sqrt(change / way) : 0, 0};
  }

 protected:
  static constexpr std::size_t rows = Table::c.size();
  static_assert(rows_sum_to_nodes<Table>());
  struct ErrorRow {
    static constexpr auto weights = Table::e;
  };

  ExplicitPair(Equations& equations, const Setup& setup)
      : OneStep(equations, setup, Table::error_order),
        stage_(equations.size()),
        error_(equations.size()) {
    for (auto& k : k_) k.resize(equations.size());
  }

  double attempt(double end) override {
    if (!make_stages(end)) return std::numeric_limits<double>::quiet_NaN();
    return error_of_step(end - t_before_);
  }

  virtual double error_of_step(double h) {
    fill_error<ErrorRow>(h);
    return measure(error_);
  }

  template <class Row>
  void fill_error(double h) {
    const auto k = slopes();
    const std::size_t size = error_.size();
    double* const error = error_.data();
    std::size_t n = 0;
    if (size > math::few)
      for (; n + 1 < size; n += 2)
        math::store<math::Two>(h * weighted_sum<Row, math::Two>(k.data(), n), error + n);
    for (; n < size; ++n) error[n] = h * weighted_sum<Row>(k.data(), n);
  }

  // k_0 to k_s of the last step.
  std::array<const double*, rows> slopes() const {
    std::array<const double*, rows> k;
    k.front() = dx_before_.data();
    for (std::size_t i = 0; i < k_.size(); ++i) k[i + 1] = k_[i].data();
    k.back() = dx_.data();
    return k;
  }

  void assign_pair(const ExplicitPair& other) {
    assign_common(other);
    k_ = other.k_;
  }

  std::vector<double> stage_, error_;

 private:
  template <std::size_t i>
  struct StageRow {
    static constexpr auto weights = [] {
      std::array<double, i> row{};
      std::copy_n(Table::a[i].begin(), i, row.begin());
      return row;
    }();
  };

  // False: bad_ says what was not finite.
  bool make_stages(double end) {
    const auto k = slopes();
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return (make_stage<i + 1>(end, k.data()) && ...);
    }
    (std::make_index_sequence<rows - 1>{});
  }

  template <std::size_t i>
  bool make_stage(double end, const double* const* k) {
    const double h = end - t_before_;
    constexpr bool last = i == rows - 1;
    std::vector<double>& x = last ? x_ : stage_;
    if (!moved<StageRow<i>>(h, k, x)) return finite(x);
    if constexpr (last && !Table::first_same_as_last) return true;
    const double t = Table::c[i] == 1 ? end : std::min(t_before_ + Table::c[i] * h, end);
    std::vector<double>& dx = last ? dx_ : k_[std::min(i - 1, rows - 3)];
    equations_.derivatives(t, x, dx);
    knows_slope_ = last;
    return finite(dx);
  }

  // x = x_before_ + h sum_j a_ij k_j; false: something in it is not finite.
  template <class Row>
  bool moved(double h, const double* const* k, std::vector<double>& to) const {
    const std::size_t size = to.size();
    const double* const from = x_before_.data();
    double* const x = to.data();
    math::TwoBits pairs{};
    std::uint64_t marks = 0;
    std::size_t n = 0;
    if (size > math::few)
      for (; n + 1 < size; n += 2)
        pairs |= math::finite_mark(move<Row, math::Two>(from + n, h, k, n, x + n));
    for (; n < size; ++n) marks |= math::finite_mark(move<Row, double>(from + n, h, k, n, x + n));
    return math::marks_finite(marks) && math::marks_finite(pairs);
  }

  template <class Row, class Value>
  static Value move(const double* from, double h, const double* const* k, std::size_t n,
                    double* to) {
    const Value value = math::load<Value>(from) + h * weighted_sum<Row, Value>(k, n);
    math::store(value, to);
    return value;
  }

  std::array<std::vector<double>, rows - 2> k_;  // all but the first and the last
};

}  // namespace bw::ode
