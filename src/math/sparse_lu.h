#pragma once
// Factors of sparse matrices s I - J by KLU, real or complex: block triangular form, then columns
// in an order of little fill. The order is found once for a pattern and shared by copies.
//
// Source: T. A. Davis, E. Palamadai Natarajan, Algorithm 907: KLU, ACM TOMS 37, 2010.

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "math/pattern.h"

namespace bw::math {

class SparseLu {
 public:
  explicit SparseLu(const Pattern& pattern);
  ~SparseLu();
  SparseLu(const SparseLu& other);
  SparseLu& operator=(const SparseLu& other);
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  [[nodiscard]] bool factorise(std::span<const double> jacobian, double shift);
  [[nodiscard]] bool factorise(std::span<const double> jacobian, std::complex<double> shift);
  void solve(std::span<double> b) const;
  void solve(std::span<std::complex<double>> b) const;

 private:
  struct Order;
  struct Factors;
  bool compute() const;

  std::shared_ptr<const Order> order_;
  std::vector<double> values_;  // of the matrix; real and imaginary parts in turn where complex
  bool complex_ = false;
  mutable std::unique_ptr<Factors> factors_;  // none: a copy makes its own when it needs them
};

}  // namespace bw::math
