#include "ode/kernel/growing_mode.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace bw::ode::growing_mode_test {
namespace {

using In = std::span<const double>;
using Out = std::span<double>;

class Written final : public Equations {
 public:
  Written(std::size_t size, std::function<void(In, Out)> f) : size_(size), f_(std::move(f)) {}
  std::size_t size() const override { return size_; }
  void derivatives(double, In x, Out dx) override { f_(x, dx); }

 private:
  std::size_t size_;
  std::function<void(In, Out)> f_;
};

std::optional<GrowingMode> of(Written equations) {
  const std::vector<double> x(equations.size(), 0.0), weights(equations.size(), 1e-6);
  return growing_mode(equations, 0, x, weights);
}

// Re lambda is half of `growth`.
Written oscillator(double growth) {
  return {2, [growth](In x, Out dx) {
            dx[0] = 10 * x[1];
            dx[1] = -10 * x[0] + growth * x[1];
          }};
}

TEST(GrowingMode, AnOscillationThatGrowsHasItsRates) {
  const auto mode = of(oscillator(0.02));
  ASSERT_TRUE(mode);
  EXPECT_NEAR(mode->growth, 0.01, 1e-6);
  EXPECT_NEAR(mode->rate, 10, 1e-3);
}

TEST(GrowingMode, WhatDecaysOrLastsIsNone) {
  EXPECT_FALSE(of(oscillator(-0.02)));
  EXPECT_FALSE(of(oscillator(0)));
}

TEST(GrowingMode, WhatGrowsWithoutTurningIsNone) {
  EXPECT_FALSE(of({2, [](In x, Out dx) {
                     dx[0] = 5 * x[0];
                     dx[1] = -1000 * x[1];
                   }}));
}

TEST(GrowingMode, OfSeveralItIsTheFastest) {
  const auto mode = of({4, [](In x, Out dx) {
                          dx[0] = x[1];
                          dx[1] = -x[0] + 0.1 * x[1];
                          dx[2] = 100 * x[3];
                          dx[3] = -100 * x[2] + 0.1 * x[3];
                        }});
  ASSERT_TRUE(mode);
  EXPECT_NEAR(mode->rate, 100, 1e-2);
}

TEST(GrowingMode, ManyStatesAreNotLookedAt) {
  EXPECT_FALSE(of({most_states_of_growth + 1, [](In x, Out dx) {
                     for (std::size_t i = 0; i < x.size(); ++i) dx[i] = 0;
                     dx[0] = x[1];
                     dx[1] = -x[0] + 0.1 * x[1];
                   }}));
}

TEST(GrowingMode, FastModesSayHowFastTheyAreAndWhetherTheyTurn) {
  Written turning{2, [](In x, Out dx) {
                    dx[0] = 30 * x[1];
                    dx[1] = -30 * x[0] - x[1];
                  }};
  const std::vector<double> x = {1, 0}, weights = {1e-6, 1e-6};
  const auto modes = fast_modes(turning, 0, x, weights);
  ASSERT_TRUE(modes);
  EXPECT_TRUE(modes->turn);
  EXPECT_NEAR(modes->fastest, 30, 0.1);
  EXPECT_FALSE(modes->growing);
}

// Positions and velocities: a bound that took no account of them would be 1e4.
TEST(GrowingMode, ABoundIsEnoughWhereItIsSlow) {
  Written springs{4, [](In x, Out dx) {
                    dx[0] = x[2];
                    dx[1] = x[3];
                    dx[2] = 5000 * (x[1] - 2 * x[0]);
                    dx[3] = 5000 * (x[0] - 2 * x[1]) + 0.1 * x[3];
                  }};
  const std::vector<double> x(4, 0.0), weights(4, 1e-6);
  const auto bounded = fast_modes(springs, 0, x, weights, 200);
  const auto known = fast_modes(springs, 0, x, weights, 100);
  ASSERT_TRUE(bounded && known);
  EXPECT_NEAR(known->fastest, 122.5, 0.1);
  EXPECT_TRUE(known->growing);
  EXPECT_GE(bounded->fastest, known->fastest);
  EXPECT_LE(bounded->fastest, 130);
  EXPECT_FALSE(bounded->growing);
}

TEST(GrowingMode, TheTraceOfASquareIsTheSumOfSquaresOfEigenvalues) {
  const std::vector<double> turning = {0, 3, -3, 0}, decaying = {-1, 5, 0, -2};
  EXPECT_EQ(trace_of_square(turning, 2), -18);
  EXPECT_EQ(trace_of_square(decaying, 2), 5);
}

// With a pattern and without: 0 3 0 | -3 -1 0 | 5 0 -2.
TEST(GrowingMode, TracesOfAJacobianDoNotDependOnItsPattern) {
  class Sparse final : public Equations {
   public:
    explicit Sparse(bool is_sparse) {
      for (const std::vector<std::size_t>& row : {std::vector<std::size_t>{1}, {0, 1}, {0, 2}})
        pattern_.add_row(row);
      shown_ = is_sparse ? &pattern_ : nullptr;
    }
    std::size_t size() const override { return 3; }
    void derivatives(double, In x, Out dx) override {
      dx[0] = 3 * x[1];
      dx[1] = -3 * x[0] - x[1];
      dx[2] = 5 * x[0] - 2 * x[2];
    }
    const math::Pattern* sparsity() const override { return shown_; }

   private:
    math::Pattern pattern_;
    const math::Pattern* shown_;
  };
  const std::vector<double> x(3, 0.0), weights(3, 1e-6);
  for (const bool is_sparse : {false, true}) {
    Sparse equations(is_sparse);
    Jacobian jacobian(equations);
    ASSERT_TRUE(jacobian.evaluate(0, x, x, weights));
    EXPECT_NEAR(trace_of_square(jacobian), -18 + 1 + 4, 1e-6);
    EXPECT_NEAR(trace(jacobian), -3, 1e-6);
    EXPECT_NEAR(fastest_rate_bound(jacobian), std::sqrt(29.0), 1e-6);
  }
}

// |R(iy)| as the coefficients of the methods say.
TEST(GrowingMode, ExplicitStepsDampWhatTheyFollow) {
  const auto damping = [](const char* method, double radians) {
    return damping_of_step(*find_method(method), radians);
  };
  EXPECT_NEAR(damping("dop853", 3), 1.527e-3, 2e-6);
  EXPECT_NEAR(damping("dop853", 1), 2.4e-8, 1e-9);
  EXPECT_NEAR(damping("bs32", 0.1), 1e-4 / 24, 1e-7);
  EXPECT_LT(damping("dopri5", 1.5), 0) << "unstable there";
  EXPECT_NEAR(radians_of_damping(*find_method("dop853"), 1.527e-3), 3, 0.1);
  EXPECT_NEAR(radians_of_damping(*find_method("bs32"), 1e-4 / 24), 0.1, 0.005);
}

}  // namespace
}  // namespace bw::ode::growing_mode_test
