#include "math/norms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace bw::math {
namespace {

using Values = std::vector<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Norms, OneIsExactlyAsMuchAsTheToleranceAllows) {
  const Tolerance tolerance{.relative = 0.25, .absolute = 0.5};
  EXPECT_EQ(wrms_distance(Values{6}, Values{4}, tolerance), 1.0);
  EXPECT_EQ(wrms_distance(Values{-6}, Values{-4}, tolerance), 1.0);
}

TEST(Norms, TheWeightsComeFromTheFirstArgument) {
  const Tolerance tolerance{.relative = 1, .absolute = 0};
  EXPECT_DOUBLE_EQ(wrms_distance(Values{2}, Values{4}, tolerance), 1.0);
  EXPECT_DOUBLE_EQ(wrms_distance(Values{4}, Values{2}, tolerance), 0.5);
}

TEST(Norms, TheSumIsDividedByTheNumberOfSignals) {
  const Tolerance tolerance{.relative = 0, .absolute = 1};
  EXPECT_DOUBLE_EQ(wrms_distance(Values{3, 0}, Values{0, 4}, tolerance), std::sqrt(12.5));
  EXPECT_DOUBLE_EQ(wrms_distance(Values(50, 1.0), Values(50, 0.0), tolerance), 1.0);
}

TEST(Norms, NoSignalsHaveNoDistance) { EXPECT_EQ(wrms_distance({}, {}, {}), 0.0); }

TEST(Norms, EqualSignalsHaveNoDistance) {
  EXPECT_EQ(wrms_distance(Values{1, -2, 0}, Values{1, -2, 0}, {}), 0.0);
}

TEST(Norms, WhatIsNotFiniteIsNeverWithinTheTolerance) {
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_FALSE(wrms_distance(Values{0, bad}, Values{0, 0}, {}) <= 1.0) << bad;
    EXPECT_FALSE(wrms_distance(Values{0, 0}, Values{0, bad}, {}) <= 1.0) << bad;
    EXPECT_FALSE(wrms_distance(Values{0, bad}, Values{0, bad}, {}) <= 1.0) << bad;
  }
}

TEST(Norms, AWeightOfZeroPassesNothing) {
  const Tolerance tolerance{.relative = 1, .absolute = 0};
  EXPECT_FALSE(wrms_distance(Values{0}, Values{1}, tolerance) <= 1.0);
  EXPECT_FALSE(wrms_distance(Values{0}, Values{0}, tolerance) <= 1.0);  // 0/0
}

TEST(Norms, AnOverflowIsNotSmall) {
  EXPECT_FALSE(wrms_distance(Values{1e-300}, Values{1e300}, {0, 1e-300}) <= 1.0);
}

TEST(Norms, FiniteMeansEveryOne) {
  EXPECT_TRUE(all_finite({}));
  EXPECT_TRUE(all_finite(Values{0.0, -0.0, 1e308, -1e308, 1e308, 5e-324}));
  for (const double bad : {nan, -nan, infinity, -infinity})
    for (std::size_t place = 0; place < 9; ++place) {
      Values values(9, 1e308);
      values[place] = bad;
      EXPECT_FALSE(all_finite(values)) << bad << " at " << place;
    }
}

TEST(Norms, OppositeInfinitiesDoNotCancel) {
  EXPECT_FALSE(all_finite(Values{infinity, -infinity}));
}

}  // namespace
}  // namespace bw::math
