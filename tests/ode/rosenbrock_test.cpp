#include <gtest/gtest.h>

#include <cmath>

#include "support/ode/stiff_problems.h"

namespace bw::ode::rosenbrock_test {
namespace {

using test::end_error, test::errors_of_equal_steps, test::Problem, test::solve;

TEST(Rosenbrock, HasOrderFourAtItsStepsAndThreeBetween) {
  const auto coarse = errors_of_equal_steps("rosenbrock", 0.05);
  const auto fine = errors_of_equal_steps("rosenbrock", 0.025);
  EXPECT_NEAR(std::log2(coarse.at_steps / fine.at_steps), 4, 0.25);
  EXPECT_GT(std::log2(coarse.between / fine.between), 2.9);
}

TEST(Rosenbrock, ADecayFarTooFastForItsStepIsGoneAfterOne) {
  for (const double lambda : {-1e4, -1e8, -1e12}) {
    const Problem decay{
        "decay", {1}, {1}, 1, [lambda](double, std::span<const double> x, std::span<double> dx) {
          dx[0] = lambda * x[0];
        }};
    test::ProblemEquations equations(decay);
    const auto integrator =
        find_method("rosenbrock")->make(equations, {0, 1, {.relative = 0.5, .absolute = 1e9}});
    integrator->restart(0, decay.start, decay.nominals);
    while (integrator->time() < 0.5) ASSERT_FALSE(integrator->step(0.5));
    const double before = std::abs(integrator->state()[0]);
    while (integrator->time() < 1) ASSERT_FALSE(integrator->step(1));
    EXPECT_LT(std::abs(integrator->state()[0]), 1e-2 * before + 1e-300) << lambda;
  }
}

// Where a very stiff model follows a moving target, other Rosenbrock methods fall back to order 2.
TEST(Rosenbrock, KeepsItsOrderBehindAMovingTarget) {
  const auto error = [](double step) {
    Problem problem = test::prothero_robinson(-1e6);
    problem.stop = 2;
    problem.end = {std::sin(2.0)};
    const auto solved =
        solve("rosenbrock", problem, {0, 2, {.relative = 0.5, .absolute = 1e3}, 0, step});
    return std::abs(solved.x[0] - problem.end[0]);
  };
  EXPECT_GT(std::log2(error(0.4) / error(0.05)) / 3, 2.7);
  EXPECT_LT(error(0.1), 1e-10);
}

TEST(Rosenbrock, KeepsItsToleranceOnStiffProblems) {
  for (const Problem& problem :
       {test::prothero_robinson(-1e6), test::robertson(), test::van_der_pol(), test::hires()})
    for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
      const auto solved = solve("rosenbrock", problem, {0, 1, {.relative = tolerance}});
      ASSERT_FALSE(solved.trouble) << problem.name;
      EXPECT_LT(end_error(problem, solved.x), 2 * tolerance) << problem.name << tolerance;
      EXPECT_LT(solved.counts.steps, 1500) << problem.name;
      EXPECT_LE(solved.latest, problem.stop) << problem.name;
    }
}

// Six stages without the first, f at the begin, df/dt, and J by as many differences as states.
TEST(Rosenbrock, EvaluatesWhatAStepNeedsAndNoMore) {
  const auto solved = solve("rosenbrock", test::robertson(), {0, 1, {.relative = 1e-4}});
  const Counts& counts = solved.counts;
  EXPECT_EQ(counts.jacobian_evaluations, counts.steps);
  EXPECT_EQ(counts.factorisations, counts.steps + counts.rejected);
  EXPECT_EQ(solved.evaluations, 1 + counts.steps * (1 + 3) + (counts.steps + counts.rejected) * 6);
}

// f ends at the limit: neither a stage nor the difference in time may evaluate it beyond.
TEST(Rosenbrock, NeverLooksBeyondTheLimitHoweverNearItIs) {
  test::ProblemEquations equations(1,
                                   [](double t, std::span<const double> x, std::span<double> dx) {
                                     dx[0] = -1e3 * (x[0] - std::sqrt(3 - t));
                                   });
  const auto integrator = find_method("rosenbrock")->make(equations, {0, 3, {}});
  integrator->restart(0, std::vector<double>{1}, std::vector<double>{1});
  for (const double limit : {1.0, 1.0 + 1e-15, 2.0, 2.0 + 1e-9, 3.0}) {
    while (integrator->time() < limit) ASSERT_FALSE(integrator->step(limit)) << limit;
    EXPECT_LE(equations.latest, limit);
  }
}

}  // namespace
}  // namespace bw::ode::rosenbrock_test
