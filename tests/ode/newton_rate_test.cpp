#include "ode/kernel/newton_rate.h"

#include <gtest/gtest.h>

#include "ode/kernel/integrator.h"
#include "support/ode/ivp_solve.h"

namespace bw::ode::newton_rate_test {
namespace {

TEST(NewtonRate, IsDoubtedALittleMoreInEachStep) {
  NewtonRate rate{1e-3, 1};
  const NewtonRate next = rate.carried(1, 1);
  EXPECT_NEAR(next.value, 4e-3, 1e-4);
  EXPECT_GT(next.carried(1, 1).value, next.value);
  EXPECT_EQ(NewtonRate{}.carried(1, 1).value, 1) << "nothing is known yet";
}

TEST(NewtonRate, GrowsWithTheStepAndWithTheAgeOfTheJacobian) {
  const NewtonRate rate{1e-6, 1e-4};
  EXPECT_NEAR(rate.carried(0.1, 0.1).value / rate.carried(0.01, 0.01).value, std::pow(100, 0.8),
              1e-6);
  EXPECT_EQ(rate.carried(0.001, 0.001).value, rate.carried(0.01, 0.01).value)
      << "a shorter step is no reason to trust it more";
  EXPECT_EQ(rate.carried(100, 100).value, 1) << "and never above 1";
}

TEST(NewtonRate, IsMeasuredByTwoIterations) {
  NewtonRate rate = NewtonRate{}.carried(0.5, 2);
  rate.measure(0.5);
  EXPECT_EQ(rate.value, 1);
  rate.measure(0.2);
  EXPECT_EQ(rate.value, 0.25);
  EXPECT_EQ(rate.span, 1);
}

// The first step is short. Those that follow ended after one iteration, which was not enough: the
// error was 200 tolerances.
TEST(NewtonRate, StepsThatGrowFastAreIteratedLongEnough) {
  const test::IvpProblem& problem = *test::find_ivp("DETEST_C5_fivebody");
  for (const char* method : {"radau5", "radau9"})
    for (const double tolerance : {3e-6, 1e-6, 3e-7, 1e-7}) {
      ode::Setup setup;
      setup.tolerance.relative = tolerance;
      setup.largest_step = (problem.stop - problem.start) / 10;
      const test::IvpEnd end = test::solve(problem, *find_method(method), setup);
      EXPECT_LE(end_error(problem, end.x), 10 * tolerance) << method << " " << tolerance;
    }
}

}  // namespace
}  // namespace bw::ode::newton_rate_test
