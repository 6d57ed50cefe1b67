#pragma once
// Solves y' = A y + p(s) with a polynomial p exactly, for a real matrix A that has no eigenvectors
// to use.
//
//   p(s) = sum_k a_k (s/unit)^k / k!,  k = 0..7
//   y(theta) = phi_0(theta A) y(0) + theta sum_k (theta/unit)^k phi_{k+1}(theta A) a_k
//
// The matrices are made once, for lengths that double from one level to the next:
//   lowest level: |length A|_1 <= 1/2, phi_8 by its series, the others downwards
//   next:         phi_k(2B) = 2^-k (phi_0 phi_k + sum_{j=1..k} phi_j / (k-j)!)
// Any other theta is a sum of such lengths, and of a rest for which the series acts on the vectors.
//
// Source: B. Skaflestad, W. M. Wright 2009 (scaling and squaring of phi functions).

#include <array>
#include <span>
#include <vector>

#include "math/phi.h"

namespace bw::math {

class PhiMatrix {
 public:
  PhiMatrix() = default;
  // Of m x m, column after column; up to the length `longest`.
  PhiMatrix(std::span<const double> matrix, std::size_t m, double longest);

  std::size_t size() const { return m_; }
  std::size_t numbers() const { return levels_.size() * (highest_phi + 1) * m_ * m_; }
  bool finite() const;
  double norm() const { return norm_; }  // |A|_1
  // How far the matrices of the highest level are from length A phi_1 = phi_0 - 1, by length.
  double defect() const { return defect_; }

  // y becomes y(theta), 0 <= theta <= longest. `a`: the terms one after the other, which stand
  // `stride` numbers apart; they are not changed.
  void advance(double theta, double unit, const double* a, std::size_t stride,
               std::span<double> y) const;

 private:
  using Level = std::array<std::vector<double>, highest_phi + 1>;

  void make_lowest(double length);
  void double_last();
  void measure_defect(double length);
  void apply(const Level& level, double length, double unit, const std::vector<double>& a,
             std::vector<double>& y) const;
  void apply_series(double length, double unit, const std::vector<double>& a,
                    std::vector<double>& y) const;

  std::size_t m_ = 0;
  std::vector<double> matrix_;
  double norm_ = 0, defect_ = 0;
  double lowest_ = 0;  // length of the first level
  std::vector<Level> levels_;
};

}  // namespace bw::math
