#pragma once
// Nodes and polynomial of a long step over N revolutions.
//
//   nodes        those of the discrete Gauss rule on 0 .. N-1 (zeros of the Gram polynomial),
//                rounded to different integers: at a whole number of revolutions the phase of a
//                force that depends on time is right
//   polynomial   P(kappa) = P(0) + sum_{m=1..s} C_m (v^m - (-1)^m),  v = 2 kappa / N - 1
//   collocation  P(kappa_j + 1) - P(kappa_j) = D_j, that is M C = D with eta = 2 / N and
//                M_jm = sum_{r=1..m} binom(m, r) v_j^(m-r) eta^r
//
// In long double: M has columns of very different sizes.
// Source: M. Calvo, L. O. Jay, J. I. Montijano, L. Randez 2004; J. P. Gram 1883.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace bw::ode::multirevolution {

constexpr std::size_t most_nodes = 8;

// Before they are rounded.
std::vector<double> gram_nodes(std::size_t count, long revolutions);
// Needs at least as many revolutions as nodes.
std::vector<long> revolution_nodes(std::size_t count, long revolutions);

class RevolutionPolynomial {
 public:
  RevolutionPolynomial() = default;
  RevolutionPolynomial(std::size_t nodes, long revolutions);
  RevolutionPolynomial(std::vector<long> nodes, long revolutions);

  std::size_t size() const { return nodes_.size(); }
  long revolutions() const { return revolutions_; }
  std::span<const long> nodes() const { return nodes_; }

  // C_1 .. C_s of one component, from its D_1 .. D_s; D_j is d[j * stride].
  void solve(const double* d, std::size_t stride, std::span<long double> c) const;
  // P(kappa) - P(0).
  long double change(std::span<const long double> c, double kappa) const;
  // P(N) - P(0).
  static long double total(std::span<const long double> c);

 private:
  std::vector<long> nodes_;
  long revolutions_ = 0;
  std::array<long double, most_nodes * most_nodes> inverse_{};
};

}  // namespace bw::ode::multirevolution
