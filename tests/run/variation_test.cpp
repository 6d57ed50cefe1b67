#include "run/publish/variation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace bw::run::variation_test {
namespace {

using Kind = Variation::Kind;

// One column with two rows; the first does not change.
Variation steps(const std::function<double(int)>& value) {
  std::vector<std::vector<double>> rows;
  for (const int divisor : step_divisors) rows.push_back({1, value(divisor)});
  const std::vector<std::span<const double>> runs(rows.begin(), rows.end());
  return vary_steps(runs, {.relative = 1e-3, .absolute = {1e-3}});
}

Variation tolerances(double first, double second, double third) {
  const std::vector<std::vector<double>> rows = {{first}, {second}, {third}};
  const std::vector<std::span<const double>> runs(rows.begin(), rows.end());
  return vary_tolerances(runs, {.relative = 1e-3, .absolute = {1e-3}});
}

TEST(Variation, PowersOfTheStepConverge) {
  for (const double order : {1.0, 2.0, 3.0, 4.0}) {
    const Variation found =
        steps([&](int divisor) { return 1 + 0.01 * std::pow(divisor, -order); });
    EXPECT_EQ(found.kind, Kind::converges) << order;
    EXPECT_EQ(found.order, order);
    EXPECT_EQ(found.row, 1U);
    const double error = 0.01 * std::pow(7, -order) / 2e-3;
    EXPECT_GE(found.remaining, 0.99 * error) << order;
  }
}

TEST(Variation, NothingOrNoiseBelowTheToleranceIsNone) {
  EXPECT_EQ(steps([](int) { return 1.0; }).kind, Kind::none);
  EXPECT_EQ(steps([](int divisor) { return 1 + 1e-14 * divisor; }).kind, Kind::none);
  const Variation noise = steps([](int divisor) { return 1 + 5e-5 * std::sin(7.0 * divisor); });
  EXPECT_EQ(noise.kind, Kind::none);
  EXPECT_GT(noise.remaining, 0);
}

TEST(Variation, WhatFollowsNoPowerIsIrregular) {
  EXPECT_EQ(steps([](int divisor) { return 1 + 1e-2 * std::sin(7.0 * divisor); }).kind,
            Kind::irregular);
  EXPECT_EQ(steps([](int divisor) { return 1 + 1e-2 * divisor; }).kind, Kind::irregular);
  EXPECT_EQ(steps([](int divisor) { return divisor == 7 ? 1.01 : 1.0; }).kind, Kind::irregular);
}

// Inner steps of h / n, and a shorter one before each communication point: the error of Euler's
// method is in proportion to the mean square. n is what no user of the FMU knows.
TEST(Variation, FixedInnerStepsSeldomLookLikeConvergence) {
  int wrong = 0, count = 0;
  for (double n = 1.05; n < 80; n += 0.05, ++count) {
    const auto error = [&](int divisor) {
      const double inner = 1 / n, step = 1.0 / divisor;
      const double whole = std::floor(step / inner + 1e-9), rest = step - whole * inner;
      return (whole * inner * inner + rest * rest) / step;
    };
    const Variation found = steps([&](int divisor) { return 1 + error(divisor); });
    if (found.kind == Kind::converges && found.remaining * 2e-3 < 0.5 * error(7)) ++wrong;
  }
  EXPECT_LE(wrong, count / 50);
}

TEST(Variation, ASmallerToleranceMustHelp) {
  EXPECT_EQ(tolerances(1.01, 1.001, 1.0001).kind, Kind::converges);
  EXPECT_NEAR(tolerances(1.01, 1.001, 1.0001).remaining, 9e-4 / 2e-3, 1e-2);
  EXPECT_EQ(tolerances(1, 1, 1).kind, Kind::none);
  EXPECT_EQ(tolerances(1 + 1e-7, 1, 1).kind, Kind::none);
  EXPECT_EQ(tolerances(1.01, 1.009, 1).kind, Kind::irregular);
}

TEST(Variation, OneIrregularColumnDecides) {
  std::vector<std::vector<double>> rows;
  for (const int divisor : step_divisors)
    rows.push_back({1 + 0.1 / divisor, 1 + 0.01 * std::cos(9.0 * divisor)});
  const std::vector<std::span<const double>> runs(rows.begin(), rows.end());
  const Variation found = vary_steps(runs, {.relative = 1e-3, .absolute = {1e-3, 1e-3}});
  EXPECT_EQ(found.kind, Kind::irregular);
  EXPECT_EQ(found.column, 1U);
}

TEST(Variation, DiscreteRowsAreEqualOrNot) {
  const std::vector<Discrete> one = {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}},
                              other = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}};
  EXPECT_EQ(first_other_row(one, one, 1), std::nullopt);
  EXPECT_EQ(first_other_row(one, other, 1), 2U);
}

}  // namespace
}  // namespace bw::run::variation_test
