#include "diagnose/stability.h"

#include <gtest/gtest.h>

namespace bw::diagnose::stability_test {
namespace {

using Values = std::vector<std::complex<double>>;

TEST(Stability, EigenvaluesToTheRightAreUnstable) {
  EXPECT_EQ(count_unstable(Values{1e-3, -1}, 1e-10), 1U);
  EXPECT_EQ(count_unstable(Values{{0.1, 5.0}, {0.1, -5.0}}, 1e-9), 2U);
  EXPECT_EQ(count_unstable(Values{-1e-3, -1}, 1e-10), 0U);
  EXPECT_EQ(count_unstable(Values{1e-14, -1}, 1e-10), 0U);  // a sign of rounding
  EXPECT_EQ(count_unstable({}, 0), 0U);
}

TEST(Stability, ZeroIsWhatTheJacobianCannotDistinguishFromIt) {
  EXPECT_DOUBLE_EQ(zero_of(3, {}), 3e-10);
  EXPECT_DOUBLE_EQ(zero_of(3, 1e-12), 3e-10);
  EXPECT_EQ(zero_of(3, 1e-6), 1e-6);
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
}  // namespace bw::diagnose::stability_test
