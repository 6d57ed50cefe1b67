#include "equation/code/event_times.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bw::equation::event_times_test {
namespace {

TEST(EventTimes, AreTheNumbersThatWereMeant) {
  EXPECT_EQ(bw_as_written(3 * 0.1), 0.3);
  EXPECT_EQ(bw_as_written(7 * 0.1), 0.7);
  EXPECT_EQ(bw_as_written(1e-30), 1e-30);
  EXPECT_EQ(bw_as_written(0), 0);
  EXPECT_EQ(bw_as_written(std::numeric_limits<double>::infinity()), HUGE_VAL);
  EXPECT_NE(bw_as_written(1.0 / 3), 0.333333333333333);
}

// A half of the last digit: away from zero on both sides.
TEST(EventTimes, AreTheSameBelowZero) {
  for (double t = 0.6; t < 0.6 + 1e-12; t = std::nextafter(t, 1))
    ASSERT_EQ(bw_as_written(-t), -bw_as_written(t)) << t;
}

TEST(EventTimes, TheFirstSampleBehindATimeIsFound) {
  EXPECT_EQ(bw_count_behind(0, 0.1, 0.3), 4);
  EXPECT_EQ(bw_count_behind(0, 0.1, std::nextafter(0.3, 0)), 3);
  EXPECT_EQ(bw_count_behind(5, 0.1, 0), 0);
  EXPECT_LT(bw_count_behind(0, 1e-20, 1), 0);
}

}  // namespace
}  // namespace bw::equation::event_times_test
