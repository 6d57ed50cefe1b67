#include "ode/events/indicator_noise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bw::ode::indicator_noise_test {
namespace {

using In = std::span<const double>;
using Out = std::span<double>;

IndicatorNoise of_differences() {
  IndicatorNoise noise;
  // A difference of large numbers, a small number itself, and one of the time.
  noise.measure(3, std::vector<double>{1000, 1000, 1e-20}, 3, [](double t, In x, Out z) {
    z[0] = x[0] - x[1];
    z[1] = x[2];
    z[2] = t - 3;
  });
  return noise;
}

TEST(IndicatorNoise, ADifferenceOfLargeNumbersHasAWideBand) {
  const IndicatorNoise noise = of_differences();
  EXPECT_GT(noise.band(0), 1e-12);
  EXPECT_LT(noise.band(0), 1e-10);
  EXPECT_LT(noise.band(1), 1e-33);
  EXPECT_GT(noise.band(2), 1e-15);
  EXPECT_LT(noise.rounding(0), 1e-12);
  EXPECT_LT(noise.band(2), 1e-13);
}

TEST(IndicatorNoise, WithinTheBandTheSideIsKept) {
  const IndicatorNoise noise = of_differences();
  std::vector<double> z{-1e-13, -1e-13, 0.5};
  noise.keep_sides(std::vector<double>{1e-13, 1e-13, -0.5}, z);
  EXPECT_EQ(z[0], 1e-13);   // both within the band
  EXPECT_EQ(z[1], -1e-13);  // the band is narrower
  EXPECT_EQ(z[2], 0.5);
  EXPECT_TRUE(noise.covers_any(z));
  EXPECT_FALSE(noise.covers_any(std::vector<double>{1, 1, 1}));
}

// A model that iterates returns another last digit for the same arguments.
TEST(IndicatorNoise, WhatDiffersForTheSameArgumentsWidensTheBand) {
  IndicatorNoise noise;
  EXPECT_FALSE(noise.widen(0, 1e-14));  // nothing is known of its size
  noise.see(std::vector<double>{-0.3});
  EXPECT_FALSE(noise.widen(0, 1e-5));
  EXPECT_TRUE(noise.widen(0, 6e-14));
  noise.measure(1, {}, 1, [](double, In, Out z) { z[0] = -2e-15; });
  EXPECT_TRUE(noise.covers(0, 6e-14));
  EXPECT_FALSE(noise.covers(0, 1e-11));
}

TEST(IndicatorNoise, AJumpIsNoNoise) {
  IndicatorNoise noise;
  noise.see(std::vector<double>{1});
  int calls = 0;
  noise.measure(1, {}, 1, [&](double, In, Out z) { z[0] = ++calls % 2 == 0 ? 1 : -1; });
  EXPECT_FALSE(noise.covers(0, 1));
}

TEST(IndicatorNoise, BeforeItIsMeasuredEveryChangeCounts) {
  const IndicatorNoise noise;
  std::vector<double> z{-1e-300};
  noise.keep_sides(std::vector<double>{1e-300}, z);
  EXPECT_EQ(z[0], -1e-300);
  EXPECT_FALSE(noise.covers(0, 0));
}

}  // namespace
}  // namespace bw::ode::indicator_noise_test
