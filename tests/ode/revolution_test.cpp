#include "ode/methods/multirev/revolution.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "support/ode/oscillations.h"

namespace bw::ode::multirevolution::revolution_test {
namespace {

using test::Oscillation;
using test::OscillationEquations;

constexpr double turn = 2 * std::numbers::pi;

Setup within(double relative) {
  Setup setup;
  setup.stop = 1000;
  setup.tolerance.relative = relative;
  return setup;
}

struct Led {
  explicit Led(const Oscillation& problem, double relative = 1e-13)
      : equations(problem), revolution(equations, within(relative)) {
    const std::vector<double> ones(problem.start.size(), 1.0);
    revolution.set_sizes(ones, ones);
  }
  OscillationEquations equations;
  Revolution revolution;
};

// x'' = -w^2 x: back where it was after 2 pi / w, from every point.
TEST(Revolution, OfAHarmonicOscillatorIsClosed) {
  const Oscillation problem{"harmonic", {1, 0}, 100, [](double, test::In x, test::Out dx) {
                              dx[0] = 3 * x[1];
                              dx[1] = -3 * x[0];
                            }};
  Led led(problem);
  for (const double phase : {0.0, 0.3, 2.0, 4.5}) {
    const std::array<double, 2> z = {std::cos(phase), std::sin(phase)};
    ASSERT_EQ(led.revolution.lead({50, z, 100}, 0, 1), Return::found);
    EXPECT_NEAR(led.revolution.led().period, turn / 3, 1e-12);
    Revolution::Pace pace;
    Revolution::To to;
    ASSERT_EQ(led.revolution.follow({50, z, 100}, pace, to), Return::found);
    EXPECT_NEAR(to.period, turn / 3, 1e-13);
    EXPECT_NEAR(to.change[0], 0, 1e-12);
    EXPECT_NEAR(to.change[1], 0, 1e-12);
  }
}

// Van der Pol, amplitude a: one revolution changes it by pi e a (1 - a^2 / 4) + O(e^2).
TEST(Revolution, OfVanDerPolHasTheChangeOfAveraging) {
  const double e = 1e-4;
  const Oscillation problem = test::van_der_pol(e, 100);
  Led led(problem);
  for (const double a : {0.1, 1.0, 2.0, 2.5}) {
    const std::array<double, 2> z = {a, 0};
    ASSERT_EQ(led.revolution.lead({0, z, 100}, 0.1, 1), Return::found);
    EXPECT_NEAR(led.revolution.led().change[0], std::numbers::pi * e * a * (1 - a * a / 4), 5e-7);
    EXPECT_NEAR(led.revolution.led().period, turn, 1e-6);
  }
}

// The repeated steps make the map smooth: second differences are far below the tolerance.
TEST(Revolution, RepeatedStepsMakeASmoothMap) {
  Led led(test::van_der_pol(1e-3, 100), 1e-6);
  const std::array<double, 2> first = {1, 0};
  ASSERT_EQ(led.revolution.lead({0, first, 100}, 0, 1), Return::found);
  std::vector<double> change;
  for (int k = 0; k < 40; ++k) {
    const std::array<double, 2> z = {1 + 1e-3 * k, 0};
    Revolution::Pace pace;
    Revolution::To to;
    ASSERT_EQ(led.revolution.follow({0, z, 100}, pace, to), Return::found);
    change.push_back(to.change[0]);
  }
  for (std::size_t k = 2; k < change.size(); ++k)
    EXPECT_LT(std::abs(change[k] - 2 * change[k - 1] + change[k - 2]), 1e-8);
}

TEST(Revolution, DenseOutputFollowsTheSolution) {
  const Oscillation problem = test::van_der_pol(0, 100);
  Led led(problem, 1e-12);
  const std::array<double, 2> z = {1, 0};
  ASSERT_EQ(led.revolution.lead({0, z, 100}, 0, 1), Return::found);
  Revolution::Pace pace;
  Revolution::To to;
  DenseRevolution dense;
  ASSERT_EQ(led.revolution.follow({0, z, 100}, pace, to, &dense), Return::found);
  for (double t = 0; t <= turn; t += 0.05) {
    std::array<double, 2> x = {0, 0};
    dense.add(t, 1, x);
    EXPECT_NEAR(x[0], std::cos(t), 1e-10);
    EXPECT_NEAR(x[1], -std::sin(t), 1e-10);
  }
  std::array<double, 2> x = {0, 0};
  ASSERT_TRUE(led.revolution.reach({0, z, 100}, 1.5, x));
  EXPECT_NEAR(x[0], std::cos(1.5), 1e-10);
}

TEST(Revolution, WhatDoesNotReturnIsNotFound) {
  const Oscillation decay{"decay", {1, 0.5}, 100, [](double, test::In x, test::Out dx) {
                            dx[0] = -x[0];
                            dx[1] = -2 * x[1];
                          }};
  Led led(decay, 1e-8);
  EXPECT_NE(led.revolution.lead({0, decay.start, 100}, 0, 1), Return::found);
  Led late(test::van_der_pol(0, 100));
  EXPECT_EQ(late.revolution.lead({0, std::array{1.0, 0.0}, 3.0}, 0, 1), Return::beyond);
  EXPECT_LE(late.equations.latest, 3.0);
}

// A coarse revolution's steps do not suit one that is a hundred times faster.
TEST(Revolution, StepsThatDoNotSuitAreNoticed) {
  const Oscillation chirp{"chirp", {1, 0}, 1000, [](double t, test::In x, test::Out dx) {
                            const double w = t < 100 ? 1 : 3;
                            dx[0] = w * x[1];
                            dx[1] = -w * x[0];
                          }};
  Led led(chirp, 1e-9);
  ASSERT_EQ(led.revolution.lead({0, chirp.start, 1000}, 0, 1), Return::found);
  Revolution::Pace pace;
  Revolution::To to;
  EXPECT_EQ(led.revolution.follow({200, chirp.start, 1000}, pace, to), Return::too_coarse);
}

}  // namespace
}  // namespace bw::ode::multirevolution::revolution_test
