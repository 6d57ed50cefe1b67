// On signals of which everything is known.

#include "ode/methods/automatic/oscillation_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace bw::ode::oscillation_watch_test {
namespace {

using End = OscillationWatch::End;
constexpr double turn = 2 * std::numbers::pi;
constexpr double slow = 100;

// Steps of a constant size along a known solution.
class Signal final : public Integrator {
 public:
  using Function = std::function<void(double t, std::span<double> x)>;
  Signal(Function function, std::size_t size, double h)
      : function_(std::move(function)), x_(size), h_(h) {
    function_(0, x_);
  }

  void restart(double, std::span<const double>, std::span<const double>) override {}
  void refresh() override {}
  Trouble step(double) override {
    before_ = t_;
    t_ = static_cast<double>(++counts_.steps) * h_;
    function_(t_, x_);
    return {};
  }
  Trouble shorten(double) override { return {}; }
  void interpolate(double t, std::span<double> x) const override {
    ++interpolated;
    function_(t, x);
  }
  double time() const override { return t_; }
  double previous_time() const override { return before_; }
  std::span<const double> state() const override { return x_; }
  const Counts& counts() const override { return counts_; }
  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Signal>(*this); }
  void assign(const Integrator&) override {}

  mutable long interpolated = 0;

 private:
  Function function_;
  std::vector<double> x_;
  double h_, t_ = 0, before_ = 0;
  Counts counts_;
};

struct Watched {
  OscillationWatch watch;
  long steps = 0, looked = 0, interpolated = 0;
  bool found = false;
};

Watched watched(const Signal::Function& function, std::size_t size, double h, long most,
                double limit = 1e9, double relative = 1e-6, bool awaits = false) {
  Signal signal(function, size, h);
  Watched w;
  w.watch.restart(signal.state(), std::vector<double>(size, 1.0),
                  {.relative = relative, .slow_drift = slow, .awaits = awaits});
  while (!w.found && w.steps < most) {
    (void)signal.step(limit);
    w.found = w.watch.step(signal, limit);
    ++w.steps;
    if (w.watch.is_looking()) ++w.looked;
  }
  w.interpolated = signal.interpolated;
  return w;
}

void circle(double t, std::span<double> x) {
  x[0] = std::cos(t);
  x[1] = -std::sin(t);
}

TEST(OscillationWatch, APureSineHasItsPeriodAndNoDrift) {
  const Watched w = watched(circle, 2, 0.37, 1000);
  ASSERT_TRUE(w.found);
  EXPECT_NEAR(w.watch.oscillation().period, turn, 1e-9);
  EXPECT_TRUE(std::isinf(w.watch.oscillation().drift));
  EXPECT_NEAR(w.watch.oscillation().steps, turn / 0.37, 1);
  EXPECT_LT(w.steps, 36 + 5 * 17) << "after four revolutions";
}

TEST(OscillationWatch, FiveStepsPerPeriodAreEnough) {
  const Watched w = watched(circle, 2, turn / 5.1, 1000);
  ASSERT_TRUE(w.found);
  EXPECT_NEAR(w.watch.oscillation().period, turn, 1e-9);
}

TEST(OscillationWatch, ASignalThatHasOneStateIsEnough) {
  const Watched w =
      watched([](double t, std::span<double> x) { x[0] = 5 + std::sin(t); }, 1, 0.2, 1000);
  ASSERT_TRUE(w.found);
  EXPECT_NEAR(w.watch.oscillation().period, turn, 1e-9);
}

// Amplitude a(t) with a'' / a' = rate: the drift changes by itself in 1 / (turn rate) revolutions.
void growing(double rate, double t, std::span<double> x) {
  const double a = 2 - std::exp(-rate * t);
  x[0] = a * std::cos(t);
  x[1] = -a * std::sin(t);
}

TEST(OscillationWatch, TheDriftOfAnAmplitudeIsMeasured) {
  const Watched w =
      watched([](double t, std::span<double> x) { growing(5e-4, t, x); }, 2, 0.3, 3000);
  ASSERT_TRUE(w.found);
  EXPECT_NEAR(w.watch.oscillation().drift, 1 / (turn * 5e-4), 0.1 / (turn * 5e-4));
}

TEST(OscillationWatch, ALooseToleranceTakesMoreRevolutionsToSeeTheDrift) {
  const auto signal = [](double t, std::span<double> x) { growing(5e-4, t, x); };
  const Watched tight = watched(signal, 2, 0.3, 3000, 1e9, 1e-9);
  const Watched loose = watched(signal, 2, 0.3, 3000, 1e9, 1e-4);
  ASSERT_TRUE(tight.found);
  ASSERT_TRUE(loose.found);
  EXPECT_GT(loose.steps, tight.steps);
  EXPECT_GE(loose.watch.oscillation().drift, slow);
}

TEST(OscillationWatch, ADriftThatChangesFastIsNone) {
  const Watched w =
      watched([](double t, std::span<double> x) { growing(5e-3, t, x); }, 2, 0.3, 300);
  EXPECT_FALSE(w.found);
  EXPECT_EQ(w.watch.last_end(), End::drift_changes);
}

// An amplitude that begins at rest and then grows evenly.
void resonant(double t, std::span<double> x) {
  const double a = std::sqrt(1 + t * t / 250000);
  x[0] = a * std::cos(t);
  x[1] = -a * std::sin(t);
}

TEST(OscillationWatch, AFirstDriftThatChangesALittleTooFastIsAwaited) {
  const Watched w = watched(resonant, 2, 0.3, 3000, 1e9, 1e-6, true);
  ASSERT_TRUE(w.found);
  EXPECT_GE(w.watch.oscillation().drift, 1.5 * slow);
  EXPECT_EQ(w.watch.last_end(), End::returned);
  EXPECT_LT(w.steps, 2500) << "without a pause";
  const Watched other = watched(resonant, 2, 0.3, 300);
  EXPECT_FALSE(other.found);
  EXPECT_EQ(other.watch.last_end(), End::drift_changes) << "unless it is not wanted";
}

TEST(OscillationWatch, ASlowerDriftIsAwaitedOverAFortiethOfTheRunAtMost) {
  const Watched w = watched(resonant, 2, 0.3, 600, 4800, 1e-6, true);
  EXPECT_FALSE(w.found);
  EXPECT_EQ(w.watch.last_end(), End::drift_changes);
}

TEST(OscillationWatch, ADecayWithinAFewRevolutionsIsNone) {
  const Watched w = watched(
      [](double t, std::span<double> x) {
        x[0] = std::exp(-0.05 * t) * std::cos(t);
        x[1] = -std::exp(-0.05 * t) * std::sin(t);
      },
      2, 0.3, 3000);
  EXPECT_FALSE(w.found);
}

TEST(OscillationWatch, OscillationsOfTheErrorsAreNone) {
  const Watched w = watched(
      [](double t, std::span<double> x) {
        x[0] = 1 + 1e-5 * std::cos(t);
        x[1] = -1e-5 * std::sin(t);
      },
      2, 0.3, 3000);
  EXPECT_FALSE(w.found);
}

TEST(OscillationWatch, TwoFrequenciesAreNone) {
  const Watched w = watched(
      [](double t, std::span<double> x) {
        x[0] = std::cos(t);
        x[1] = -std::sin(t);
        x[2] = std::cos(std::sqrt(2) * t);
        x[3] = -std::sqrt(2) * std::sin(std::sqrt(2) * t);
      },
      4, 0.3, 100000);
  EXPECT_FALSE(w.found);
  EXPECT_LT(w.looked, 0.06 * static_cast<double>(w.steps)) << "most steps are not looked at";
}

TEST(OscillationWatch, FrequenciesOfOneToTwoAreOneOrbit) {
  const Watched w = watched(
      [](double t, std::span<double> x) {
        x[0] = std::cos(t);
        x[1] = -std::sin(t);
        x[2] = std::cos(2 * t + 1);
        x[3] = -2 * std::sin(2 * t + 1);
      },
      4, 0.2, 3000);
  ASSERT_TRUE(w.found);
  EXPECT_NEAR(w.watch.oscillation().period, turn, 1e-9);
}

TEST(OscillationWatch, PeriodDoublingReturnsAfterTwoLoops) {
  const Watched w = watched(
      [](double t, std::span<double> x) {
        x[0] = std::cos(t) + 0.2 * std::cos(t / 2);
        x[1] = -std::sin(t) - 0.1 * std::sin(t / 2);
      },
      2, 0.2, 3000);
  ASSERT_TRUE(w.found);
  EXPECT_NEAR(w.watch.oscillation().period, 2 * turn, 1e-9);
}

TEST(OscillationWatch, ASlowStateThatStartsAtZeroHasTheSizeOfItsNominal) {
  const Watched w = watched(
      [](double t, std::span<double> x) {
        circle(t, x);
        x[2] = 1e-4 * t;
      },
      3, 0.3, 3000);
  ASSERT_TRUE(w.found);
  EXPECT_NEAR(w.watch.oscillation().period, turn, 1e-6);
}

TEST(OscillationWatch, AFrequencyThatChangesFastIsNone) {
  const Watched w = watched([](double t, std::span<double> x) { circle(t * (1 + 0.01 * t), x); }, 2,
                            0.05, 20000, 1e9);
  EXPECT_FALSE(w.found && w.steps < 2000);
}

TEST(OscillationWatch, TooFewPeriodsAreNotEvenLookedFor) {
  const Watched w = watched(circle, 2, 0.3, 600, 400);
  EXPECT_FALSE(w.found);
  EXPECT_EQ(w.looked, 0);
  EXPECT_EQ(w.interpolated, 0);
}

// Sines whose phases are sines of other frequencies.
TEST(OscillationWatch, WhatNeverRepeatsIsNoneAndCostsLittle) {
  const Watched w = watched(
      [](double t, std::span<double> x) {
        x[0] = std::cos(t + 3 * std::sin(0.13 * t) + std::sin(0.0471 * t));
        x[1] = std::sin(1.31 * t + 2 * std::cos(0.377 * t));
        x[2] = std::sin(0.71 * t) * x[0];
      },
      3, 0.3, 100000);
  EXPECT_FALSE(w.found);
  EXPECT_LT(w.looked, 0.06 * static_cast<double>(w.steps));
}

TEST(OscillationWatch, ATrialInVainMakesTheNextWaitLonger) {
  Signal signal(circle, 2, 0.3);
  OscillationWatch watch;
  watch.restart(signal.state(), std::vector<double>(2, 1.0),
                {.relative = 1e-6, .slow_drift = slow});
  const auto steps_until_found = [&] {
    long steps = 0;
    do {
      (void)signal.step(1e9);
      ++steps;
    } while (!watch.step(signal, 1e9));
    return steps;
  };
  const long first = steps_until_found();
  watch.failed(50);
  const long second = steps_until_found();
  watch.failed(50);
  const long third = steps_until_found();
  EXPECT_GT(second, first + 900);
  EXPECT_GT(third, 3 * second);
}

}  // namespace
}  // namespace bw::ode::oscillation_watch_test
