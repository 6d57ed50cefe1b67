#include "ode/methods/multirev/revolution_nodes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace bw::ode::multirevolution::revolution_nodes_test {
namespace {

// Weights w_j with sum_j w_j p(kappa_j) = (1/N) sum_{k<N} p(k) for polynomials of degree < s, by
// the Lagrange basis; the Gauss rule then is right up to degree 2s - 1.
double mean_by_rule(const std::vector<double>& nodes, long n, int degree) {
  const double middle = static_cast<double>(n - 1) / 2;
  double sum = 0;
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    double weight = 0;
    for (long k = 0; k < n; ++k) {
      double basis = 1;
      for (std::size_t q = 0; q < nodes.size(); ++q)
        if (q != j) basis *= (static_cast<double>(k) - nodes[q]) / (nodes[j] - nodes[q]);
      weight += basis / static_cast<double>(n);
    }
    sum += weight * std::pow((nodes[j] - middle) / middle, degree);
  }
  return sum;
}

double mean(long n, int degree) {
  const double middle = static_cast<double>(n - 1) / 2;
  double sum = 0;
  for (long k = 0; k < n; ++k) sum += std::pow((static_cast<double>(k) - middle) / middle, degree);
  return sum / static_cast<double>(n);
}

TEST(RevolutionNodes, AreThoseOfTheDiscreteGaussRule) {
  for (const long n : {13L, 40L, 700L})
    for (int degree = 0; degree <= 12; ++degree) {
      const double error = mean_by_rule(gram_nodes(6, n), n, degree) - mean(n, degree);
      if (degree <= 11)
        EXPECT_NEAR(error, 0, 1e-11) << n << " " << degree;
      else
        EXPECT_GT(std::abs(error), 1e-6) << n;
    }
}

TEST(RevolutionNodes, RoundedOnesAreDifferentAndWithinTheStep) {
  for (const std::size_t count : {std::size_t{6}, most_nodes})
    for (long n = static_cast<long>(count); n < 300; ++n) {
      const std::vector<long> nodes = revolution_nodes(count, n);
      ASSERT_EQ(nodes.size(), count);
      EXPECT_GE(nodes.front(), 0);
      EXPECT_LE(nodes.back(), n - 1);
      for (std::size_t j = 1; j < count; ++j) ASSERT_GT(nodes[j], nodes[j - 1]) << n;
    }
}

// Polynomials of degree s are found from their differences over one revolution, for N up to 1e6.
TEST(RevolutionPolynomials, AreFoundFromTheirDifferences) {
  for (const std::size_t s : {std::size_t{6}, most_nodes})
    for (const long n : {16L, 1000L, 1000000L}) {
      const RevolutionPolynomial basis(s, n);
      std::array<long double, most_nodes> wanted{}, found{};
      for (std::size_t m = 0; m < s; ++m) wanted[m] = 1.0L / static_cast<long double>(m + 2);
      const std::span<const long double> c(wanted.data(), s);
      std::vector<double> d;
      for (const long node : basis.nodes())
        d.push_back(static_cast<double>(basis.change(c, static_cast<double>(node + 1)) -
                                        basis.change(c, static_cast<double>(node))));
      basis.solve(d.data(), 1, std::span(found.data(), s));
      // The differences are doubles, and 1e-6 of what they are differences of.
      for (std::size_t m = 0; m < s; ++m)
        EXPECT_NEAR(static_cast<double>(found[m]), static_cast<double>(wanted[m]), 1e-11)
            << s << " " << n << " " << m;
      EXPECT_NEAR(static_cast<double>(RevolutionPolynomial::total(c)),
                  static_cast<double>(basis.change(c, static_cast<double>(n))), 1e-15);
      EXPECT_EQ(basis.change(c, 0), 0);
    }
}

}  // namespace
}  // namespace bw::ode::multirevolution::revolution_nodes_test
