#pragma once
// P (s I - J) = L U for small and medium sizes, real or complex, with partial pivoting. Small
// systems are factorised here, without a call or an allocation; the others by Eigen.

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <complex>
#include <span>
#include <utility>
#include <vector>

namespace bw::math {

template <class Number>
class DenseLu {
 public:
  explicit DenseLu(std::size_t n) : n_(n) {}

  // The matrix to be filled, row-major; factorise() overwrites it.
  std::span<Number> matrix() {
    values_.resize(n_ * n_);
    return values_;
  }
  [[nodiscard]] bool factorise() { return n_ <= small ? eliminate() : eigen(); }
  void solve(std::span<Number> b) const {
    if (n_ <= small)
      substitute(b);
    else
      solve_by_eigen(b);
  }

 private:
  using Values = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Column = Eigen::Matrix<Number, Eigen::Dynamic, 1>;
  static constexpr std::size_t small = 16;

  // Complex products without the check for infinities that the language requires.
  static double product(double a, double b) { return a * b; }
  static std::complex<double> product(std::complex<double> a, std::complex<double> b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  }
  static double size(double a) { return std::abs(a); }
  static double size(std::complex<double> a) { return std::abs(a.real()) + std::abs(a.imag()); }

  bool eliminate();
  void substitute(std::span<Number> b) const;

  bool eigen() {
    const auto n = static_cast<Eigen::Index>(n_);
    lu_.compute(Eigen::Map<const Values>(values_.data(), n, n));
    return (lu_.matrixLU().diagonal().array() != Number(0)).all();
  }
  void solve_by_eigen(std::span<Number> b) const {
    Eigen::Map<Column> right(b.data(), static_cast<Eigen::Index>(n_));
    column_.noalias() = lu_.permutationP() * right;
    lu_.matrixLU().template triangularView<Eigen::UnitLower>().solveInPlace(column_);
    lu_.matrixLU().template triangularView<Eigen::Upper>().solveInPlace(column_);
    right = column_;
  }

  std::size_t n_;
  std::vector<Number> values_;      // small: L below the diagonal, U above, 1 / U_ii on it
  std::vector<std::size_t> swaps_;  // small: row i was exchanged with this one
  Eigen::PartialPivLU<Values> lu_;  // large
  mutable Column column_;           // large
};

template <class Number>
bool DenseLu<Number>::eliminate() {
  swaps_.resize(n_);
  Number* const a = values_.data();
  for (std::size_t k = 0; k < n_; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n_; ++i)
      if (size(a[i * n_ + k]) > size(a[best * n_ + k])) best = i;
    swaps_[k] = best;
    if (best != k) std::swap_ranges(a + k * n_, a + (k + 1) * n_, a + best * n_);
    const Number pivot = a[k * n_ + k];
    if (!(size(pivot) > 0) || !std::isfinite(size(pivot))) return false;
    const Number inverse = Number(1) / pivot;
    a[k * n_ + k] = inverse;
    for (std::size_t i = k + 1; i < n_; ++i) {
      const Number factor = product(a[i * n_ + k], inverse);
      a[i * n_ + k] = factor;
      for (std::size_t j = k + 1; j < n_; ++j) a[i * n_ + j] -= product(factor, a[k * n_ + j]);
    }
  }
  return true;
}

template <class Number>
void DenseLu<Number>::substitute(std::span<Number> b) const {
  const Number* const a = values_.data();
  for (std::size_t k = 0; k < n_; ++k)
    if (swaps_[k] != k) std::swap(b[k], b[swaps_[k]]);
  for (std::size_t i = 1; i < n_; ++i)
    for (std::size_t j = 0; j < i; ++j) b[i] -= product(a[i * n_ + j], b[j]);
  for (std::size_t i = n_; i-- > 0;) {
    for (std::size_t j = i + 1; j < n_; ++j) b[i] -= product(a[i * n_ + j], b[j]);
    b[i] = product(b[i], a[i * n_ + i]);
  }
}

}  // namespace bw::math
