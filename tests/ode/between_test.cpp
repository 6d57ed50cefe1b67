#include "ode/methods/multirev/between.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "support/ode/oscillations.h"

namespace bw::ode::multirevolution::between_test {
namespace {

using test::In;
using test::Oscillation;
using test::OscillationEquations;
using test::Out;

constexpr double relative = 1e-6;

// x'' = -x with `force`; a long step of 300 revolutions without it, then the first revolution where
// f with it differs.
std::optional<long> found(double (*force)(double t, In x)) {
  const auto problem = [](double (*with)(double, In)) {
    return Oscillation{"", {1, 0}, 3000, [with](double t, In x, Out dx) {
                         dx[0] = x[1];
                         dx[1] = -x[0] + with(t, x);
                       }};
  };
  const Oscillation smooth = problem([](double, In) { return 0.0; }), forced = problem(force);
  OscillationEquations equations(smooth), other(forced);
  Setup setup;
  setup.stop = 3000;
  setup.tolerance.relative = 1e-13;
  Revolution revolution(equations, setup);
  const std::array<double, 2> ones = {1, 1}, x = {1, 0};
  const std::array<double, 3> weights = {relative, relative, relative};
  revolution.set_sizes(ones, ones);
  EXPECT_EQ(revolution.lead({0, x, 3000}, 0.1, 1), Return::found);
  LongStep step;
  EXPECT_EQ(step.attempt(revolution, {0, x, 3000, weights}, {6, 300}, nullptr).kind,
            LongStepEnd::Kind::converged);
  EXPECT_TRUE(step.make_dense(revolution, 3000));
  return first_difference(step, other, {0, weights, ones, 1});
}

TEST(BetweenRevolutions, ASmoothStepAgrees) {
  EXPECT_FALSE(found([](double, In) { return 0.0; }));
}

TEST(BetweenRevolutions, APulseOfOneRevolutionIsSeen) {
  const auto revolution = found([](double t, In) { return std::abs(t - 1000) < 6.4 ? 1e-6 : 0; });
  ASSERT_TRUE(revolution);
  EXPECT_NEAR(static_cast<double>(*revolution), 1000 / 6.2832, 2);
}

// In a small part of each revolution, which is not the one where it begins.
TEST(BetweenRevolutions, WhatDependsOnThePhaseIsSeen) {
  const auto revolution = found([](double t, In x) { return t > 500 && x[0] < -0.95 ? 1e-5 : 0; });
  ASSERT_TRUE(revolution);
  EXPECT_NEAR(static_cast<double>(*revolution), 500 / 6.2832, 20);
}

}  // namespace
}  // namespace bw::ode::multirevolution::between_test
