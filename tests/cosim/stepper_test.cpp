#include "cosim/march/stepper.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/cosim/marching.h"
#include "support/model/test_components.h"

namespace bw::cosim::stepper_test {
namespace {

using Reals = std::vector<double>;
using test::connection;
using test::Kit;

class Steps : public testing::Test {
 protected:
  void make(StepperOptions options, int iterations = 1) {
    const MasterKind& kind = *find_master("gauss-seidel");
    MasterOptions of_master = test::options_for(kind, iterations);
    of_master.tolerance = options.tolerance;
    master_ = kind.make(coupling_, of_master);
    stepper_.emplace(coupling_, *master_, iterations > 1, options, testing_);
  }
  Stepper& stepper() { return *stepper_; }

  Coupling coupling_ = test::lotka_volterra_components();
  std::unique_ptr<Master> master_;
  std::optional<Stepper> stepper_;
  Stopwatch testing_;
};

// One step of gauss-seidel by hand.
Reals by_hand(Reals s, double h) {
  s[0] *= std::exp((0.1 - 0.02 * s[1]) * h);
  s[1] *= std::exp((-0.4 + 0.02 * s[0]) * h);
  return s;
}

TEST_F(Steps, WithoutATestAreTheMasters) {
  make({});
  EXPECT_TRUE(stepper().try_step(0, 0.5).ok());
  stepper().accept();
  const Reals expected = by_hand({10, 10}, 0.5);
  EXPECT_DOUBLE_EQ(coupling_.now().reals[0], expected[0]);
  EXPECT_DOUBLE_EQ(coupling_.now().reals[1], expected[1]);
  EXPECT_EQ(coupling_.counters(0).saves, 0);
}

TEST_F(Steps, TheErrorTestComputesBothEstimates) {
  const Tolerance tolerance{.relative = 1e-2, .absolute = 1e-2};
  make({.tolerance = tolerance, .error_test = true});
  const double h = 0.5;
  const Tried tried = stepper().try_step(0, h);
  const Reals y0 = {10, 10}, yh = by_hand(y0, h), ym = by_hand(y0, h / 2), yd = by_hand(ym, h / 2);
  double e = 0, s = 0;
  for (const std::size_t i : {0u, 1u}) {
    const double w = 1e-2 * yd[i] + 1e-2;
    e += std::pow((yd[i] - yh[i]) / w, 2) / 2;
    s += std::pow((ym[i] - (yh[i] + y0[i]) / 2) / w, 2) / 2;
  }
  EXPECT_NEAR(tried.error, std::sqrt(e), 1e-12);
  EXPECT_NEAR(tried.slope, std::sqrt(s), 1e-12);
  EXPECT_EQ(tried.norm(), std::max(tried.error, tried.slope));
  ASSERT_TRUE(tried.ok());
  stepper().accept();
  EXPECT_DOUBLE_EQ(coupling_.now().reals[0], yd[0]) << "the two half steps go on";
  EXPECT_EQ(coupling_.counters(0).advances, 3);
  EXPECT_EQ(coupling_.counters(0).saves, 1);
  EXPECT_EQ(coupling_.counters(0).restores, 1);
}

TEST_F(Steps, AFailedTestLeavesTheSignalsAndTheNextTryBeginsAtTheSameTime) {
  make({.tolerance = {.relative = 1e-9}, .error_test = true});
  const Tried failed = stepper().try_step(0, 0.5);
  EXPECT_EQ(failed.outcome, Tried::Outcome::inaccurate);
  EXPECT_NE(failed.critical, Tried::none);
  const Tried passed = stepper().try_step(0, 1e-5);
  ASSERT_TRUE(passed.ok());
  stepper().accept();
  const Reals expected = by_hand(by_hand({10, 10}, 5e-6), 5e-6);
  EXPECT_DOUBLE_EQ(coupling_.now().reals[0], expected[0]);
  EXPECT_DOUBLE_EQ(coupling_.now().reals[1], expected[1]);
}

TEST_F(Steps, TheComponentsAreGivenTimesThatMeetTheEndExactly) {
  Kit kit;
  const auto& component = kit.add<test::Clockwork>("a");
  coupling_ = kit.couple({});
  make({.tolerance = {.relative = 1, .absolute = 1e9}, .error_test = true});
  double t = 0.1;
  for (int k = 0; k < 50; ++k) {
    const double end = t + 0.1 / 3 * (1 + k);
    ASSERT_TRUE(stepper().try_step(t, end).ok());
    stepper().accept();
    const auto& steps = component.steps;
    const std::size_t n = steps.size();
    EXPECT_EQ(steps[n - 3].t, t);
    EXPECT_EQ(steps[n - 2].t, t) << "roll back the clock, too";
    EXPECT_EQ(steps[n - 2].t + steps[n - 2].h, steps[n - 1].t);
    EXPECT_EQ(steps[n - 1].t + steps[n - 1].h, end);
    t = end;
  }
}

TEST_F(Steps, CanBeUndoneOnce) {
  make({.rolls_back = true});
  stepper().try_step(0, 0.5);
  stepper().accept();
  const Reals once = coupling_.now().reals;
  stepper().try_step(0.5, 1.0);
  stepper().accept();
  const Reals twice = coupling_.now().reals;
  ASSERT_TRUE(stepper().can_undo());
  stepper().undo();
  EXPECT_EQ(coupling_.now().reals, once);
  EXPECT_FALSE(stepper().can_undo());
  stepper().try_step(0.5, 1.0);
  stepper().accept();
  EXPECT_EQ(coupling_.now().reals, twice);
}

TEST_F(Steps, CanBeUndoneAfterATestToo) {
  make({.tolerance = {.relative = 1}, .error_test = true});
  stepper().try_step(0, 0.5);
  stepper().accept();
  stepper().undo();
  EXPECT_EQ(coupling_.now().reals, (Reals{10, 10}));
  Signals standing = coupling_.now();
  for (const std::size_t component : {0u, 1u}) coupling_.read(component, 0, standing);
  EXPECT_EQ(standing.reals, (Reals{10, 10}));
}

TEST_F(Steps, WithIterationsMarkOnlyTheLoopWhenNothingElseRollsBack) {
  Kit kit;
  kit.add<test::Species>("prey", 10.0, 0.1, -0.02);
  kit.add<test::Species>("predator", 10.0, -0.4, 0.02);
  kit.add<test::Integrator>("sink", 0.0);
  coupling_ = kit.couple({connection(0, 1), connection(1, 0), connection(0, 2)});
  make({.tolerance = {.relative = 1e-6}}, 10);
  ASSERT_TRUE(stepper().try_step(0, 0.1).ok());
  EXPECT_EQ(coupling_.counters(0).saves, 1);
  EXPECT_EQ(coupling_.counters(2).saves, 0);
}

TEST_F(Steps, AJumpOfADiscreteSignalIsSeenWhereRequested) {
  Kit kit;
  kit.add<test::Logic>("a", [](std::int64_t n) { return n + 1; });
  coupling_ = kit.couple({});
  make({.watches_jumps = true});
  EXPECT_EQ(stepper().try_step(0, 1).outcome, Tried::Outcome::jumped);
  make({});
  EXPECT_TRUE(stepper().try_step(0, 1).ok());
}

TEST(Tried, ASmallerFailureIsLessSevere) {
  Tried tried;
  EXPECT_EQ(tried.severity(), 0);
  tried.outcome = Tried::Outcome::inaccurate;
  tried.error = 3;
  tried.slope = 5;
  EXPECT_EQ(tried.severity(), 5);
  tried.outcome = Tried::Outcome::jumped;
  EXPECT_EQ(tried.severity(), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace bw::cosim::stepper_test
