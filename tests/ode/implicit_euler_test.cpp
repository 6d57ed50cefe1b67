#include <gtest/gtest.h>

#include <cmath>

#include "support/ode/stiff_problems.h"

namespace bw::ode::implicit_euler_test {
namespace {

using test::end_error, test::errors_of_equal_steps, test::Problem, test::solve;

TEST(ImplicitEuler, HasOrderOne) {
  const auto coarse = errors_of_equal_steps("implicit-euler", 0.01);
  const auto fine = errors_of_equal_steps("implicit-euler", 0.005);
  EXPECT_NEAR(std::log2(coarse.at_steps / fine.at_steps), 1, 0.05);
  EXPECT_NEAR(std::log2(coarse.between / fine.between), 1, 0.1);
}

// (1 - h lambda)^-n, to what Newton leaves.
TEST(ImplicitEuler, IsWhatItsFormulaSays) {
  const Problem decay{
      "decay", {1}, {1}, 1, [](double, std::span<const double> x, std::span<double> dx) {
        dx[0] = -50 * x[0];
      }};
  const auto solved = solve("implicit-euler", decay, {0, 1, {}, 0.1});
  EXPECT_NEAR(solved.x[0], std::pow(6.0, -10), 1e-9);
  EXPECT_EQ(solved.counts.steps, 10);
}

TEST(ImplicitEuler, IsNotImpressedByStiffness) {
  const Problem problem = test::robertson();
  const auto solved = solve("implicit-euler", problem, {0, 1, {}, 0.04});
  ASSERT_FALSE(solved.trouble);
  EXPECT_LT(end_error(problem, solved.x), 1e-3);
  EXPECT_NEAR(solved.x[0] + solved.x[1] + solved.x[2], 1, 1e-8);
  EXPECT_LE(solved.latest, problem.stop);
  EXPECT_LT(solved.counts.jacobian_evaluations, 2 * solved.counts.steps);
}

// x = x_n + h x^2 has no real solution where 4 h x_n > 1.
TEST(ImplicitEuler, AnIterationThatDoesNotConvergeIsTroubleWithTheNameOfTheState) {
  const Problem problem{
      "explosion", {0, 1}, {1, 1}, 2, [](double, std::span<const double> x, std::span<double> dx) {
        dx[0] = 1;
        dx[1] = x[1] * x[1];
      }};
  const auto solved = solve("implicit-euler", problem, {0, 1, {}, 0.1});
  EXPECT_EQ(solved.trouble.kind, Trouble::Kind::not_converged);
  ASSERT_FALSE(solved.trouble.states.empty());
  EXPECT_EQ(solved.trouble.states[0], 1U);
  EXPECT_GT(solved.trouble.time, 0.3);
  EXPECT_LT(solved.trouble.time, 1);
}

}  // namespace
}  // namespace bw::ode::implicit_euler_test
