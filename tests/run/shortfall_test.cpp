#include "run/publish/shortfall.h"

#include <gtest/gtest.h>

#include <array>

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

TEST(Shortfall, IsReportedInWordsOfTheProblem) {
  EXPECT_EQ(
      less_accurate("predator.y", 12.3, 31, 100),
      "the error of predator.y is 12.3 times the tolerance at t = 100 (above it from t = 31)");
  EXPECT_EQ(less_accurate("x", 2, 5, 5), "the error of x is 2 times the tolerance at t = 5");
}

}  // namespace
}  // namespace bw::run::shortfall_test
