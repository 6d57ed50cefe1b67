#include "ode/methods/linearity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace bw::ode::linearity_test {
namespace {

using Values = std::vector<double>;

struct TwoStates final : Equations {
  using F = std::function<void(double, std::span<const double>, std::span<double>)>;
  explicit TwoStates(F function) : f(std::move(function)) {}
  std::size_t size() const override { return 2; }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    f(t, x, dx);
  }
  F f;
};

bool holds_at(TwoStates::F f, std::initializer_list<double> times) {
  TwoStates equations(std::move(f));
  LinearityTest test(equations);
  for (const double t : times)
    if (!test.holds(t, Values{0.3 + t, -0.2}, Values{1, 1})) return false;
  return true;
}

TEST(Linearity, OfModelsWithConstantCoefficientsHolds) {
  EXPECT_TRUE(holds_at(
      [](double t, auto x, auto dx) {
        dx[0] = x[1] + std::exp(-t);
        dx[1] = -1e8 * (x[0] - std::sin(t)) - 0.1 * x[1];
      },
      {0, 1, 2.5, 100}));
}

TEST(Linearity, OfOthersDoesNotHold) {
  EXPECT_FALSE(holds_at(
      [](double, auto x, auto dx) {
        dx[0] = x[1];
        dx[1] = -x[0] - 1e-9 * x[0] * x[0] * x[0];
      },
      {0}));
  EXPECT_FALSE(holds_at(
      [](double, auto x, auto dx) {
        dx[0] = x[1];
        dx[1] = -std::max(0.0, x[0] - 0.9);
      },
      {0}));
  const auto mathieu = [](double t, auto x, auto dx) {
    dx[0] = x[1];
    dx[1] = -(1 + 0.1 * std::cos(t)) * x[0];
  };
  EXPECT_TRUE(holds_at(mathieu, {0}));
  EXPECT_FALSE(holds_at(mathieu, {0, 1}));
  EXPECT_FALSE(holds_at([](double, auto x, auto dx) { dx[0] = dx[1] = std::sqrt(x[0]); }, {0}));
}

// An affine function whose differences lose nothing: the matrix is exact without the model's own.
TEST(Linearity, DifferencesOfAnAffineFunctionAreExact) {
  TwoStates equations([](double, auto x, auto dx) {
    dx[0] = 0.1 * x[0] + 1e10 / 3 * x[1];
    dx[1] = -7.0 / 3 * x[0];
  });
  Jacobian jacobian(equations);
  ASSERT_TRUE(jacobian.evaluate_affine(0, Values{123.4, 1e-3}, Values{123.4, 1}));
  const auto j = jacobian.values();
  EXPECT_EQ((Values{j.begin(), j.end()}), (Values{0.1, 1e10 / 3, -7.0 / 3, 0}));
}

}  // namespace
}  // namespace bw::ode::linearity_test
