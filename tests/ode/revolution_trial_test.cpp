#include "ode/methods/automatic/revolution_trial.h"

#include <gtest/gtest.h>

namespace bw::ode::revolution_trial_test {
namespace {

// Long steps of `advance` periods, each by `made` revolutions of 100 evaluations; the number after
// which the method is left, at most `most`.
int steps_until_left(double advance, double made, int most) {
  RevolutionTrial trial;
  trial.begin(0, 2, 100);
  double t = 0, evaluations = 0;
  for (int k = 1; k <= most; ++k) {
    t += 2 * advance;
    evaluations += 100 * made;
    if (!trial.pays(t, 2 * advance, static_cast<long>(evaluations))) return k;
  }
  return most + 1;
}

TEST(RevolutionTrial, ManyPeriodsForEachRevolutionPay) {
  EXPECT_EQ(steps_until_left(1000, 30, 100), 101);
}

// As many periods as revolutions pay: their errors are smaller than those of ordinary steps.
TEST(RevolutionTrial, MuchFewerPeriodsThanRevolutionsDoNotPay) {
  EXPECT_EQ(steps_until_left(24, 30, 100), 101);
  EXPECT_EQ(steps_until_left(8, 30, 100), 4) << "at 100 revolutions";
}

TEST(RevolutionTrial, StepsThatFollowTheOscillationAreLeftAfterAWhile) {
  EXPECT_NEAR(steps_until_left(0.1, 0.02, 2000), 640, 1) << "although they are cheap";
}

TEST(RevolutionTrial, ShortFirstStepsAreNoReasonToLeave) {
  RevolutionTrial trial;
  trial.begin(0, 1, 100);
  double t = 0;
  long evaluations = 0;
  for (const double advance : {5.0, 24.0, 96.0, 384.0, 1536.0}) {
    t += advance;
    evaluations += 3000;
    EXPECT_TRUE(trial.pays(t, advance, evaluations)) << advance;
  }
}

TEST(RevolutionTrial, AMethodThatCeasesToPayIsLeft) {
  RevolutionTrial trial;
  trial.begin(0, 1, 100);
  EXPECT_TRUE(trial.pays(10000, 1000, 20000));
  bool pays = true;
  int steps = 0;
  for (double t = 10000; pays && steps < 100; ++steps)
    pays = trial.pays(t += 6, 6, 20000 + (steps + 1) * 3000L);
  EXPECT_FALSE(pays);
  EXPECT_LT(steps, 10);
  EXPECT_LT(trial.gain(), 1);
  EXPECT_GT(trial.lost(), 10);
}

}  // namespace
}  // namespace bw::ode::revolution_trial_test
