#include "cosim/march/pace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bw::cosim::pace_test {
namespace {

constexpr ChosenSteps steps{.first = 0.1, .least = 1e-3, .most = 2, .iterations = 5};

Tried done(double t, double h, double error, int iterations = 1) {
  return {.t = t, .h = h, .iterations = iterations, .error = error};
}

Tried failed(double h, double error) {
  return {.outcome = Tried::Outcome::inaccurate, .h = h, .error = error};
}

double next_after(bool error_test, const Tried& tried) {
  const auto pace = make_chosen_pace(0, 100, steps, error_test, steps.first);
  pace->accepted(tried, tried.t + tried.h);
  const double t = tried.t + tried.h;
  return pace->target(t) - t;
}

TEST(ChosenPace, FollowsTheErrorByTheIntegralLaw) {
  EXPECT_NEAR(next_after(true, done(1, 0.5, 0.81)), 0.5, 1e-12);
  EXPECT_NEAR(next_after(true, done(1, 0.5, 1)), 0.45, 1e-12);
  EXPECT_NEAR(next_after(true, done(1, 0.5, 0.25)), 0.9, 1e-12);
}

TEST(ChosenPace, GrowsAtMostTwofoldAndNotBeyondTheLargestStep) {
  EXPECT_NEAR(next_after(true, done(1, 0.5, 1e-9)), 1, 1e-12);
  EXPECT_NEAR(next_after(true, done(1, 0.5, 0)), 1, 1e-12);
  EXPECT_NEAR(next_after(true, done(1, 1.5, 1e-9)), 2, 1e-12);
}

TEST(ChosenPace, WithoutATestGrowsAfterAFastIterationOnly) {
  EXPECT_NEAR(next_after(false, done(1, 0.5, 0, 2)), 1, 1e-12);
  EXPECT_NEAR(next_after(false, done(1, 0.5, 0, 3)), 0.5, 1e-12) << "more than half of five";
}

TEST(ChosenPace, ShrinksByTheSameLawAtMostFivefold) {
  const auto pace = make_chosen_pace(0, 100, steps, true, 0.5);
  EXPECT_TRUE(pace->rejected(failed(0.5, 9)));
  EXPECT_NEAR(pace->target(0), 0.15, 1e-12);
  EXPECT_TRUE(pace->rejected(failed(0.15, 1e6)));
  EXPECT_NEAR(pace->target(0), 0.03, 1e-12);
  EXPECT_TRUE(pace->rejected(failed(0.03, std::numeric_limits<double>::quiet_NaN())));
  EXPECT_NEAR(pace->target(0), 0.006, 1e-12);
}

TEST(ChosenPace, ALoopThatDoesNotConvergeGetsAFifth) {
  const auto pace = make_chosen_pace(0, 100, steps, true, 0.5);
  EXPECT_TRUE(pace->rejected({.outcome = Tried::Outcome::not_converged, .h = 0.5}));
  EXPECT_NEAR(pace->target(0), 0.1, 1e-12);
}

TEST(ChosenPace, EndsAtTheSmallestStep) {
  const auto pace = make_chosen_pace(0, 100, steps, true, 0.002);
  EXPECT_TRUE(pace->rejected(failed(0.002, 100)));
  EXPECT_NEAR(pace->target(0), 1e-3, 1e-15);
  EXPECT_FALSE(pace->rejected(failed(1e-3, 100)));
}

// A step is a difference of rounded times: 1e-9 at t = 1 is 1.00000008e-9, and must be seen.
TEST(ChosenPace, TheSmallestStepIsKnownInSpiteOfRounding) {
  const ChosenSteps tiny{.first = 1e-9, .least = 1e-9, .most = 1};
  for (const double t : {0.0, 0.999999998628, 1.0, 77.7, 1e5}) {
    const auto pace = make_chosen_pace(0, 1e6, tiny, true, 1e-9);
    Tried tried = failed(pace->target(t) - t, 100);
    tried.t = t;
    EXPECT_TRUE(pace->is_smallest(tried)) << t;
    EXPECT_FALSE(pace->rejected(tried)) << t;
  }
}

TEST(ChosenPace, StretchesTheLastStepOverATinyRest) {
  const auto pace = make_chosen_pace(0, 1, {.first = 0.5, .least = 1e-9, .most = 1}, true, 0.5);
  EXPECT_EQ(pace->target(0.5 - 1e-8), 1);
  EXPECT_EQ(pace->target(0.5), 1);
  EXPECT_LT(pace->target(0.499), 1);
}

TEST(ChosenPace, ARestBelowTheSmallestStepIsSharedByTwo) {
  const auto pace = make_chosen_pace(0, 1, {.first = 0.3, .least = 0.2, .most = 0.3}, true, 0.3);
  EXPECT_NEAR(pace->target(0.55), 0.775, 1e-12) << "not 0.85 and a rest of 0.15";
  EXPECT_NEAR(pace->target(0.4), 0.7, 1e-12);
}

TEST(ChosenPace, TheSameStepIsNeverTriedAgain) {
  for (const double t : {0.0, 0.7, 0.85, 0.9, 0.95, 0.999}) {
    const auto pace = make_chosen_pace(0, 1, {.first = 0.1, .least = 0.1, .most = 0.1}, true, 0.1);
    double end = pace->target(t);
    for (int tries = 0; tries < 10; ++tries) {
      Tried tried = failed(end - t, 1e9);
      tried.t = t;
      if (!pace->rejected(tried)) break;
      EXPECT_LT(pace->target(t), end) << t;
      end = pace->target(t);
      EXPECT_LT(tries, 5) << t;
    }
  }
}

TEST(ChosenPace, AStepThatWasCutShortForAnEventDoesNotMakeTheNextOnesShort) {
  const auto pace = make_chosen_pace(0, 100, steps, true, 0.8);
  pace->limit(0.01);
  EXPECT_EQ(pace->target(0), 0.01);
  pace->accepted(done(0, 0.01, 0.5), 0.01);
  EXPECT_NEAR(pace->target(0.01) - 0.01, 0.8, 1e-12);
}

TEST(GridPace, GoesOnFromACutStepToTheNextPoint) {
  const auto pace = make_grid_pace({.start = 0, .stop = 1, .interval = 0.25});
  EXPECT_EQ(pace->target(0), 0.25);
  pace->limit(0.1);
  EXPECT_EQ(pace->target(0), 0.1);
  EXPECT_FALSE(pace->at_grid(0.1));
  pace->accepted({}, 0.1);
  EXPECT_EQ(pace->target(0.1), 0.25);
  EXPECT_TRUE(pace->at_grid(0.25));
  pace->accepted({}, 0.25);
  EXPECT_EQ(pace->target(0.25), 0.5);
}

TEST(GridPace, RollsBackWithAnUndoneStep) {
  for (const int substeps : {1, 2, 5}) {
    const auto pace =
        make_grid_pace({.start = 1, .stop = 3, .interval = 0.25, .substeps = substeps});
    std::vector<double> times = {1};
    while (times.back() < 3) {
      times.push_back(pace->target(times.back()));
      pace->accepted({}, times.back());
    }
    for (std::size_t k = times.size() - 1; k > 0; --k) {
      pace->undone(times[k - 1]);
      EXPECT_EQ(pace->target(times[k - 1]), times[k]) << substeps << " " << k;
    }
  }
}

}  // namespace
}  // namespace bw::cosim::pace_test
