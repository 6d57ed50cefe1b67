#include "ode/methods/choose.h"

#include <gtest/gtest.h>

namespace bw::ode::choose_test {
namespace {

std::string_view chosen(const Features& features) { return choose(features).name; }

TEST(Choose, WhatIsNotStiffAndLooseIsForAMethodOfOrderFive) {
  EXPECT_EQ(chosen({.accuracy = 1e-2}), "dopri5");
}

TEST(Choose, WhatIsNotStiffIsForAMethodOfOrderEight) {
  EXPECT_EQ(chosen({.accuracy = 1e-3}), "dop853");
  EXPECT_EQ(chosen({.accuracy = 1e-6}), "dop853");
  EXPECT_EQ(chosen({.accuracy = 1e-10}), "dop853");
}

TEST(Choose, FewEventsChangeNothing) {
  EXPECT_EQ(chosen({.accuracy = 1e-5, .events_per_step = 0.1}), "dop853");
}

TEST(Choose, ManyEventsAreForAMethodOfFewStages) {
  EXPECT_EQ(chosen({.accuracy = 1e-2, .events_per_step = 1}), "dopri5");
  EXPECT_EQ(chosen({.accuracy = 1e-5, .events_per_step = 1}), "dopri5");
}

TEST(Choose, ManyEventsAtHighAccuracyStayWithOrderEight) {
  EXPECT_EQ(chosen({.accuracy = 1e-9, .events_per_step = 1}), "dop853");
}

TEST(Choose, WhatIsStiffAndNotVeryAccurateIsForARosenbrockMethod) {
  EXPECT_EQ(chosen({.accuracy = 1e-3, .stiff = true}), "rosenbrock");
  EXPECT_EQ(chosen({.accuracy = 1e-5, .stiff = true}), "rosenbrock");
  EXPECT_EQ(chosen({.accuracy = 1e-3, .events_per_step = 1, .stiff = true}), "rosenbrock");
}

TEST(Choose, WhatIsStiffAndAccurateIsForRadauOfOrderNine) {
  EXPECT_EQ(chosen({.accuracy = 1e-6, .stiff = true}), "radau9");
  EXPECT_EQ(chosen({.accuracy = 1e-10, .stiff = true}), "radau9");
  EXPECT_EQ(chosen({.accuracy = 1e-10, .events_per_step = 1, .stiff = true}), "radau9");
}

TEST(Choose, AJacobianByExpensiveRightHandSidesIsKeptForSeveralSteps) {
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .seconds_of_rhs = 1e-4}), "radau5");
  EXPECT_EQ(chosen({.accuracy = 1e-8, .stiff = true, .seconds_of_rhs = 1e-4}), "radau9");
}

TEST(Choose, AnExactJacobianIsNotExpensiveHoweverExpensiveTheRightHandSide) {
  EXPECT_EQ(
      chosen({.accuracy = 1e-4, .stiff = true, .exact_jacobian = true, .seconds_of_rhs = 1e-4}),
      "rosenbrock");
}

TEST(Choose, ManyStatesWithASparseJacobianAreForRadau) {
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .size = 10000, .sparse = true}), "radau5");
  EXPECT_EQ(chosen({.accuracy = 1e-8, .stiff = true, .size = 10000, .sparse = true}), "radau9");
}

TEST(Choose, ManyStatesWithAFullJacobianAreForTheMethodWithTheFewestFactors) {
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .size = 1000}), "bdf");
  EXPECT_EQ(chosen({.accuracy = 1e-8, .stiff = true, .size = 1000}), "bdf");
}

TEST(Choose, TheSizeOfWhatIsNotStiffDoesNotMatter) {
  EXPECT_EQ(chosen({.accuracy = 1e-4, .size = 1000}), "dop853");
}

TEST(Choose, TheReasonHasTheFiguresThatDecided) {
  const std::string reason = reason_for({.accuracy = 1e-4,
                                         .events_per_step = 1,
                                         .stiff = true,
                                         .size = 1000,
                                         .sparse = true,
                                         .seconds_of_rhs = 2e-5});
  EXPECT_EQ(reason,
            "stiff, accuracy 0.0001, an event every 1 steps, 1000 states with a sparse Jacobian, "
            "20 microseconds per RHS evaluation");
}

constexpr double plenty = 1e6;  // steps left

int steps_until_stiff(StiffnessWatch& watch, double h_lambda, int most) {
  for (int k = 1; k <= most; ++k)
    if (watch.explicit_step(1, h_lambda, 6, plenty)) return k;
  return most + 1;
}

TEST(StiffnessWatch, TenStepsAtTheBorderOfStabilityAreStiff) {
  StiffnessWatch watch;
  EXPECT_EQ(steps_until_stiff(watch, 5.9, 1000), 10);
}

TEST(StiffnessWatch, AHundredStepsBelowTheBorderMayBeStiff) {
  StiffnessWatch watch;
  EXPECT_EQ(steps_until_stiff(watch, 1.5, 1000), 100);
}

TEST(StiffnessWatch, SlowModesAreNeverStiff) {
  StiffnessWatch watch;
  EXPECT_EQ(steps_until_stiff(watch, 0.3, 10000), 10001);
  EXPECT_TRUE(watch.is_calm());
}

TEST(StiffnessWatch, ShortStiffPeriodsAreForgotten) {
  StiffnessWatch watch;
  for (int period = 0; period < 100; ++period) {
    EXPECT_EQ(steps_until_stiff(watch, 5.9, 5), 6);
    EXPECT_EQ(steps_until_stiff(watch, 0.1, 6), 7);
  }
}

TEST(StiffnessWatch, NothingIsChangedShortlyBeforeTheEnd) {
  StiffnessWatch watch;
  for (int k = 0; k < 1000; ++k) EXPECT_FALSE(watch.explicit_step(1, 6, 6, 10));
}

TEST(StiffnessWatch, ATryThatWasForNothingMakesTheNextOneWaitLonger) {
  StiffnessWatch watch;
  EXPECT_EQ(steps_until_stiff(watch, 5.9, 1000), 10);
  watch.changed();
  int stay = 1;
  while (!watch.implicit_step(1.5, 5.9, 3)) ++stay;
  EXPECT_EQ(stay, 6);
  watch.returned();
  EXPECT_EQ(steps_until_stiff(watch, 5.9, 1000), 40);
}

TEST(StiffnessWatch, ALongStayEndsWhenExplicitStepsCanFollow) {
  StiffnessWatch watch;
  steps_until_stiff(watch, 5.9, 1000);
  watch.changed();
  for (int k = 0; k < 100; ++k) EXPECT_FALSE(watch.implicit_step(50, 5.9, 3));
  int more = 1;
  while (!watch.implicit_step(1, 5.9, 3)) ++more;
  EXPECT_EQ(more, 3);
  watch.returned();
  EXPECT_EQ(steps_until_stiff(watch, 5.9, 1000), 10) << "it was worth it";
}

TEST(StiffnessWatch, StepsOfManyStatesAreWorthMoreExplicitOnes) {
  EXPECT_LT(steps_worth(2, false), 4);
  EXPECT_GT(steps_worth(100, false), 10);
  EXPECT_LT(steps_worth(100000, true), 4);
}

}  // namespace
}  // namespace bw::ode::choose_test
