#include "diagnose/drift.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bw::diagnose::drift_test {
namespace {

Drift energy(double tolerance) {
  return {math::Formula("x^2 + v^2", {"x", "v"}), {tolerance, {}}, {1, 1}};
}

void see_circle(Drift& drift, double growth) {
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.1 * k, r = 1 + growth * t;
    drift.see(t, std::vector<double>{r * std::cos(t), r * std::sin(t)});
  }
}

TEST(Drift, IsSmallWhereTheResultKeepsItsTolerance) {
  Drift drift = energy(1e-4);
  see_circle(drift, 1e-6);
  EXPECT_LT(drift.excess(), 1);
  EXPECT_NEAR(drift.relative(), 2e-5, 1e-7);
  EXPECT_EQ(drift.first(), 1);
}

TEST(Drift, IsReportedWithItsTimeWhereTheResultDoesNot) {
  Drift drift = energy(1e-4);
  see_circle(drift, 1e-3);
  EXPECT_GT(drift.excess(), 10);
  EXPECT_NEAR(drift.time(), 10, 0.7);  // where the gradient is smaller a little earlier
  EXPECT_NEAR(drift.relative(), 0.0201, 1e-12);
}

TEST(Drift, RoundingIsNone) {
  Drift drift = energy(1e-15);
  see_circle(drift, 0);
  EXPECT_LT(drift.excess(), 1);
}

TEST(Drift, AFirstValueOfZeroHasADriftAllTheSame) {
  Drift drift(math::Formula("x", {"x"}), {1e-4, {}}, {1});
  for (const double x : {0.0, 0.5, -1.0}) drift.see(x, std::vector<double>{x});
  EXPECT_EQ(drift.relative(), 1);
  EXPECT_GT(drift.excess(), 1000);
}

TEST(Drift, WhatCannotBeComputedIsReportedWithItsTime) {
  Drift drift(math::Formula("log(x)", {"x"}), {1e-4, {}}, {1});
  for (const double x : {1.0, 1.0, -1.0, 1.0}) drift.see(x < 0 ? 7 : 1, std::vector<double>{x});
  EXPECT_FALSE(drift.is_computable());
  EXPECT_EQ(drift.time(), 7);
}

}  // namespace
}  // namespace bw::diagnose::drift_test
