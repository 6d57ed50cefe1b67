// The Radau IIA methods: coefficients, orders, stiff problems, sparse systems. What all methods
// have in common is in methods_test, all reference problems are in ivp_test.

#include <gtest/gtest.h>

#include <cmath>

#include "ode/kernel/integrator.h"
#include "ode/methods/radau_table.h"
#include "support/ode/ivp_problems.h"

namespace bw::ode::radau_test {
namespace {

// ---- coefficients ----

class RadauTables : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Stages, RadauTables, testing::Values(3U, 5U, 7U));

TEST_P(RadauTables, CollocateAtTheirNodes) {
  const RadauTable& table = radau_table(GetParam());
  const std::size_t s = table.stages();
  ASSERT_EQ(s, GetParam());
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t k = 1; k <= s; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < s; ++j)
        sum += table.matrix[i * s + j] * std::pow(table.nodes[j], static_cast<double>(k - 1));
      const auto degree = static_cast<double>(k);
      EXPECT_NEAR(sum, std::pow(table.nodes[i], degree) / degree, 1e-15);
    }
}

// The weights are those of a quadrature of order 2 s - 1.
TEST_P(RadauTables, IntegratePolynomials) {
  const RadauTable& table = radau_table(GetParam());
  const std::size_t s = table.stages();
  for (std::size_t k = 1; k < 2 * s; ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < s; ++j)
      sum += table.matrix[(s - 1) * s + j] * std::pow(table.nodes[j], static_cast<double>(k - 1));
    EXPECT_NEAR(sum, 1 / static_cast<double>(k), 1e-15) << k;
  }
}

TEST_P(RadauTables, TheTransformationIsTheOneOfTheInverse) {
  const RadauTable& table = radau_table(GetParam());
  const std::size_t s = table.stages();
  const auto inverse = [&](std::size_t i, std::size_t j) {
    double value = table.right[i] * table.eigenvalue * table.left[j];
    for (std::size_t k = 0; k < table.pairs(); ++k)
      value += (table.rights[k * s + i] * table.eigenvalues[k] * table.lefts[k * s + j]).real();
    return value;
  };
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j) {
      double product = 0;
      for (std::size_t k = 0; k < s; ++k) product += inverse(i, k) * table.matrix[k * s + j];
      EXPECT_NEAR(product, i == j ? 1 : 0, 1e-12);
    }
}

// ---- orders ----

// x' = -y - p x (r - 1), y' = x - p y (r - 1), r = x^2 + y^2: the circle attracts for p > 0.
class Circle final : public Equations {
 public:
  explicit Circle(double pull) : pull_(pull) {}
  std::size_t size() const override { return 2; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    const double out = pull_ * (x[0] * x[0] + x[1] * x[1] - 1);
    dx[0] = -x[1] - x[0] * out;
    dx[1] = x[0] - x[1] * out;
  }

 private:
  double pull_;
};

// With steps of one size: shorten() makes them, whatever the error is.
double path_error(std::string_view method, double pull, double h, int steps) {
  Circle circle(pull);
  const double stop = h * steps;
  const auto integrator = find_method(method)->make(circle, {0, stop + 1, {.relative = 1e-13}});
  std::vector<double> x = {1, 0};
  const std::vector<double> nominals = {1, 1};
  double largest = 0;
  for (int k = 0; k < steps; ++k) {
    integrator->restart(k * h, x, nominals);
    EXPECT_FALSE(integrator->step(k * h + h));
    EXPECT_FALSE(integrator->shorten(k * h + h));
    x.assign(integrator->state().begin(), integrator->state().end());
    const double t = integrator->time();
    largest = std::max({largest, std::abs(x[0] - std::cos(t)), std::abs(x[1] - std::sin(t))});
  }
  return largest;
}

double order(std::string_view method, double pull, double h, int steps) {
  return std::log2(path_error(method, pull, h, steps) / path_error(method, pull, h / 2, 2 * steps));
}

// The higher ones need long steps to be seen above the roundings.
TEST(Radau, HasOrders5And9And13) {
  EXPECT_NEAR(order("radau5", 1, 0.2, 20), 5, 0.3);
  EXPECT_NEAR(order("radau9", 0.1, 1.2, 8), 9, 0.5);
  EXPECT_NEAR(order("radau13", 0, 3.2, 4), 13, 0.7);
}

// ---- stiff problems ----

struct Solved {
  double error = 0;
  Counts counts;
  long evaluations = 0;
};

class Problem final : public Equations {
 public:
  explicit Problem(const test::IvpProblem& of) : of_(of) {}
  std::size_t size() const override { return of_.size(); }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    ++evaluations;
    of_.f(t, x, dx);
  }
  long evaluations = 0;

 private:
  const test::IvpProblem& of_;
};

Solved solve(std::string_view name, std::string_view method, double tolerance) {
  const test::IvpProblem& problem = *test::find_ivp(name);
  Problem equations(problem);
  const auto integrator =
      find_method(method)->make(equations, {problem.start, problem.stop, {.relative = tolerance}});
  std::vector<double> nominals;
  for (std::size_t i = 0; i < problem.size(); ++i) nominals.push_back(problem.nominal(i));
  integrator->restart(problem.start, problem.x0, nominals);
  while (integrator->time() < problem.stop)
    if (integrator->step(problem.stop)) return {INFINITY, {}, 0};
  return {test::end_error(problem, integrator->state()), integrator->counts(),
          equations.evaluations};
}

TEST(Radau, IsAccurateWhereTheStiffComponentFollowsTheOther) {
  for (const std::string_view method : {"radau5", "radau9", "radau13", "radau"})
    for (const double tolerance : {1e-4, 1e-8, 1e-12})
      EXPECT_LT(solve("PROTHERO_ROBINSON_1e6", method, tolerance).error, 2 * tolerance)
          << method << ' ' << tolerance;
}

// Without the part of the estimate that sees the reduced order, errors here are 100 to 1000 times
// the tolerance.
TEST(Radau, KeepsTheToleranceOnStiffProblems) {
  for (const std::string_view problem :
       {"HIRES", "ROBER_t1e5", "OREGO_t360", "VDPOL_eps1e-6", "SD_D1", "SD_D5", "SD_F1", "POLLU"})
    for (const std::string_view method : {"radau5", "radau9", "radau13", "radau"})
      for (const double tolerance : {1e-4, 1e-8, 1e-12})
        EXPECT_LT(solve(problem, method, tolerance).error, 20 * tolerance)
            << problem << ' ' << method << ' ' << tolerance;
}

// Where it goes on to 1e11 a state of 1e-8 must not become negative: looser tolerances do not show
// it.
TEST(Radau, FollowsRobertsonsReactionsFor1e11Seconds) {
  for (const std::string_view method : {"radau5", "radau9", "radau13", "radau"})
    for (const double tolerance : {1e-8, 1e-10, 1e-12})
      EXPECT_LT(solve("ROBER_t1e11", method, tolerance).error, 5 * tolerance) << method;
}

// Bounds with a margin above what was measured.
TEST(Radau, NeedsFewStepsAndJacobians) {
  const Solved rober = solve("ROBER_t1e11", "radau5", 1e-4);
  EXPECT_LT(rober.counts.steps, 250);
  EXPECT_LT(rober.evaluations, 2500);
  const Solved van_der_pol = solve("VDPOL_eps1e-6", "radau5", 1e-4);
  EXPECT_LT(van_der_pol.counts.steps, 320);
  EXPECT_LT(van_der_pol.evaluations, 3500);
  EXPECT_LT(van_der_pol.counts.jacobian_evaluations, 250);
}

TEST(Radau, TheHighestOrderIsTheCheapestForTheHighestAccuracy) {
  EXPECT_LT(solve("ROBER_t1e11", "radau13", 1e-12).evaluations,
            solve("ROBER_t1e11", "radau9", 1e-12).evaluations);
  EXPECT_LT(solve("ROBER_t1e11", "radau", 1e-12).evaluations,
            solve("ROBER_t1e11", "radau5", 1e-12).evaluations);
}

TEST(Radau, RoundingDoesNotMakeTheIterationFail) {
  for (const std::string_view method : {"radau5", "radau9", "radau13"}) {
    const Solved rober = solve("ROBER_t1e11", method, 1e-14);
    EXPECT_LT(rober.error, 1e-12) << method;
    EXPECT_LT(rober.counts.rejected, rober.counts.steps / 20 + 20) << method;
  }
}

// ---- sparse ----

// u_t = u_xx + u (1 - u), both ends held, as n states.
class Diffusion final : public Equations {
 public:
  Diffusion(std::size_t n, bool sparse) : n_(n), sparse_(sparse) {
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<std::size_t> row;
      for (std::size_t j = i > 0 ? i - 1 : 0; j <= std::min(i + 1, n - 1); ++j) row.push_back(j);
      pattern_.add_row(row);
    }
  }
  std::size_t size() const override { return n_; }
  const math::Pattern* sparsity() const override { return sparse_ ? &pattern_ : nullptr; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    ++evaluations;
    const double scale = static_cast<double>(n_ * n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const double left = i > 0 ? x[i - 1] : 1, right = i + 1 < n_ ? x[i + 1] : 0;
      dx[i] = scale * (left - 2 * x[i] + right) + x[i] * (1 - x[i]);
    }
  }
  long evaluations = 0;

 private:
  std::size_t n_;
  bool sparse_;
  math::Pattern pattern_;
};

std::vector<double> diffused(Diffusion& equations) {
  const auto integrator = find_method("radau")->make(equations, {0, 1, {.relative = 1e-6}});
  const std::vector<double> x(equations.size(), 0.0), nominals(equations.size(), 1.0);
  integrator->restart(0, x, nominals);
  while (integrator->time() < 1) EXPECT_FALSE(integrator->step(1));
  return {integrator->state().begin(), integrator->state().end()};
}

TEST(Radau, SparseIsDense) {
  Diffusion sparse(60, true), dense(60, false);
  const auto a = diffused(sparse), b = diffused(dense);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-8);
  EXPECT_LT(sparse.evaluations, dense.evaluations / 2);
}

TEST(Radau, AsManyEvaluationsForTenTimesTheStates) {
  Diffusion few(1000, true), many(10'000, true);
  diffused(few);
  diffused(many);
  EXPECT_LT(static_cast<double>(many.evaluations), 2 * static_cast<double>(few.evaluations));
}

}  // namespace
}  // namespace bw::ode::radau_test
