#pragma once
// The nonlinear system of a Radau IIA step by simplified Newton iterations in transformed
// variables.
//
//   z_i = h sum_j a_ij f(t + c_j h, x + z_j)
//   d   = z - h A f(x + z)
//   (A^-1 / h - J) dz = -(A^-1 / h) d      falls apart, with A^-1 = T Lambda T^-1, into
//   (lambda / h - J) dw = -(lambda / h) (T^-1 d),   one real and (s - 1) / 2 complex systems
//
// d, not z, is transformed: at convergence it is small, and so is what the transformation rounds.
//
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.8.

#include <vector>

#include "math/pattern.h"
#include "math/shifted.h"
#include "ode/methods/radau_table.h"

namespace bw::ode {

class RadauNewton {
 public:
  RadauNewton(std::size_t n, const math::Pattern* pattern, std::size_t most_stages);

  // For steps of size h; true: possible. The factors stay until the next call.
  [[nodiscard]] bool factorise(const RadauTable& table, std::span<const double> jacobian, double h);
  bool has_factors_for(const RadauTable& table, double h) const;
  void forget() { table_ = nullptr; }

  // From the stages z and f at them computes the change of z, which is added to it; returns its
  // root mean square in units of 1 / inverse_weights. NaN: not finite.
  double improve(double h, std::span<const double> f, std::span<const double> inverse_weights,
                 std::span<double> z);
  // (eigenvalue / h - J)^-1, the filter of the error estimate.
  bool filter(std::span<double> b) const { return real_.solve(b); }

 private:
  void residual(double h, std::span<const double> f, std::span<const double> z);
  bool solve_real(double h);
  bool solve_pair(std::size_t pair, double h);

  std::size_t n_;
  const RadauTable* table_ = nullptr;  // of the factors; null: there are none
  double h_ = 0;
  math::Shifted real_;
  std::vector<math::Shifted> pairs_;
  std::vector<double> d_, dz_, dw_;
  std::vector<std::complex<double>> pair_dw_;
};

}  // namespace bw::ode
