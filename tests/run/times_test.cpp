#include "run/spec/times.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bw::run::times_test {
namespace {

TEST(Times, ANumberIsInSecondsAndAUnitConverts) {
  EXPECT_EQ(read_time("10").seconds, 10);
  EXPECT_EQ(read_time("-1.5e3").seconds, -1500);
  EXPECT_EQ(read_time("1h").seconds, 3600);
  EXPECT_EQ(read_time(" 5 min ").seconds, 300);
  EXPECT_EQ(read_time("-2d").seconds, -172800);
  EXPECT_EQ(read_time("1a").seconds, 365 * 86400.0);
  EXPECT_EQ(read_time("+3 s").seconds, 3);
}

TEST(Times, FractionsOfASecondAreRoundedOnce) {
  EXPECT_EQ(read_time("9ms").seconds, 0.009);
  EXPECT_EQ(read_time("0.3 ms").seconds, 0.0003);
  EXPECT_EQ(read_time("7 µs").seconds, 7e-6);
}

TEST(Times, OfRowsInAnotherUnitAreTheDecimalsThatAreMeant) {
  for (int k = 0; k <= 1000; ++k) EXPECT_EQ(in_unit(6 * k / 10.0, 60), k / 100.0) << k;
  EXPECT_EQ(in_unit(0.1 + 0.2, 1), 0.1 + 0.2);
  EXPECT_EQ(in_unit(100, 60), 100.0 / 60);
  EXPECT_LE(in_unit(1e8, 3600), in_unit(std::nextafter(1e8, 2e8), 3600));
}

TEST(Times, WhatIsNoTimeSaysWhy) {
  EXPECT_EQ(read_time("abc").wrong, "it got 'abc'");
  EXPECT_EQ(read_time("").wrong, "it got ''");
  EXPECT_EQ(read_time("1,5").wrong, "it got '1,5'");
  EXPECT_EQ(read_time("3 kW").wrong, "'kW' is no unit of time; use ms, s, min, h, d or a");
  EXPECT_EQ(read_time("3 parsecs").wrong,
            "the unit 'parsecs' is not known; use ms, s, min, h, d or a");
  EXPECT_EQ(read_time("3 seconds").wrong, "write s for the unit 'seconds'");
  EXPECT_EQ(read_time("5m").wrong, "'m' means metres; write min for minutes");
}

}  // namespace
}  // namespace bw::run::times_test
