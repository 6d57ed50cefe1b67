#include "ode/events/near_event.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace bw::ode::near_event_test {
namespace {

constexpr std::array<double, 2> x = {1, 2}, weights = {0.1, 0.01};

double distance(std::array<double, 2> at_rest, const IndicatorFunction& indicators) {
  return distance_to_event(x, weights, at_rest, indicators);
}

TEST(NearEvent, IsMeasuredInTolerancesOfTheStates) {
  const double found = distance({9, 9}, [](auto at, auto z) {
    z[0] = at[0] + at[1] - 2.78;  // 0.22, and both tolerances move it by 0.11
    z[1] = 100;
  });
  EXPECT_NEAR(found, 2, 1e-9);
}

TEST(NearEvent, IsTheNearestOfAllIndicators) {
  const double found = distance({9, 9}, [](auto at, auto z) {
    z[0] = at[0] - 0.5;
    z[1] = 2.02 - at[1];
  });
  EXPECT_NEAR(found, 2, 1e-9);
}

TEST(NearEvent, IsNoneWhereTheIndicatorRests) {
  const double found = distance({1e-17, 9}, [](auto at, auto z) {
    z[0] = at[0] - 1;
    z[1] = at[0] + 99;
  });
  EXPECT_NEAR(found, 1000, 1e-6) << "only the other one counts";
}

TEST(NearEvent, IsNoneWhereNoIndicatorDependsOnTheStates) {
  EXPECT_TRUE(std::isinf(distance({9, 9}, [](auto, auto z) { z[0] = z[1] = 1e-30; })));
}

}  // namespace
}  // namespace bw::ode::near_event_test
