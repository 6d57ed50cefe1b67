#include "ode/methods/tight_tolerance.h"

#include <gtest/gtest.h>

namespace bw::ode::tight_tolerance_test {
namespace {

TEST(TightTolerance, IsAShareOfTheTolerance) {
  EXPECT_DOUBLE_EQ(tight_tolerance(1e-6), 1e-10);
  EXPECT_DOUBLE_EQ(tight_tolerance(1e-9), 1e-13);
}

// Else two integrations would make the same steps, and their difference would be no estimate.
TEST(TightTolerance, IsNeverTheSameForTwoTolerances) {
  double before = 1;
  for (double relative = 1e-3; relative > 2e-14; relative /= 10) {
    EXPECT_LT(tight_tolerance(relative), 0.8 * before) << relative;
    before = tight_tolerance(relative);
  }
}

TEST(TightTolerance, StaysAboveTheRoundingOfAStep) {
  EXPECT_GT(tight_tolerance(1e-14), 9e-16);
  EXPECT_LE(tight_tolerance(1e-14), 1e-14);
}

}  // namespace
}  // namespace bw::ode::tight_tolerance_test
