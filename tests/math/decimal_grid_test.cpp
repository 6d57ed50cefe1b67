#include "math/decimal_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace bw::math::decimal_grid_test {
namespace {

// k hundredths, thousandths, ... as somebody writes them.
double written(std::int64_t k, int digits) {
  return std::stod(std::to_string(k) + "e-" + std::to_string(digits));
}

TEST(DecimalGrid, TimesAreTheNearestDoublesOfTheirDecimals) {
  for (int digits = 1; digits <= 9; ++digits) {
    const DecimalGrid grid(0, written(1, digits));
    ASSERT_TRUE(grid.is_decimal());
    for (std::int64_t k = 0; k < 3000; ++k) ASSERT_EQ(grid.at(k), written(k, digits)) << k;
  }
  EXPECT_EQ(DecimalGrid(0, 0.1).at(3), 0.3);
  EXPECT_EQ(DecimalGrid(-0.2, 0.1).at(3), 0.1);
  EXPECT_EQ(DecimalGrid(1e-3, 2e-12).at(7), 1.000000014e-3);
  EXPECT_EQ(DecimalGrid(100, 3600).at(7), 25300);
}

TEST(DecimalGrid, AQuotientThatMissesItsDecimalByARoundingIsMeant) {
  for (const double stop : {0.3, 0.7, 1.1, 2.3, 12.6, 0.06}) {
    const DecimalGrid grid(0, stop / 500);
    EXPECT_TRUE(grid.is_decimal()) << stop;
    EXPECT_EQ(grid.at(500), stop);
    EXPECT_EQ(grid.at(250), stop / 2);
  }
}

TEST(DecimalGrid, OtherIntervalsAreMultiplied) {
  const double third = 1.0 / 3, start = std::sqrt(2.0);
  EXPECT_FALSE(DecimalGrid(0, third).is_decimal());
  EXPECT_EQ(DecimalGrid(0, third).at(5), 5 * third);
  EXPECT_EQ(DecimalGrid(start, 0.1).at(0), start);
  EXPECT_EQ(DecimalGrid(start, 0.1).at(3), start + 3 * 0.1);
  EXPECT_EQ(DecimalGrid(1e300, 1e299).at(1), 1e300 + 1e299);
}

TEST(DecimalGrid, TimesRise) {
  const DecimalGrid grid(0.5, 1e-7);
  for (std::int64_t k = 0; k < 100'000; ++k) ASSERT_LT(grid.at(k), grid.at(k + 1));
  EXPECT_NEAR(grid.at(1LL << 60), 0.5 + 1e-7 * std::pow(2.0, 60), 1e-3);
}

}  // namespace
}  // namespace bw::math::decimal_grid_test
