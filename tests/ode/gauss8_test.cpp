#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/ode/stiff_problems.h"

namespace bw::ode::gauss8_test {
namespace {

using test::end_error, test::errors_of_equal_steps, test::Problem, test::solve;

Problem oscillator(double periods) {
  return {"oscillator",
          {1, 0},
          {1, 1},
          periods * 2 * std::numbers::pi,
          [](double, std::span<const double> x, std::span<double> dx) {
            dx[0] = -x[1];
            dx[1] = x[0];
          },
          {1, 0}};
}

TEST(Gauss8, HasOrderEightAtItsStepsAndFourBetween) {
  const Tolerance tolerance{.relative = 1e-16, .absolute = 1e-5};  // that Newton feels
  const auto coarse = errors_of_equal_steps("gauss8", 0.4, tolerance);
  const auto fine = errors_of_equal_steps("gauss8", 0.2, tolerance);
  EXPECT_NEAR(std::log2(coarse.at_steps / fine.at_steps), 8, 0.6);
  EXPECT_NEAR(std::log2(coarse.between / fine.between), 5, 0.6);
}

TEST(Gauss8, KeepsTheEnergyOfAnOscillatorOverAThousandPeriods) {
  const Problem problem = oscillator(1000);
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    const auto solved = solve("gauss8", problem, {0, 1, {.relative = tolerance}});
    ASSERT_FALSE(solved.trouble);
    EXPECT_NEAR(std::hypot(solved.x[0], solved.x[1]), 1, 1e-4 * tolerance + 2e-11) << tolerance;
    EXPECT_LT(end_error(problem, solved.x), 2000 * tolerance) << tolerance;
  }
}

TEST(Gauss8, TakesFewStepsOnAPendulumWithAStiffSpring) {
  const Problem problem = test::stiff_spring_pendulum();
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const auto solved = solve("gauss8", problem, {0, 1, {.relative = tolerance}});
    ASSERT_FALSE(solved.trouble);
    EXPECT_LT(end_error(problem, solved.x), 10 * tolerance) << tolerance;
    EXPECT_LT(solved.counts.steps, 250) << tolerance;
  }
}

TEST(Gauss8, KeepsItsToleranceOnStiffProblems) {
  for (const Problem& problem :
       {test::prothero_robinson(-1e6), test::robertson(), test::van_der_pol(), test::hires()})
    for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
      const auto solved = solve("gauss8", problem, {0, 1, {.relative = tolerance}});
      ASSERT_FALSE(solved.trouble) << problem.name;
      EXPECT_LT(end_error(problem, solved.x), 20 * tolerance) << problem.name << tolerance;
      EXPECT_LT(solved.counts.steps, 1000) << problem.name;
      EXPECT_LE(solved.latest, problem.stop) << problem.name;
    }
}

// One phase of a model that switches: y1 follows y2 quickly, and a jump of 0.7 fades in 1e-6.
TEST(Gauss8, ReachesTheLastDigitsOfATwoStateModel) {
  constexpr double c1 = 2.7e6, c3 = 3.5651205, c2 = 0.4, c4 = 5.5;
  const Problem problem{"two states",
                        {4.2, 0.3},
                        {1, 1},
                        1,
                        [](double, std::span<const double> x, std::span<double> dx) {
                          dx[0] = c1 * (x[1] + c2 - x[0]);
                          dx[1] = c3 * (c4 - x[1]);
                        }};
  const double slow = (0.3 - c4) * std::exp(-c3);
  const auto solved = solve("gauss8", problem, {0, 1, {.relative = 1e-14}});
  ASSERT_FALSE(solved.trouble);
  EXPECT_NEAR(solved.x[1], c4 + slow, 1e-13);
  EXPECT_NEAR(solved.x[0], c4 + c2 + slow * c1 / (c1 - c3), 1e-12);
}

}  // namespace
}  // namespace bw::ode::gauss8_test
