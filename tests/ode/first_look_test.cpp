#include "ode/methods/automatic/first_look.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

namespace bw::ode::first_look_test {
namespace {

using In = std::span<const double>;
using Out = std::span<double>;

class Written final : public Equations {
 public:
  using F = std::function<void(double, In, Out)>;
  Written(std::size_t size, F f) : size_(size), f_(std::move(f)) {}
  std::size_t size() const override { return size_; }
  void derivatives(double t, In x, Out dx) override {
    ++evaluations;
    latest = std::max(latest, t);
    f_(t, x, dx);
  }
  int evaluations = 0;
  double latest = 0;

 private:
  std::size_t size_;
  F f_;
};

// 1000 periods matter, in a second.
FirstLook look(Written& equations) {
  const std::vector<double> x(equations.size(), 1.0), nominals(equations.size(), 1.0);
  return first_look(equations, {.relative = 1e-6}, 0, x, nominals, 1, 1000);
}
bool may(Written& equations) { return look(equations).may_oscillate; }

Written oscillator(double rate) {
  return {2, [rate](double, In x, Out dx) {
            dx[0] = rate * x[1];
            dx[1] = -rate * x[0];
          }};
}

TEST(FirstLook, AFastOscillatorMayASlowOneMayNot) {
  Written fast = oscillator(1e4), slow = oscillator(100);
  EXPECT_TRUE(may(fast));
  EXPECT_FALSE(may(slow));
  EXPECT_FALSE(look(fast).decays);
}

// stiff_B5 cost 3.5 times as much with a first search in vain.
TEST(FirstLook, AnOscillationThatDiesOutWithinAFewPeriodsMayNot) {
  const auto damped = [](double rate) {
    return Written(3, [rate](double, In x, Out dx) {
      dx[0] = -rate * x[0] + 1e4 * x[1];
      dx[1] = -1e4 * x[0] - rate * x[1];
      dx[2] = -x[2];
    });
  };
  Written strongly = damped(1000), weakly = damped(10);
  EXPECT_FALSE(may(strongly));
  EXPECT_TRUE(may(weakly));
}

TEST(FirstLook, OneThatLastsBesideOthersThatDieOutMay) {
  const auto oscillators = [](double damping) {
    return Written(20, [damping](double, In x, Out dx) {
      for (std::size_t k = 0; k < 20; k += 2) {
        dx[k] = 1e4 * x[k + 1];
        dx[k + 1] = -1e4 * x[k] - (k == 0 ? damping : 4e3) * x[k + 1];
      }
    });
  };
  Written one_lasts = oscillators(0), none_lasts = oscillators(4e3);
  EXPECT_TRUE(may(one_lasts));
  EXPECT_FALSE(may(none_lasts));
}

TEST(FirstLook, WhatDecaysMayNotHoweverFast) {
  Written decay(2, [](double, In x, Out dx) {
    dx[0] = -x[0] + x[1];
    dx[1] = -1e6 * x[1];
  });
  EXPECT_FALSE(may(decay));
  EXPECT_TRUE(look(decay).decays);
}

TEST(FirstLook, AFasterDecayHidesAnOscillatorOnlyWhereItOutweighsIt) {
  const auto beside = [](double decay) {
    return Written(3, [decay](double, In x, Out dx) {
      dx[0] = 1e4 * x[1];
      dx[1] = -1e4 * x[0];
      dx[2] = -decay * x[2];
    });
  };
  Written slower = beside(1e4), faster = beside(1e6);
  EXPECT_TRUE(may(slower));
  EXPECT_FALSE(may(faster));
}

TEST(FirstLook, AFastForceIsSeenAtConstantStates) {
  Written forced(1, [](double t, In, Out dx) { dx[0] = 1 + 0.1 * std::sin(1e4 * t); });
  Written slowly(1, [](double t, In, Out dx) { dx[0] = 1 + 0.1 * std::sin(t); });
  EXPECT_TRUE(may(forced));
  EXPECT_FALSE(may(slowly));
}

// Whole numbers of periods of a force must not hide it.
TEST(FirstLook, AForceWithTheProbesPeriodIsSeen) {
  const double two_pi = 6.283185307179586;
  Written forced(
      1, [two_pi](double t, In, Out dx) { dx[0] = 2 + std::sin(two_pi * t * 1000 * two_pi); });
  EXPECT_TRUE(may(forced));
}

// A satellite's Jacobian has modes that decay and modes that grow: their sum is zero.
TEST(FirstLook, SaddlesMayOscillate) {
  Written satellite(4, [](double, In x, Out dx) {
    const double r = std::hypot(x[0], x[1]), k = 1e8 / (r * r * r);
    dx[0] = x[2];
    dx[1] = x[3];
    dx[2] = -k * x[0];
    dx[3] = -k * x[1];
  });
  EXPECT_TRUE(may(satellite));
}

TEST(FirstLook, WhatIsNotFiniteIsNotJudged) {
  Written broken(1, [](double t, In, Out dx) { dx[0] = t > 0 ? std::nan("") : 1; });
  EXPECT_TRUE(may(broken));
}

TEST(FirstLook, ItCostsOneJacobianAndThreeEvaluationsBeforeTheLimit) {
  Written slow = oscillator(100);
  EXPECT_FALSE(may(slow));
  EXPECT_LE(slow.evaluations, 2 + 3);
  EXPECT_LE(slow.latest, 1);
}

}  // namespace
}  // namespace bw::ode::first_look_test
