#pragma once
// Coefficients of the Radau IIA methods with 3, 5 and 7 stages, in the form that a transformed
// Newton iteration needs.
//
//   c           nodes: zeros of the (s-1)-th derivative of x^(s-1) (x-1)^s, the last one is 1
//   A           a_ij so that  sum_j a_ij c_j^(k-1) = c_i^k / k,  k = 1..s
//   A^-1        = right eigenvalue left + Re sum_k rights_k eigenvalues_k lefts_k: one real
//               eigenvalue and (s-1)/2 pairs; the vectors of one of a pair are listed, hence Re
//   error       h f(x) + sum_i error_i z_i is eigenvalue times the difference to an embedded
//               formula of order s with the nodes 0, c and the weight 1 / eigenvalue at 0
//   weights     barycentric, of the nodes 0, c
//
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.5 and IV.8; Stiff
// differential equations solved by Radau methods, J. Comput. Appl. Math. 111, 1999. The digits were
// computed from the definitions above with 60 decimals.

#include <complex>
#include <span>

namespace bw::ode {

struct RadauTable {
  std::span<const double> nodes;
  std::span<const double> matrix;  // A, row after row
  double eigenvalue;
  std::span<const double> left, right;
  std::span<const std::complex<double>> eigenvalues;
  std::span<const std::complex<double>> lefts, rights;  // pair after pair, s of each
  std::span<const double> error, weights;

  std::size_t stages() const { return nodes.size(); }
  std::size_t pairs() const { return eigenvalues.size(); }
};

const RadauTable& radau_table(std::size_t stages);  // 3, 5 or 7

}  // namespace bw::ode
