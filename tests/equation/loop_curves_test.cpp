// Curves of the unknowns of loops from samples.

#include "equation/enclosure/loop_curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bw::equation::loop_curves_test {
namespace {

// z = t^2 + x + u.
struct Sampled {
  std::vector<double> times;
  bool has_solution = true;
  LoopCurves curves{1, [this](double t, std::span<const double> x, std::span<const double> u,
                              std::span<double> z) {
                      times.push_back(t);
                      z[0] = t * t + x[0] + (u.empty() ? 0 : u[0]);
                      return has_solution;
                    }};
  model::Curve over(double lo, double hi, const model::Curve& x,
                    const std::vector<model::Curve>& u = {}) {
    times.clear();
    const std::vector<model::Curve> states{x};
    return curves.over({.lo = lo, .hi = hi, .x = states, .u = u})[0];
  }
};

void expect_within(const model::Curve& curve, double lo, double hi) {
  EXPECT_LE(curve.c - std::abs(curve.s) - curve.r, lo);
  EXPECT_GE(curve.c + std::abs(curve.s) + curve.r, hi);
}

TEST(LoopCurves, HoldWhatWasSampledWithARemainder) {
  Sampled sampled;
  expect_within(sampled.over(-1, 1, {.c = 3, .s = 2, .r = 0.5}), 0.7, 6.5);
  EXPECT_EQ(sampled.times.size(), 7U);
  expect_within(sampled.over(5, 6, {}, {{.c = 1, .s = 1}}), 25, 38);
}

TEST(LoopCurves, OfTheNextIntervalNeedItsEnd) {
  Sampled sampled;
  (void)sampled.over(0, 1, {});
  expect_within(sampled.over(1, 2, {}), 1, 4);
  EXPECT_EQ(sampled.times, std::vector<double>{2});
  sampled.curves.forget();
  (void)sampled.over(2, 3, {});
  EXPECT_EQ(sampled.times.size(), 7U);
}

TEST(LoopCurves, OfTheSameIntervalAreNotSampledAgain) {
  Sampled sampled;
  const model::Curve first = sampled.over(0, 1, {.c = 1, .s = 1});
  EXPECT_EQ(sampled.over(0, 1, {.c = 1, .s = 1}).r, first.r);
  EXPECT_TRUE(sampled.times.empty());
  (void)sampled.over(0, 1, {.c = 1, .s = 2});  // another path
  EXPECT_FALSE(sampled.times.empty());
}

TEST(LoopCurves, WithoutASolutionHaveNoBounds) {
  Sampled sampled;
  sampled.has_solution = false;
  EXPECT_TRUE(std::isinf(sampled.over(0, 1, {}).r));
  sampled.has_solution = true;
  EXPECT_TRUE(std::isinf(sampled.over(0, 1, {.r = INFINITY}).r));
  EXPECT_TRUE(std::isfinite(sampled.over(0, 1, {}).r));
}

}  // namespace
}  // namespace bw::equation::loop_curves_test
