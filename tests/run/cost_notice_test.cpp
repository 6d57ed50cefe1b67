#include "run/publish/cost_notice.h"

#include <gtest/gtest.h>

#include "support/contains.h"

namespace bw::run::cost_notice_test {
namespace {

using test::contains;

TEST(CostNotice, SaysEarlyHowLongALongRunTakesAndWhatIsQuicker) {
  const auto sentence =
      cost_notice({.seconds = 12, .done = 60, .expected = 3060, .runs = 3, .interval = 0.002});
  ASSERT_TRUE(sentence);
  EXPECT_TRUE(contains(*sentence, "the first 3 runs with different step sizes take about 10 min"));
  EXPECT_TRUE(contains(*sentence, "a communication step takes about 200 ms"));
  EXPECT_TRUE(contains(*sentence, "longer --interval (now 0.002)"));
  EXPECT_TRUE(contains(*sentence, "--tolerance 0.001"));
  EXPECT_TRUE(contains(*sentence, "--step 0.002, which does not estimate the error"));
}

TEST(CostNotice, SaysHoursMinutesAndSeconds) {
  EXPECT_TRUE(
      contains(cost_notice({.seconds = 10, .done = 1, .expected = 661}).value(), "110 min"));
  EXPECT_TRUE(contains(cost_notice({.seconds = 10, .done = 1, .expected = 1081}).value(), "3 h"));
  const std::string of_seconds = cost_notice({.seconds = 10, .done = 2, .expected = 20}).value();
  EXPECT_TRUE(contains(of_seconds, "90 s"));
  EXPECT_TRUE(contains(of_seconds, "a communication step takes about 5 s."));
}

TEST(CostNotice, IsSilentWhereARunIsShortOrItsRateIsNotKnown) {
  EXPECT_FALSE(cost_notice({.seconds = 2, .done = 1, .expected = 1000}));
  EXPECT_FALSE(cost_notice({.seconds = 20, .done = 50, .expected = 100}));
  EXPECT_FALSE(cost_notice({.seconds = 20, .done = 0, .expected = 100}));
}

}  // namespace
}  // namespace bw::run::cost_notice_test
