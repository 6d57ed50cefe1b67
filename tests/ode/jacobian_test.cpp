#include "ode/kernel/jacobian.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bw::ode::jacobian_test {
namespace {

// Robertson's reactions, where the second state stays below 4e-5.
class Reactions final : public Equations {
 public:
  std::size_t size() const override { return 3; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
    dx[2] = 3e7 * x[1] * x[1];
    dx[1] = -dx[0] - dx[2];
  }
  bool has_jacobian() const override { return exact; }
  void jacobian(double, std::span<const double> x, std::span<double> j) override {
    const std::vector<double> rows = {
        -0.04,       1e4 * x[2], 1e4 * x[1], 0.04, -1e4 * x[2] - 6e7 * x[1],
        -1e4 * x[1], 0,          6e7 * x[1], 0};
    std::copy(rows.begin(), rows.end(), j.begin());
  }
  bool exact = false;
};

std::vector<double> jacobian_of(Equations& equations, std::span<const double> x, double tolerance) {
  std::vector<double> dx(x.size()), w(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) w[i] = tolerance * std::abs(x[i]) + tolerance * 1e-6;
  equations.derivatives(0, x, dx);
  Jacobian jacobian(equations);
  EXPECT_TRUE(jacobian.evaluate(0, x, dx, w));
  return {jacobian.values().begin(), jacobian.values().end()};
}

TEST(Jacobian, DifferencesAreNearTheExactOneWhateverTheSizesAre) {
  Reactions differences, exact;
  exact.exact = true;
  for (const double tolerance : {1e-3, 1e-8, 1e-14})
    for (const std::vector<double>& x :
         {std::vector<double>{0.7, 9e-6, 0.3}, {2e-8, 8e-14, 1.0}, {1, 0, 0}}) {
      const auto j = jacobian_of(differences, x, tolerance), e = jacobian_of(exact, x, tolerance);
      for (std::size_t i = 0; i < 9; ++i)
        EXPECT_NEAR(j[i], e[i], 1e-5 * std::abs(e[i]) + 1e-2) << i << " at " << x[1];
    }
}

// x_i' = x_{i-1} x_{i+1}: known where, in a ring.
class Ring final : public Equations {
 public:
  explicit Ring(std::size_t n) : n_(n) {
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<std::size_t> row = {(i + n - 1) % n, (i + 1) % n};
      std::sort(row.begin(), row.end());
      pattern_.add_row(row);
    }
  }
  std::size_t size() const override { return n_; }
  const math::Pattern* sparsity() const override { return &pattern_; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    ++evaluations;
    for (std::size_t i = 0; i < n_; ++i) dx[i] = x[(i + n_ - 1) % n_] * x[(i + 1) % n_];
  }
  long evaluations = 0;

 private:
  std::size_t n_;
  math::Pattern pattern_;
};

TEST(Jacobian, ASparseOneCostsAsManyEvaluationsAsItHasColours) {
  for (const std::size_t n : {100U, 1000U}) {
    Ring ring(n);
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = 2 + std::sin(static_cast<double>(i));
    const auto j = jacobian_of(ring, x, 1e-6);
    EXPECT_LE(ring.evaluations, 1 + 4);
    ASSERT_EQ(j.size(), 2 * n);
    for (std::size_t i = 1; i + 1 < n; ++i) {
      EXPECT_NEAR(j[2 * i], x[i + 1], 1e-6);
      EXPECT_NEAR(j[2 * i + 1], x[i - 1], 1e-6);
    }
  }
}

// Where f is not defined, the other side is taken; where both are not, it is reported.
class Edge final : public Equations {
 public:
  std::size_t size() const override { return 1; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[0] > high || x[0] < low ? std::nan("") : 3 * x[0];
  }
  double low = -5, high = 1;
};

TEST(Jacobian, StaysWhereTheModelIsDefined) {
  Edge edge;
  EXPECT_NEAR(jacobian_of(edge, std::vector<double>{1.0}, 1e-6)[0], 3, 1e-6);
  edge.low = 1;
  const std::vector<double> x = {1}, dx = {3}, w = {1e-6};
  Jacobian jacobian(edge);
  EXPECT_FALSE(jacobian.evaluate(0, x, dx, w));
}

}  // namespace
}  // namespace bw::ode::jacobian_test
