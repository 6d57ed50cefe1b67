#include "ode/methods/automatic/linear_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace bw::ode::linear_watch_test {
namespace {

class Written final : public Equations {
 public:
  using F = std::function<void(double, std::span<const double>, std::span<double>)>;
  Written(std::size_t size, F f) : size_(size), f_(std::move(f)) {}
  std::size_t size() const override { return size_; }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    ++evaluations;
    f_(t, x, dx);
  }
  long evaluations = 0;

 private:
  std::size_t size_;
  F f_;
};

Written oscillator() {
  return {2, [](double t, std::span<const double> x, std::span<double> dx) {
            dx[0] = 100 * x[1];
            dx[1] = -100 * x[0] - 0.1 * x[1] + std::cos(t);
          }};
}

const std::vector<double> x = {1, 0.5}, one = {1, 1};

TEST(LinearWatch, AnOscillatorIsLinearAndSwings) {
  Written equations = oscillator();
  LinearWatch watch;
  EXPECT_TRUE(watch.test(equations, 0.1, x, one));
  EXPECT_TRUE(watch.swings());
  EXPECT_FALSE(watch.is_mixed());
  EXPECT_NEAR(watch.least_rate(), 100, 0.1);
  EXPECT_LE(equations.evaluations, 2 + 4 + 1);
}

TEST(LinearWatch, ADecayIsLinearAndDoesNotSwing) {
  Written equations(2, [](double, std::span<const double> y, std::span<double> dy) {
    dy[0] = -y[0] + y[1];
    dy[1] = -1000 * y[1];
  });
  LinearWatch watch;
  EXPECT_TRUE(watch.test(equations, 0, x, one));
  EXPECT_FALSE(watch.swings());
}

TEST(LinearWatch, AnOscillatorBesideAFasterDecaySwings) {
  Written equations(3, [](double, std::span<const double> y, std::span<double> dy) {
    dy[0] = 100 * y[1];
    dy[1] = -100 * y[0] - 0.1 * y[1];
    dy[2] = -1e4 * (y[2] - y[0]);
  });
  LinearWatch watch;
  const std::vector<double> y = {1, 0.5, 0.2}, ones(3, 1.0);
  EXPECT_TRUE(watch.test(equations, 0, y, ones));
  EXPECT_TRUE(watch.swings());
  EXPECT_TRUE(watch.is_mixed());
  EXPECT_NEAR(watch.least_rate(), 100, 0.1) << "of what turns";
}

TEST(LinearWatch, APendulumIsNotLinear) {
  Written equations(2, [](double, std::span<const double> y, std::span<double> dy) {
    dy[0] = y[1];
    dy[1] = -std::sin(y[0]);
  });
  LinearWatch watch;
  EXPECT_FALSE(watch.test(equations, 0, x, one));
}

TEST(LinearWatch, ManyStatesWithoutAPatternAreNotTested) {
  Written equations(11, [](double, std::span<const double>, std::span<double> dy) {
    std::fill(dy.begin(), dy.end(), 0.0);
  });
  LinearWatch watch;
  const std::vector<double> many(11, 1.0);
  EXPECT_FALSE(watch.test(equations, 0, many, many));
  EXPECT_EQ(equations.evaluations, 0);
}

int looks(LinearWatch& watch, int steps) {
  int count = 0;
  for (int k = 0; k < steps; ++k) count += watch.is_due() ? 1 : 0;
  return count;
}

TEST(LinearWatch, LooksAfterAFewStepsAndThenSeldom) {
  LinearWatch watch;
  watch.started(true);
  EXPECT_EQ(looks(watch, 5), 0);
  EXPECT_EQ(looks(watch, 1), 1);
  EXPECT_EQ(looks(watch, 10000), 3);
}

TEST(LinearWatch, WhatIsRefutedIsTestedAgainAtFewerAndFewerEvents) {
  LinearWatch watch;
  watch.started(true);
  watch.refute();
  std::vector<int> events;
  for (int k = 1; k < 100; ++k) {
    watch.started(true);
    if (looks(watch, 10) == 0) continue;
    events.push_back(k);
    watch.refute();
  }
  EXPECT_EQ(events, (std::vector<int>{1, 5, 21, 85}));
}

TEST(LinearWatch, ALongStepIsAsLongAsTheForceAllows) {
  Written equations = oscillator();
  const double h = long_step(equations, {.relative = 1e-6}, 0, x, one, 100);
  EXPECT_GT(h, 0.5) << "cos(t) with nodes at sevenths";
  EXPECT_LT(h, 5);
  Written free(2, [](double, std::span<const double> y, std::span<double> dy) {
    dy[0] = y[1];
    dy[1] = -y[0];
  });
  EXPECT_EQ(long_step(free, {.relative = 1e-6}, 0, x, one, 100), 100);
  EXPECT_EQ(free.evaluations, 8);
}

}  // namespace
}  // namespace bw::ode::linear_watch_test
