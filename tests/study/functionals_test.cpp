// Scalars of curves: the true value lies within the error.

#include "study/results/functionals.h"

#include <gtest/gtest.h>

#include <algorithm>
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
  EXPECT_LE(std::abs(found.value - truth), found.error + 1e-12) << found.value;
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

// sin(w t) on [0, 10] in rows at this distance, the last one nearer, and two at each multiple of
// `event`.
Sampled wave(double w, double h, double event) {
  std::vector<double> times{10};
  for (int k = 0; k * h < 10 - 1e-9; ++k) times.push_back(k * h);
  for (int k = 1; event > 0 && k * event < 10; ++k) times.insert(times.end(), 2, k * event);
  std::sort(times.begin(), times.end());
  Sampled made;
  for (const double t : times) {
    made.t.push_back(t);
    made.x.push_back(std::sin(w * t));
    made.e.push_back(1e-10);
  }
  return made;
}

// Wherever the summits are between the rows, beside events and before the last row.
TEST(Functionals, TheTruthIsWithinTheErrorOfRowsThatFollowTheCurve) {
  using std::numbers::pi;
  const double end = 10, lead = std::asin(0.5);
  for (const double h : {0.02, 0.1, 0.3, 0.6})
    for (const double event : {0.0, 0.97, 3.1})
      for (double w = 0.31; w * h < 2 * pi / 6 && w < 12; w += 0.0931) {
        SCOPED_TRACE(testing::Message() << "w " << w << " h " << h << " event " << event);
        const Sampled s = wave(w, h, event);
        const double all = w * end, turns = std::floor(all / (2 * pi)), rest = all - 2 * pi * turns;
        const double above = turns * (pi - 2 * lead) + std::clamp(rest - lead, 0.0, pi - 2 * lead);
        expect_within(largest(s.curve()), all > pi / 2 ? 1 : std::sin(all), 2);
        expect_within(smallest(s.curve()), all > 1.5 * pi ? -1 : std::min(0.0, std::sin(all)), 2);
        expect_within(mean(s.curve()), (1 - std::cos(all)) / all, 1);
        expect_within(root_mean_square(s.curve()), std::sqrt(0.5 - std::sin(2 * all) / (4 * all)),
                      1);
        expect_within(first_time_above(s.curve(), 0.5), lead / w, INFINITY);
        expect_within(time_spent_above(s.curve(), 0.5), above / w, end);
        expect_within(value_at(s.curve(), 3.3333), std::sin(w * 3.3333), 2);
      }
}

// Trapezoids at an odd end are not in the difference of two rules.
TEST(Functionals, AnOddEndHasAnErrorOfItsOwn) {
  Sampled s;
  for (const double t : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}) {
    s.t.push_back(t);
    s.x.push_back(t * t);
    s.e.push_back(0);
  }
  const Estimate found = integral(s.curve());
  EXPECT_GT(std::abs(found.value - 125.0 / 3), 0.1);
  expect_within(found, 125.0 / 3, 1);
}

// The last row is the largest, and the summit lies before it.
TEST(Functionals, ASummitBesideTheLastRowCounts) {
  Sampled s;
  for (const double t : {0.0, 0.5, 1.0, 1.5, 1.9}) {
    s.t.push_back(t);
    s.x.push_back(t < 1.5 ? 0 : 1 - (t - 1.75) * (t - 1.75));
    s.e.push_back(0);
  }
  s.x[2] = 1 - 0.75 * 0.75;
  EXPECT_GE(largest(s.curve()).error + 1e-12, 1 - largest(s.curve()).value);
}

// Two summits: the larger one has the smaller row.
TEST(Functionals, EverySummitBetweenRowsCounts) {
  Sampled s;
  for (int k = 0; k <= 8; ++k) {
    const double t = k;
    s.t.push_back(t);
    s.x.push_back(k < 4 ? 1 - 0.1 * (t - 1) * (t - 1) : 1.01 - 0.1 * (t - 6.5) * (t - 6.5));
    s.e.push_back(0);
  }
  EXPECT_EQ(largest(s.curve()).value, 1);
  EXPECT_GE(largest(s.curve()).error + 1e-12, 0.01);
  EXPECT_GE(time_of_largest(s.curve()).error, 5.5) << "the other summit may be the larger one";
}

TEST(Functionals, TheTimeOfTheFirstRowIsNotThatOfTheLast) {
  Sampled s;
  for (int k = 0; k <= 20; ++k) {
    s.t.push_back(0.1 * k);
    s.x.push_back(std::exp(-0.1 * k));
    s.e.push_back(0);
  }
  const Estimate found = time_of_largest(s.curve());
  EXPECT_EQ(found.value, 0);
  EXPECT_LE(found.error, 0.1);
}

// Half a period and more between two rows: what they show says little.
TEST(Functionals, RowsThatAreTooFewSaySo) {
  for (const double h : {2.9, 3.0, 3.3}) {
    Sampled s;
    for (double t = 0; t < 12; t += h) {
      s.t.push_back(t);
      s.x.push_back(-std::sin(t));
      s.e.push_back(1e-8);
    }
    const Estimate most = largest(s.curve());
    EXPECT_GE(most.error, 0.5 * (1 - most.value)) << h;
    EXPECT_GT(value_at(s.curve(), 4.5).error, 0.1) << h;
  }
  const Sampled two{{0, 10}, {1, -0.5}, {0, 0}};
  EXPECT_EQ(largest(two.curve()).error, 1.5);
  EXPECT_EQ(first_time_above(two.curve(), 1.1).error, INFINITY);
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
