// Scalars of curves: the true value lies within the error.

#include "study/results/functionals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace bw::study::functionals_test {
namespace {

struct Sampled {
  std::vector<double> t, x, e;
  Curve curve() const { return {t, x, e}; }
};

// sin on rows at this distance, each off by the error.
Sampled sine(double h, double error) {
  Sampled made;
  for (int k = 0; k * h <= 7 + 1e-9; ++k) {
    made.t.push_back(k * h);
    made.x.push_back(std::sin(k * h) + error);
    made.e.push_back(std::abs(error));
  }
  return made;
}

void expect_within(const Estimate& found, double truth, double most) {
  EXPECT_LE(std::abs(found.value - truth), found.error * 1.01 + 1e-12) << found.value;
  EXPECT_LT(found.error, most) << found.value;
}

TEST(Functionals, TheTruthIsWithinTheError) {
  for (const double error : {1e-3, -1e-3, 1e-6})
    for (const double h : {0.1, 0.01}) {
      const Sampled s = sine(h, error);
      const double end = s.t.back(), e = std::abs(error), rows = h * h;
      expect_within(at_end(s.curve()), std::sin(end), 1.1 * e);
      expect_within(largest(s.curve()), 1, 2 * e + rows / 2);
      expect_within(smallest(s.curve()), -1, 2 * e + rows / 2);
      expect_within(integral(s.curve()), 1 - std::cos(end), end * e * 1.1 + 2 * std::pow(h, 3));
      expect_within(mean(s.curve()), (1 - std::cos(end)) / end, 1.1 * e + std::pow(h, 3));
      expect_within(first_time_above(s.curve(), 0.5), std::asin(0.5), 3 * e + rows);
      expect_within(time_of_largest(s.curve()), std::numbers::pi / 2, 3 * std::sqrt(e) + 2 * h);
      expect_within(time_spent_above(s.curve(), 0.5),
                    2 * std::numbers::pi / 3 + end - (2 * std::numbers::pi + std::asin(0.5)),
                    10 * e + 5 * rows);
      expect_within(root_mean_square(s.curve()), std::sqrt((end / 2 - std::sin(2 * end) / 4) / end),
                    2 * e + std::pow(h, 3));
      expect_within(value_at(s.curve(), 1.2345), std::sin(1.2345), 1.1 * e + rows);
    }
}

TEST(Functionals, WhatDoesNotOccurIsNan) {
  const Sampled s = sine(0.1, 1e-4);
  EXPECT_TRUE(std::isnan(first_time_above(s.curve(), 2).value));
  EXPECT_TRUE(std::isnan(value_at(s.curve(), 100).value));
  EXPECT_EQ(time_spent_above(s.curve(), 2).value, 0);
}

TEST(Functionals, WhatOccursWithinTheErrorOnlyIsUncertain) {
  const Sampled s = sine(0.01, 1e-2);
  EXPECT_TRUE(std::isinf(first_time_above(s.curve(), 1.005).error));
}

TEST(Functionals, WithoutEstimatesTheErrorIsUnknown) {
  Sampled s = sine(0.1, 0);
  s.e.assign(s.e.size(), NAN);
  EXPECT_NEAR(largest(s.curve()).value, 1, 1e-2);
  for (const Estimate& found : {largest(s.curve()), integral(s.curve()), at_end(s.curve()),
                                first_time_above(s.curve(), 0.5)})
    EXPECT_TRUE(std::isnan(found.error));
}

TEST(Functionals, EventsHaveTwoRowsAtOneTime) {
  const Sampled jump{{0, 1, 1, 2}, {0, 0, 1, 1}, {0, 0, 0, 0}};
  EXPECT_EQ(integral(jump.curve()).value, 1);
  EXPECT_EQ(first_time_above(jump.curve(), 0.5).value, 1);
  EXPECT_EQ(largest(jump.curve()).error, 0);
  EXPECT_EQ(integral(jump.curve()).error, 0);
}

TEST(Functionals, AtTheLevelCountsWhereEqualDoes) {
  const Sampled pulse{{0, 1, 1, 3, 3, 4}, {0, 0, 1, 1, 0, 0}, {0, 0, 0, 0, 0, 0}};
  EXPECT_EQ(time_spent_above(pulse.curve(), 1, true).value, 2);
  EXPECT_EQ(time_spent_above(pulse.curve(), 1).value, 0);
  EXPECT_EQ(first_time_above(pulse.curve(), 1, true).value, 1);
  EXPECT_TRUE(std::isnan(first_time_above(pulse.curve(), 1).value));
  EXPECT_EQ(first_time_above(pulse.curve(), 0, true).value, 0);
  EXPECT_EQ(time_spent_above(pulse.curve(), 0, true).value, 4);
}

TEST(Functionals, FewRowsHaveAnErrorOfTheirDistance) {
  const Sampled few{{0, 2}, {0, 4}, {0, 0}};
  EXPECT_EQ(integral(few.curve()).value, 4);
  EXPECT_EQ(integral(few.curve()).error, 4);
  EXPECT_EQ(mean(few.curve()).error, 2);
  EXPECT_GT(root_mean_square(few.curve()).error, 0);
}

}  // namespace
}  // namespace bw::study::functionals_test
