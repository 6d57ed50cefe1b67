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
#include "ode/kernel/integrator.h"
#include "ode/kernel/one_step.h"

namespace bw::ode {

// k_0, k_1 ... as rows of one array. Rows of a few states have a length that is known at compile
// time, so that no address has to be computed.
template <std::size_t few>
struct Slopes {
  const double* first;
  std::size_t length;

  const double* at(std::size_t row, std::size_t n) const {
    return first + row * (few > 0 ? few : length) + n;
  }
};

// sum_j weights[j] k_j at n, zeros left out; for one state or for two.
template <class Row, class Value = double, std::size_t last = Row::weights.size() - 1, class K>
[[gnu::always_inline]] inline Value weighted_sum(const K& k, std::size_t n) {
  constexpr double weight = Row::weights[last];
  if constexpr (last == 0)
    return weight * math::load<Value>(k.at(0, n));
  else if constexpr (weight == 0)
    return weighted_sum<Row, Value, last - 1>(k, n);
  else
    return weighted_sum<Row, Value, last - 1>(k, n) + weight * math::load<Value>(k.at(last, n));
}

// Detects a wrong digit in a table: sum_j a_ij = c_i.
template <class Table>
constexpr bool rows_sum_to_nodes() {
  for (std::size_t i = 0; i < Table::c.size(); ++i) {
    double rest = Table::c[i];
    for (const double weight : Table::a[i]) rest -= weight;
    if (rest > 1e-13 || rest < -1e-13) return false;
  }
  return true;
}

// Table: a, c, e as above, error_order, law (of the step sizes), first_same_as_last.
template <class Table>
class ExplicitPair : public OneStep {
 public:
  // From the change of f between the last stage and the solution, which are at the same time:
  // k_s - k_(s-1)| / |x_(n+1) - stage_(s-1)| (Hairer, Wanner II, IV.2). Only after a step.
  bool sees_both_halves() const override { return true; }
  FastestMode fastest() override {
    if (!knows_slope_) {
      equations_.derivatives(t_, x_, dx_);
      knows_slope_ = math::all_finite(dx_);  // else the next step reports it
    }
    const double* const slope = row(rows - 2);
    double change = 0, distance = 0;
    for (std::size_t n = 0; n < x_.size(); ++n) {
      const double w = 1 / weight(n, std::abs(x_[n]));
      const double df = (dx_[n] - slope[n]) * w, dx = (x_[n] - stage_[n]) * w;
      change += df * df;
      distance += dx * dx;
    }
    return {distance > 0 ? std::sqrt(change / distance) : 0, 0};
  }

 protected:
  static constexpr std::size_t rows = Table::c.size();
  static_assert(rows_sum_to_nodes<Table>());
  struct ErrorRow {
    static constexpr auto weights = Table::e;
  };

  // `more`: rows of k that a method adds for itself.
  ExplicitPair(Equations& equations, const Setup& setup, std::size_t more = 0)
      : OneStep(equations, setup, Table::error_order, Table::law),
        stage_(equations.size()),
        error_(equations.size()),
        length_(std::max(equations.size(), math::few)),
        k_((rows + more) * length_) {}

  double attempt(double end) override {
    math::copy_fresh(dx_before_, row(0));
    const bool few = x_.size() <= math::few;
    if (!(few ? make_stages<math::few>(end) : make_stages<0>(end))) {
      name_culprits();
      return std::numeric_limits<double>::quiet_NaN();
    }
    const double error = error_of_step(end - t_before_);
    if (!std::isfinite(error)) name_culprits();
    return error;
  }

  virtual double error_of_step(double h) {
    fill_error<ErrorRow>(h);
    return measure(error_);
  }

  template <class Row>
  void fill_error(double h) {
    double* const error = error_.data();
    with_slopes([&](const auto& k) {
      for_states([&](std::size_t n) { error[n] = h * weighted_sum<Row>(k, n); },
                 [&](std::size_t n) {
                   math::store<math::Two>(h * weighted_sum<Row, math::Two>(k, n), error + n);
                 });
    });
  }

  double* row(std::size_t i) const { return k_.data() + i * length_; }

  // k_0 to k_s of the last step, and the added rows.
  template <class Use>
  void with_slopes(Use&& use) const {
    if (x_.size() <= math::few)
      use(Slopes<math::few>{k_.data(), length_});
    else
      use(Slopes<0>{k_.data(), length_});
  }

  // One state at a time where they are few, else two.
  template <class One, class Two>
  void for_states(One&& one, Two&& two) const {
    const std::size_t size = x_.size();
    std::size_t n = 0;
    if (size > math::few)
      for (; n + 1 < size; n += 2) two(n);
    for (; n < size; ++n) one(n);
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

  template <std::size_t few>
  bool make_stages(double end) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) {
      return (make_stage<i + 1, few>(end) && ...);
    }
    (std::make_index_sequence<rows - 1>{});
  }

  // False: the state of this stage is not finite. f itself is not checked: each k_j enters a later
  // state or the error, which then is not finite either.
  template <std::size_t i, std::size_t few>
  bool make_stage(double end) {
    const double h = end - t_before_;
    constexpr bool last = i == rows - 1;
    std::vector<double>& x = last ? x_ : stage_;
    if (!moved<StageRow<i>>(h, Slopes<few>{k_.data(), length_}, x)) return false;
    if constexpr (last && !Table::first_same_as_last) return true;
    const double t = Table::c[i] == 1 ? end : std::min(t_before_ + Table::c[i] * h, end);
    if constexpr (last) {
      equations_.derivatives(t, x, dx_);
      math::copy_fresh(dx_, row(i));
      knows_slope_ = true;
    } else {
      equations_.derivatives(t, x, {row(i), x.size()});
    }
    return true;
  }

  // x = x_before_ + h sum_j a_ij k_j; false: something in it is not finite.
  template <class Row, class K>
  bool moved(double h, const K& k, std::vector<double>& to) const {
    const double* const from = x_before_.data();
    double* const x = to.data();
    math::TwoBits pairs{};
    std::uint64_t marks = 0;
    for_states(
        [&](std::size_t n) {
          marks |= math::finite_mark(move<Row, double>(from + n, h, k, n, x + n));
        },
        [&](std::size_t n) {
          pairs |= math::finite_mark(move<Row, math::Two>(from + n, h, k, n, x + n));
        });
    return math::marks_finite(marks) && math::marks_finite(pairs);
  }

  template <class Row, class Value, class K>
  [[gnu::always_inline]] static Value move(const double* from, double h, const K& k, std::size_t n,
                                           double* to) {
    const Value value = math::load<Value>(from) + h * weighted_sum<Row, Value>(k, n);
    math::store(value, to);
    return value;
  }

  // Into bad_: the first f that was not finite; if all were, the state that the last one led to.
  void name_culprits() {
    knows_slope_ = false;
    for (std::size_t i = 1; i < rows; ++i)
      if (!finite({row(i), x_.size()})) return;
    if (finite(stage_)) finite(x_);
  }

  std::size_t length_;             // of a row
  mutable std::vector<double> k_;  // dense output adds to it
};

}  // namespace bw::ode
