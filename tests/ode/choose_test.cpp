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
  EXPECT_EQ(chosen({.accuracy = 1e-3, .stiff = true, .seconds_of_rhs = 1e-4}), "radau5");
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .seconds_of_rhs = 1e-4}), "radau9");
  EXPECT_EQ(chosen({.accuracy = 1e-8, .stiff = true, .seconds_of_rhs = 1e-4}), "radau9");
}

// One per step is a few evaluations, and the method makes more evaluations besides.
TEST(Choose, ExpensiveRightHandSidesAlsoCountBesideAnExactJacobian) {
  Features features{.stiff = true, .exact_jacobian = true, .seconds_of_rhs = 1e-4};
  features.accuracy = 1e-3;
  EXPECT_EQ(chosen(features), "radau5");
  features.accuracy = 1e-4;
  EXPECT_EQ(chosen(features), "radau9");
  features.seconds_of_rhs = 1e-6;
  EXPECT_EQ(chosen(features), "rosenbrock");
}

TEST(Choose, ManyStatesWithASparseJacobianAreForRadau) {
  EXPECT_EQ(chosen({.accuracy = 1e-3, .stiff = true, .size = 10000, .sparse = true}), "radau5");
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .size = 10000, .sparse = true}), "radau9");
  EXPECT_EQ(chosen({.accuracy = 1e-8, .stiff = true, .size = 10000, .sparse = true}), "radau9");
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .size = 25, .sparse = true}), "rosenbrock");
}

TEST(Choose, ManyStatesWithAFullJacobianAreForTheMethodWithTheFewestFactors) {
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .size = 1000}), "bdf");
  EXPECT_EQ(chosen({.accuracy = 1e-8, .stiff = true, .size = 1000}), "bdf");
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .size = 26, .seconds_of_rhs = 1e-4}), "bdf");
  EXPECT_EQ(chosen({.accuracy = 1e-4, .stiff = true, .size = 25}), "rosenbrock");
}

TEST(Choose, AMultistepMethodIsForFewEvents) {
  Features features{.accuracy = 1e-4, .events_per_step = 0.02, .stiff = true, .size = 1000};
  EXPECT_EQ(chosen(features), "bdf");
  features.events_per_step = 0.05;
  EXPECT_EQ(chosen(features), "rosenbrock");
  features.accuracy = 1e-6;
  EXPECT_EQ(chosen(features), "radau9");
  features.accuracy = 1e-4;
  features.seconds_of_rhs = 1e-4;
  EXPECT_EQ(chosen(features), "radau9");
}

TEST(Choose, TheSizeOfWhatIsNotStiffDoesNotMatter) {
  EXPECT_EQ(chosen({.accuracy = 1e-4, .size = 1000}), "dop853");
}

// ---- oscillations ----

TEST(Choose, ManyStatesWhoseModesTurnAreNotForBdf) {
  Features features{.accuracy = 1e-3, .stiff = true, .size = 80};
  EXPECT_EQ(chosen(features), "bdf");
  features.turns = true;
  EXPECT_EQ(chosen(features), "radau5");
  features.accuracy = 1e-4;
  EXPECT_EQ(chosen(features), "radau9");
  features.size = 4;
  EXPECT_EQ(chosen(features), "rosenbrock") << "few states are as before";
}

Features one_oscillation() {
  return {.accuracy = 1e-6,
          .size = 2,
          .period = 6.28,
          .periods_left = 1e4,
          .drift = 400,
          .steps_per_period = 10,
          .tight_start = true};
}

TEST(Choose, OneFastOscillationWithManyPeriodsIsForMultirev) {
  EXPECT_EQ(chosen(one_oscillation()), "multirev");
  for (const double accuracy : {1e-2, 1e-4, 1e-9}) {
    Features features = one_oscillation();
    features.drift = 1000;
    features.accuracy = accuracy;
    EXPECT_EQ(chosen(features), "multirev") << accuracy;
  }
}

TEST(Choose, FewPeriodsAreFollowed) {
  Features features = one_oscillation();
  features.periods_left = thresholds::many_periods - 1;
  EXPECT_EQ(chosen(features), "dop853");
  features.periods_left = 0;
  EXPECT_EQ(chosen(features), "dop853") << "and none";
}

TEST(Choose, MoreAccuracyNeedsMorePeriods) {
  EXPECT_EQ(many_periods(1e-3), thresholds::many_periods);
  EXPECT_EQ(many_periods(1e-6), thresholds::many_periods);
  EXPECT_NEAR(many_periods(1e-8), 1.47 * thresholds::many_periods, 7);
  Features features = one_oscillation();
  features.drift = 1000;
  features.periods_left = 800;
  EXPECT_EQ(chosen(features), "multirev");
  features.accuracy = 1e-8;
  EXPECT_EQ(chosen(features), "dop853");
}

TEST(Choose, ADriftThatChangesFastIsFollowed) {
  Features features = one_oscillation();
  features.drift = 60;
  features.accuracy = 1e-8;
  EXPECT_EQ(chosen(features), "dop853");
  features.accuracy = 1e-4;
  EXPECT_EQ(chosen(features), "multirev") << "a drift that is slow enough for less accuracy";
  features.drift = 30;
  EXPECT_EQ(chosen(features), "dop853");
}

TEST(Choose, ErrorsOfTheFirstRevolutionsMustBeWorthIt) {
  Features features = one_oscillation();
  features.tight_start = false;
  features.drift = 150;
  EXPECT_EQ(chosen(features), "dop853");
  features.drift = 1000;
  EXPECT_EQ(chosen(features), "multirev");
  features.periods_left = 2000;
  EXPECT_EQ(chosen(features), "dop853");
}

// A tighter integration that is made because of these errors.
TEST(Choose, AfterErrorsRevolutionsMustNotBeSpoiledByRounding) {
  Features features = one_oscillation();
  features.tight_start = false;
  features.drift = 1000;
  features.tolerance = 1e-7;
  EXPECT_EQ(chosen(features), "multirev");
  features.tolerance = 1e-11;
  EXPECT_EQ(chosen(features), "dop853");
  features.tight_start = true;
  EXPECT_EQ(chosen(features), "multirev");
}

TEST(Choose, PeriodsOfVeryFewOrVeryManyStepsAreFollowed) {
  Features features = one_oscillation();
  features.steps_per_period = 2;
  EXPECT_EQ(chosen(features), "dop853");
  features.steps_per_period = 300;
  EXPECT_EQ(chosen(features), "dop853");
}

TEST(Choose, StepsThatAreSearchedOrShownFollowEveryOscillation) {
  Features searched = one_oscillation(), shown = one_oscillation(), stiff = one_oscillation();
  searched.searched = true;
  EXPECT_EQ(chosen(searched), "dop853");
  shown.shown = true;
  EXPECT_EQ(chosen(shown), "dop853");
  stiff.stiff = true;
  EXPECT_EQ(chosen(stiff), "radau9");
}

Features linear_model(std::size_t size, double steps) {
  return {.accuracy = 1e-6,
          .size = size,
          .exact_jacobian = true,
          .linear = true,
          .swings = true,
          .steps_left = steps,
          .steps_in_all = steps};
}

TEST(Choose, ALinearModelThatOscillatesLongEnoughIsForModal) {
  EXPECT_EQ(chosen(linear_model(10, 500)), "modal");
  EXPECT_EQ(chosen(linear_model(10, 100)), "dop853");
  EXPECT_EQ(chosen(linear_model(100, 5000)), "modal");
  EXPECT_EQ(chosen(linear_model(100, 1000)), "dop853");
  EXPECT_EQ(chosen(linear_model(200, 1e5)), "modal");
}

TEST(Choose, AForceThatIsAlmostAsFastAsTheModesIsNotForModal) {
  Features features = linear_model(100, 5000);
  features.long_steps = 500;
  EXPECT_EQ(chosen(features), "dop853");
}

TEST(Choose, LinearModelsOfManyStatesAreNotForModal) {
  EXPECT_EQ(chosen(linear_model(201, 1e9)), "dop853");
}

TEST(Choose, ExpensiveRightHandSidesNeedFewerStepsForModal) {
  Features features = linear_model(100, 500);
  EXPECT_EQ(chosen(features), "dop853");
  features.seconds_of_rhs = 1e-4;
  EXPECT_EQ(chosen(features), "modal");
}

TEST(Choose, ALinearModelThatOnlyDecaysIsNotForModal) {
  Features features = linear_model(10, 1e4);
  features.swings = false;
  EXPECT_EQ(chosen(features), "dop853");
  features.stiff = true;
  EXPECT_EQ(chosen(features), "radau9");
}

TEST(Choose, AnOscillationThatStiffMethodsMustFollowIsForModal) {
  Features features = linear_model(10, 1e4);
  features.stiff = true;
  EXPECT_EQ(chosen(features), "modal");
}

TEST(Choose, BetweenTimeEventsThereMustBeSomeSteps) {
  Features features = linear_model(10, 1e5);
  features.steps_left = 50;
  EXPECT_EQ(chosen(features), "modal") << "eigenvectors are kept";
  features.steps_left = 5;
  EXPECT_EQ(chosen(features), "dop853");
}

TEST(Choose, LinearModelsWithStateEventsOrShownStepsAreNotForModal) {
  Features features = linear_model(10, 1e5);
  features.searched = true;
  EXPECT_EQ(chosen(features), "modal") << "what is narrow in time is found";
  features.has_indicators = true;
  EXPECT_EQ(chosen(features), "dop853");
  features = linear_model(10, 1e5);
  features.shown = true;
  EXPECT_EQ(chosen(features), "dop853");
}

TEST(Choose, TheReasonsOfOscillationsHaveTheirFigures) {
  EXPECT_EQ(reason_for(one_oscillation()),
            "one fast oscillation of period 6.28, 10 000 periods left, whose drift changes in 400 "
            "periods");
  EXPECT_EQ(reason_for(linear_model(10, 12345)),
            "linear with constant coefficients, 10 states, 12 345 steps left");
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
            "about 20 microseconds per RHS evaluation");
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

TEST(StiffnessWatch, FourStepsAreEnoughWhereTheJacobianDecays) {
  StiffnessWatch watch;
  int steps = 1;
  while (!watch.explicit_step(1, 5.9, 6, plenty, true)) ++steps;
  EXPECT_EQ(steps, 4);
}

// stiff_A1 and HIRES waited four times longer than without a look at the Jacobian.
TEST(StiffnessWatch, AnEarlyTrialInVainDoesNotDelayTheNext) {
  StiffnessWatch watch;
  const auto steps_until_trial = [&watch] {
    int steps = 1;
    while (steps < 100 && !watch.explicit_step(1, 5.9, 6, plenty, true)) ++steps;
    return steps;
  };
  EXPECT_EQ(steps_until_trial(), 4);
  watch.changed();
  for (int k = 0; k < 6; ++k) (void)watch.implicit_step(1, 6, 3);  // not longer than explicit ones
  watch.returned();
  EXPECT_EQ(steps_until_trial(), 6) << "ten without the Jacobian, and four were made";
  watch.changed();
  for (int k = 0; k < 6; ++k) (void)watch.implicit_step(1, 6, 3);
  watch.returned();
  EXPECT_EQ(steps_until_trial(), 40);
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

// It starts with order 1 and short steps, which say nothing about stiffness.
TEST(StiffnessWatch, AMultistepMethodIsJudgedWhenItHasFoundItsStep) {
  StiffnessWatch watch;
  steps_until_stiff(watch, 5.9, 1000);
  watch.changed(false);
  for (int k = 0; k < 20; ++k) EXPECT_FALSE(watch.implicit_step(0.01, 5.9, 20)) << k;
  for (int k = 0; k < 100; ++k) EXPECT_FALSE(watch.implicit_step(50, 5.9, 20)) << k;
  watch.returned();
  EXPECT_EQ(steps_until_stiff(watch, 5.9, 1000), 10) << "it was worth it";
  watch.changed(false);
  int stay = 1;
  while (!watch.implicit_step(10, 5.9, 20)) ++stay;
  EXPECT_EQ(stay, 30);
  watch.returned();
  EXPECT_EQ(steps_until_stiff(watch, 5.9, 1000), 40) << "it was not";
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

// Measured: a step of bdf takes one RHS evaluation or two, one of dop853 twelve.
TEST(StiffnessWatch, WhereRightHandSidesAreExpensiveTheirNumberIsWhatAStepIsWorth) {
  Features features{.stiff = true, .size = 100, .seconds_of_rhs = 1e-4};
  EXPECT_LT(steps_worth(features), 0.5);
  features.events_per_step = 0.5;
  EXPECT_GT(steps_worth(features), 5) << "a Jacobian by differences in most steps";
  features.sparse = true;
  EXPECT_LT(steps_worth(features), 3);
  features.seconds_of_rhs = 0;
  EXPECT_EQ(steps_worth(features), steps_worth(100, true));
}

// A method with cheap steps that are shorter than the explicit ones is no reason to go back at
// once.
TEST(StiffnessWatch, CheapStepsMayBeShort) {
  StiffnessWatch watch;
  steps_until_stiff(watch, 5.9, 1000);
  watch.changed(false);
  for (int k = 0; k < 200; ++k) EXPECT_FALSE(watch.implicit_step(0.5, 5.9, 0.3)) << k;
  int more = 1;
  while (!watch.implicit_step(0.1, 5.9, 0.3)) ++more;
  EXPECT_EQ(more, 3);
}

}  // namespace
}  // namespace bw::ode::choose_test
