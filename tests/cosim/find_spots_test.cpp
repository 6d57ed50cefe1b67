#include "cosim/chain/find_spots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "support/cosim/jumping_components.h"

namespace bw::cosim::find_spots_test {
namespace {

using namespace test;  // its components are the vocabulary here

// One signal, at the ends of steps that change their length at t = 5.
std::vector<Spot> spots_of(const std::function<double(double)>& signal, double later = 0.1) {
  Kit kit;
  kit.add<Ramp>();
  Coupling coupling = kit.couple({});
  RecentSlopes recent(coupling, {.relative = 1e-6});
  recent.forget({{signal(0)}, {}});
  std::vector<Spot> spots;
  for (double t = 0; t < 10;) {
    const double h = t < 4.99 ? 0.1 : later;
    recent.see(t, h, {{signal(t + h)}, {}});
    find_spots(recent, spots);
    t += h;
  }
  return spots;
}

TEST(FindSpots, AFrontWithinAStepIsSteep) {
  const auto spots = spots_of([](double t) { return t < 3.33 ? 0.0 : 1.0; });
  ASSERT_FALSE(spots.empty());
  for (const Spot& spot : spots) EXPECT_NEAR(spot.time, 3.33, 0.25);
  EXPECT_GT(spots[0].size, 1e5);  // tolerances
}

// A fifth of it before the communication point at 3.3, the rest after it.
TEST(FindSpots, AFrontOnBothSidesOfACommunicationPointIsOne) {
  const auto spots = spots_of([](double t) { return t < 3.29 ? 0.0 : t < 3.35 ? 0.2 : 1.0; });
  ASSERT_EQ(spots.size(), 1U);
  EXPECT_NEAR(spots[0].time, 3.3, 1e-9);
  EXPECT_NEAR(spots[0].step, 0.2, 1e-9);
  EXPECT_GT(spots[0].size, 1e5);
}

// It may be that of a signal which catches up there; other chains decide, signal by signal.
TEST(FindSpots, AFrontWhereStepsChangeTheirLengthHasItsSignal) {
  const auto spots = spots_of([](double t) { return t < 5.001 ? 0.0 : 1.0; }, 0.05);
  ASSERT_FALSE(spots.empty());
  EXPECT_EQ(spots[0].catching_up, 0);
  EXPECT_NEAR(spots[0].step, 0.05, 1e-9);
}

TEST(FindSpots, AKinkIsBent) {
  const auto spots = spots_of([](double t) { return std::min(t, 3.33); });
  ASSERT_FALSE(spots.empty());
  for (const Spot& spot : spots) {
    EXPECT_NEAR(spot.time, 3.33, 0.25);
    EXPECT_EQ(spot.catching_up, -1);
  }
}

TEST(FindSpots, SmoothSignalsHaveNone) {
  EXPECT_TRUE(spots_of([](double t) { return std::sin(t) + 0.1 * t; }).empty());
  EXPECT_TRUE(spots_of([](double t) { return std::exp(-t); }).empty());
}

// Its lag is a part of the step: where steps become short it catches up in the first of them.
TEST(FindSpots, ASignalThatCatchesUpIsMarked) {
  const auto spots = spots_of([](double t) { return t < 5.001 ? t - 0.03 : t; }, 0.005);
  ASSERT_FALSE(spots.empty());
  EXPECT_EQ(spots[0].catching_up, 0);
  EXPECT_NEAR(spots[0].time, 5, 0.1);
}

}  // namespace
}  // namespace bw::cosim::find_spots_test
