#include "ode/global_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace bw::ode::global_error_test {
namespace {

using Kind = model::EventMark::Kind;

// Two columns, ten times, and the error of each integration in units of its tolerance.
struct Bench {
  Wanted wanted{.relative = 1e-4, .absolute = {1e-4, 1e-4}};
  Bench() {
    for (int k = 0; k <= 10; ++k) wanted.times.push_back(k);
  }
  Solution solution(double relative, double size, std::vector<model::EventMark> events = {}) const {
    Solution made{.relative = relative, .events = std::move(events)};
    for (const double t : wanted.times)
      for (const double x : {std::sin(t), 100 * std::cos(t)})
        made.reals.push_back(x + size * relative * (1 + std::abs(x)) * t / 10);
    return made;
  }
};

TEST(GlobalError, IsTheDifferenceOfTwoIntegrationsInUnitsOfTheTolerance) {
  const Bench bench;
  const Difference d = compare(bench.solution(1e-4, 0.5), bench.solution(1e-5, 0.5), bench.wanted);
  EXPECT_TRUE(d.is_small());
  EXPECT_NEAR(d.largest, 0.45, 0.01);
  EXPECT_EQ(d.row, 10U);
  EXPECT_NEAR(d.per_column[0], 0.45, 0.01);
  EXPECT_FALSE(compare(bench.solution(1e-4, 5), bench.solution(1e-5, 5), bench.wanted).is_small());
}

TEST(GlobalError, ThatIsNoNumberIsNotSmall) {
  const Bench bench;
  Solution fine = bench.solution(1e-5, 0.5);
  fine.reals[7] = std::nan("");
  EXPECT_FALSE(compare(bench.solution(1e-4, 0.5), fine, bench.wanted).is_small());
}

TEST(GlobalError, NeedsTheSameEventsInTheSameOrder) {
  const Bench bench;
  const model::EventMark up{2.5, Kind::state, 0, true}, down{2.6, Kind::state, 0, false};
  const Solution both = bench.solution(1e-4, 0, {up, down});
  EXPECT_FALSE(compare(both, bench.solution(1e-5, 0, {up, down}), bench.wanted).other_event);
  EXPECT_EQ(compare(both, bench.solution(1e-5, 0, {up}), bench.wanted).other_event, 1U);
  EXPECT_EQ(compare(both, bench.solution(1e-5, 0, {down, up}), bench.wanted).other_event, 0U);
  EXPECT_FALSE(compare(both, bench.solution(1e-5, 0, {up}), bench.wanted).is_small());
}

TEST(GlobalError, ARowAtAnEventThatIsNotKnownSoWellIsUnclearAndIsNoError) {
  const Bench bench;
  Solution coarse = bench.solution(1e-4, 0, {{4 - 1e-6, Kind::state, 0, true}});
  const Solution fine = bench.solution(1e-5, 0, {{4 + 1e-7, Kind::state, 0, true}});
  coarse.reals[8] += 1;  // it has jumped already at t = 4
  const Difference d = compare(coarse, fine, bench.wanted);
  EXPECT_EQ(d.unclear_row, 4U);
  EXPECT_EQ(d.largest, 0);
  EXPECT_FALSE(d.is_small());
  EXPECT_NEAR(d.event_errors.at(0), 1.1e-6, 1e-9);
}

TEST(GlobalError, DiscreteValuesThatDifferAreUnclear) {
  const Bench bench;
  Solution coarse = bench.solution(1e-4, 0), fine = bench.solution(1e-5, 0);
  coarse.discretes.assign(11, std::int64_t{1});
  fine.discretes = coarse.discretes;
  EXPECT_TRUE(compare(coarse, fine, bench.wanted).is_small());
  fine.discretes[3] = std::int64_t{2};
  EXPECT_EQ(compare(coarse, fine, bench.wanted).unclear_row, 3U);
}

TEST(GlobalError, NextTolerancesFollowFromTheDifference) {
  const Bench bench;
  const auto next = [&](double size) {
    const Solution coarse = bench.solution(1e-4, size), fine = bench.solution(1e-5, size);
    return next_tolerances(coarse, fine, compare(coarse, fine, bench.wanted));
  };
  EXPECT_EQ(next(2)->coarse, 1e-5) << "the fine one will do as the coarse one";
  EXPECT_NEAR(next(2)->fine, 1e-6, 1e-12);
  EXPECT_LT(next(1000)->coarse, 1e-4 / 1000) << "much too large: far smaller ones at once";
  EXPECT_GT(next(1000)->coarse, 1e-4 / 10000);
}

TEST(GlobalError, BelowRoundingThereIsNoNextIntegration) {
  const Bench bench;
  const Solution coarse = bench.solution(1e-13, 1e9), fine = bench.solution(1e-14, 1e9);
  EXPECT_FALSE(next_tolerances(coarse, fine, compare(coarse, fine, bench.wanted)));
  EXPECT_EQ(first_tolerances(1e-14).coarse, 1e-13);
  EXPECT_NEAR(first_tolerances(1e-14).fine, 1e-14, 1e-28);
  EXPECT_NEAR(first_tolerances(1e-6).coarse, 3e-7, 1e-20) << "a little room";
  EXPECT_NEAR(first_tolerances(1e-6).fine, 3e-8, 1e-20);
}

// A satellite was trusted and wrong by 14 tolerances: integrations with 1.02e-14 and 1e-14 agreed.
TEST(GlobalError, OfNearlyEqualTolerancesTheDifferenceIsAPartOfTheError) {
  const Bench bench;
  const Solution fine = bench.solution(1e-6, 0);
  const auto largest = [&](double ratio) {  // the solution differs by the tolerance
    return compare(bench.solution(ratio * 1e-6, 1), fine, bench.wanted).largest / ratio;
  };
  const double usual = largest(10);
  EXPECT_NEAR(largest(1.02), 50 * usual, 0.1 * usual);
  EXPECT_NEAR(largest(1.5), 2 * usual, 1e-3 * usual);
  EXPECT_NEAR(largest(2), usual, 1e-3 * usual);
  const Solution coarse = bench.solution(1.0e-13, 1e3), near = bench.solution(1.005e-14, 1e3);
  EXPECT_FALSE(next_tolerances(coarse, near, compare(coarse, near, bench.wanted)));
}

// Two errors of the same size may be nearly equal by chance.
TEST(GlobalError, AccuracyOfAPairIsThatOfARunWhichBeginsWithIt) {
  for (const double relative : {1e-2, 1e-4, 3e-5, 1e-9, 1e-14})
    EXPECT_EQ(accuracy_of(first_tolerances(relative), relative), relative);
  EXPECT_NEAR(accuracy_of({3e-7, 3e-8}, 1e-4), 1e-6, 1e-18);
}

TEST(GlobalError, CountsFiveTimesWhereRoundingDecides) {
  const Bench bench;
  const Solution coarse = bench.solution(1e-4, 0.5);
  Solution fine = bench.solution(1e-5, 0.5);
  const double usual = compare(coarse, fine, bench.wanted).largest;
  const double row = error_of_rows(coarse, fine, bench.wanted)[4];
  fine.rounding_factor = 5;
  const Difference d = compare(coarse, fine, bench.wanted);
  EXPECT_NEAR(d.largest, 5 * usual, 1e-12);
  EXPECT_FALSE(d.is_small());
  EXPECT_NEAR(error_of_rows(coarse, fine, bench.wanted)[4], 5 * row, 1e-15);
  EXPECT_FALSE(next_tolerances(coarse, fine, d));
}

TEST(GlobalError, OfARowIsThatOfItsNeighboursWhereADifferenceChangesItsSign) {
  const Bench bench;
  Solution coarse = bench.solution(1e-4, 0);
  coarse.reals[2 * 5] += 3e-5;
  const std::vector<double> errors = error_of_rows(coarse, bench.solution(1e-5, 0), bench.wanted);
  for (const std::size_t row : {4U, 5U, 6U}) EXPECT_NEAR(errors[2 * row], 3e-5, 1e-15);
  EXPECT_EQ(errors[2 * 3], 0);
}

TEST(GlobalError, FewRowsOfMultistepMethodsAreComparedAllAlongTheRun) {
  const Wanted few = wanted_at({0, 10}), many = wanted_at({0, 10}, true);
  EXPECT_EQ(few.times.size(), 5U);
  EXPECT_EQ(many.times.size(), 55U);
  for (const Wanted& wanted : {few, many}) {
    EXPECT_TRUE(std::ranges::is_sorted(wanted.times));
    EXPECT_EQ(wanted.times.size(), wanted.stride + 1);  // two rows
    EXPECT_EQ(wanted.times.back(), 10);
  }
  EXPECT_LT(many.times[1], 0.2);
  EXPECT_EQ(wanted_at(std::vector<double>(200, 1.0), true).times.size(), 200U);
}

TEST(GlobalError, EventsLeadWhereStepsEndAtThemAndTheOrderIsHigh) {
  EXPECT_TRUE(is_led_by_events(1000, 2002, 8));
  EXPECT_FALSE(is_led_by_events(1000, 4000, 8));  // the tolerance makes some of the steps
  EXPECT_FALSE(is_led_by_events(1000, 2002, 5));  // a much smaller one would make most of them
  EXPECT_FALSE(is_led_by_events(20, 42, 8));      // a short run, where another integration is cheap
}

}  // namespace
}  // namespace bw::ode::global_error_test
