#include "ode/events/approach.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace bw::ode::approach_test {
namespace {

// Looks until the search is over; returns the number of trials.
int search(Approach& approach, const std::function<double(double t, int trial)>& z) {
  const std::vector<double> before{-1};
  int trials = 0;
  while (!approach.is_over() && trials < 1000) {
    const std::vector<double> now{z(approach.at(), trials)};
    approach.look(before, now);
    ++trials;
  }
  return trials;
}

Approach from_zero_to_one(double near) {
  return {Bracket{near - 1e-9, near, {-1e-9}, {1e-9}}, {1.0}, 0, 1, 1e-15};
}

TEST(Approach, ArrivesWhereTheIndicatorHasJustChanged) {
  Approach approach = from_zero_to_one(0.3);
  const double zero = 0.3 + 1e-7;
  EXPECT_LT(search(approach, [&](double t, int) { return t - zero; }), 20);
  EXPECT_TRUE(approach.arrived());
  EXPECT_GT(approach.at(), zero);
  EXPECT_LT(approach.at() - zero, 1e-14);
}

TEST(Approach, IsLostWhereTheMethodDoesNotCross) {
  Approach approach = from_zero_to_one(0.3);
  EXPECT_LE(search(approach, [](double, int) { return -0.5; }), 110);
  EXPECT_TRUE(approach.lost());
}

// The first trial shows a change, and no other does.
TEST(Approach, AChangeThatIsSeenOnceEndsTheSearch) {
  Approach approach = from_zero_to_one(0.3);
  EXPECT_LE(search(approach, [](double, int trial) { return trial == 0 ? 2e-15 : -2e-15; }), 110);
  EXPECT_TRUE(approach.vanished());
  EXPECT_FALSE(approach.arrived());
  EXPECT_EQ(approach.seen().front(), 2e-15);
}

// The end of the step has it, but not when the step is repeated.
TEST(Approach, AChangeThatOnlyTheStepItselfShowedHasVanished) {
  Approach approach(Bracket{1 - 1e-9, 1, {-1}, {1}}, {}, 0, 1, 1e-15);
  EXPECT_LE(search(approach, [](double, int) { return -1.0; }), 110);
  EXPECT_TRUE(approach.vanished());
  EXPECT_EQ(approach.seen().front(), 1);
}

TEST(Approach, EverySearchEndsWhateverTheIndicatorReturns) {
  for (unsigned seed = 1; seed < 200; ++seed) {
    unsigned state = seed * 2654435761U;
    Approach approach = from_zero_to_one(0.3);
    const int trials = search(approach, [&](double, int) {
      state = state * 1664525U + 1013904223U;
      return (state & 0x10000U) != 0 ? 1e-15 : -1e-15;
    });
    EXPECT_LE(trials, 110) << seed;
  }
}

}  // namespace
}  // namespace bw::ode::approach_test
