#pragma once
// One step of an ordinary differential equation to all digits that a number has: the midpoint rule
// with n = 2, 4, 6, ... substeps (Gragg 1965), extrapolated in 1/n^2 (Bulirsch and Stoer 1966).

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace bw::test {

template <class Real>
class Extrapolation {
 public:
  using Vector = std::vector<Real>;
  static constexpr int most = sizeof(Real) > 8 ? 13 : 9;

  // From x at t to `end` at t + h, f(t, x, dx) being the slope. The number of columns that it took;
  // 0: it does not converge, h is too long.
  template <class F>
  int step(F&& f, Real t, Real h, const Vector& x, Vector& end) {
    const std::size_t size = x.size();
    resize(size);
    if (size == 0) return 1;
    f(t, x, slope_);
    Real before = std::numeric_limits<Real>::infinity();
    for (int k = 0; k < most; ++k) {
      midpoint(f, t, h, 2 * (k + 1), x);
      for (int j = k - 1; j >= 0; --j) {
        const Real ratio = Real(k + 1) / Real(j + 1), factor = 1 / (ratio * ratio - 1);
        Vector &finer = row(j + 1), &coarser = row(j);
        for (std::size_t i = 0; i < size; ++i)
          coarser[i] = finer[i] + (finer[i] - coarser[i]) * factor;
      }
      if (k == 0) continue;
      const Real now = change(h, x);
      // Slopes that are small differences of large numbers have fewer digits; then more columns
      // make it worse.
      const bool worse = now >= before && before <= 100 * tolerance;
      if (now <= tolerance || worse) {
        end = worse ? last_ : row(0);
        return k + 1;
      }
      before = now;
    }
    return 0;
  }

  static constexpr Real tolerance = 40 * std::numeric_limits<Real>::epsilon();

 private:
  void resize(std::size_t size) {
    if (slope_.size() == size && !rows_[0].empty()) return;
    for (Vector& r : rows_) r.resize(size);
    for (Vector* v : {&slope_, &before_, &now_, &last_}) v->resize(size);
  }
  Vector& row(int j) { return rows_[static_cast<std::size_t>(j)]; }

  // Leaves its result where column 0 of the k-th row stands, which is row(k).
  template <class F>
  void midpoint(F&& f, Real t, Real h, int n, const Vector& x) {
    const Real component = h / Real(n);
    last_ = row(0);
    before_ = x;
    for (std::size_t i = 0; i < x.size(); ++i) now_[i] = x[i] + component * slope_[i];
    Vector& dx = row(n / 2 - 1);
    for (int step = 1; step < n; ++step) {
      f(t + Real(step) * component, now_, dx);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const Real next = before_[i] + 2 * component * dx[i];
        before_[i] = now_[i];
        now_[i] = next;
      }
    }
    dx = now_;
  }

  // Between the last two deliverables, in units of how much there is to lose digits of.
  Real change(Real h, const Vector& x) const {
    Real largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, size(h, x, i));
    Real worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Real scale = std::max(size(h, x, i), largest / 100) + std::numeric_limits<Real>::min();
      const Real e = std::abs(rows_[0][i] - last_[i]) / scale;
      if (!(e <= std::numeric_limits<Real>::max())) return e;
      worst = std::max(worst, e);
    }
    return worst;
  }
  Real size(Real h, const Vector& x, std::size_t i) const {
    return std::max({std::abs(x[i]), std::abs(rows_[0][i]), std::abs(h * slope_[i])});
  }

  // rows_[j] holds the entry of the tableau that uses n_j, ..., n_k.
  std::array<Vector, most> rows_;
  Vector slope_, before_, now_, last_;
};

}  // namespace bw::test
