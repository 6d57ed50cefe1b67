#include "diagnose/stability.h"

#include <gtest/gtest.h>

namespace bw::diagnose {
namespace {

using Values = std::vector<std::complex<double>>;

TEST(Stability, AnEigenvalueToTheRightIsUnstable) {
  EXPECT_EQ(count_unstable(Values{1e-3, -1}, 1, true), 1U);
  EXPECT_EQ(count_unstable(Values{{0.1, 5.0}, {0.1, -5.0}}, 5, false), 2U);
  EXPECT_EQ(count_unstable(Values{-1e-3, -1}, 1, true), 0U);
  EXPECT_EQ(count_unstable({}, 0, true), 0U);
}

TEST(Stability, AZeroWithASignOfRoundingIsNot) {
  EXPECT_EQ(count_unstable(Values{1e-14, -1}, 1, true), 0U);
  EXPECT_EQ(count_unstable(Values{5e-10, -1}, 1, false), 0U);
  EXPECT_EQ(count_unstable(Values{5e-10, -1}, 1, true), 1U);
}

TEST(Stability, PeriodsThatTouchAreOne) {
  Stability stability;
  stability.add(0, 1, false);
  stability.add(1, 2, true);
  stability.add(2, 3, true);
  stability.add(3, 4, false);
  stability.add(4, 5, true);
  ASSERT_EQ(stability.unstable_periods().size(), 2U);
  EXPECT_EQ(stability.unstable_periods()[0].begin, 1);
  EXPECT_EQ(stability.unstable_periods()[0].end, 3);
  EXPECT_DOUBLE_EQ(stability.share(), 0.6);
}

TEST(Stability, NothingSeenIsNothingUnstable) { EXPECT_EQ(Stability().share(), 0); }

}  // namespace
}  // namespace bw::diagnose
