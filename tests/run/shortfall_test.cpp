#include "run/publish/shortfall.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace bw::run::shortfall_test {
namespace {

TEST(Shortfall, BeginsWithTheFirstRowThatIsNotGoodEnough) {
  const std::array<double, 4> times = {0, 1, 2, 3};
  const std::array<double, 8> values = {1, 1, 1, 1, 1, 1, 1, 1};
  const std::array<double, 8> errors = {0, 9, 0.01, 9, 0.3, 9, 0.1, 9};
  EXPECT_EQ(first_beyond({times, values, errors, 2, 0, 0.1, 0.05}), 2);
  EXPECT_EQ(first_beyond({times, values, errors, 2, 1, 0.1, 0.05}), 0);
  EXPECT_EQ(first_beyond({times, values, errors, 2, 0, 1, 0}), 3) << "none: the end";
}

TEST(Shortfall, IsAWarningWithinTenTolerancesAndAnErrorAbove) {
  EXPECT_EQ(severity_of(1.5), Severity::warning);
  EXPECT_EQ(severity_of(10), Severity::warning);
  EXPECT_EQ(severity_of(10.1), Severity::error);
  EXPECT_EQ(severity_of(std::numeric_limits<double>::quiet_NaN()), Severity::error);
}

}  // namespace
}  // namespace bw::run::shortfall_test
