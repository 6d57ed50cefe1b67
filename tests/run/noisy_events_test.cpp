// Event indicators whose last digits are arbitrary, that depend on earlier evaluations, or that are
// no numbers: every search ends, and says so.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "model/state_model.h"
#include "run/run.h"
#include "support/run_result.h"

namespace bw::run::noisy_events_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::find_bell;
using test::has_bell;
using test::said;

// x' = 1, 0 behind x = 1000.5 and y' the sum of passed thresholds: events at 0.5, 1.5, ...
class Climber : public model::StateModel {
 public:
  explicit Climber(std::string name = "climber", std::size_t indicators = 1)
      : StateModel(std::move(name), {{.name = "x", .start = 1000}, {.name = "y"}}, indicators) {}
  void derivatives(double, std::span<const double>, std::span<double> dx) override {
    dx[0] = 1;
    dx[1] = passed_;
  }
  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    z[0] = x[0] - 1000.5 - passed_;
    disturb(t, z);
  }
  model::EventUpdate handle_event(double, std::span<double> x) override {
    if (x[0] >= 1000.5 + passed_) ++passed_;
    return {};
  }

 protected:
  model::EventUpdate restart(std::span<double>) override {
    passed_ = 0;
    return {};
  }
  virtual void disturb(double /*t*/, std::span<double> /*z*/) {}

  int passed_ = 0;
};

// Every evaluation has another rounding error, of `noise`.
class Noisy final : public Climber {
 public:
  explicit Noisy(double noise) : Climber("noisy"), noise_(noise) {}

 private:
  void disturb(double, std::span<double> z) override {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    z[0] += noise_ * (static_cast<double>(state_ >> 33U) / 1073741824.0 - 1);
  }
  double noise_;
  std::uint64_t state_ = 1;
};

TEST(NoisyEvents, RoundingNoiseIsNoEventOfItsOwn) {
  for (const double noise : {1e-15, 1e-14})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      Noisy model(noise);
      const RunResult r = run({.stop = 10, .tolerance = tolerance, .interval = 0.3}, model);
      EXPECT_EQ(r.verdict, Verdict::trusted) << noise << " " << tolerance << "\n" << said(r);
      EXPECT_EQ(r.events.size(), 10U) << noise << " " << tolerance;
      EXPECT_LT(r.statistics.rhs_evaluations, 20'000) << noise;
    }
}

// Changes its sign at the end of every step that is tried for the first time, and nowhere else.
class Forgetful final : public Climber {
 public:
  Forgetful() : Climber("forgetful", 2) {}

 private:
  void disturb(double t, std::span<double> z) override {
    z[1] = t > latest_ && t > 3 ? 1.0 : -1.0;
    latest_ = std::max(latest_, t);
  }
  model::EventUpdate restart(std::span<double> x) override {
    latest_ = 0;
    return Climber::restart(x);
  }
  double latest_ = 0;
};

TEST(NoisyEvents, AnEventThatIsNotReproducedIsAWarning) {
  Forgetful model;
  const RunResult r = run({.stop = 10, .interval = 0.3}, model);
  const Bell* bell = find_bell(r, BellCode::event_not_reproduced);
  ASSERT_NE(bell, nullptr) << said(r);
  EXPECT_GT(bell->measured, 0);
  EXPECT_NE(r.verdict, Verdict::trusted);
  EXPECT_LT(r.statistics.rhs_evaluations, 2'000'000);
  Climber calm;
  EXPECT_FALSE(has_bell(run({.stop = 10, .interval = 0.3}, calm), BellCode::event_not_reproduced));
}

// Coarse arithmetic: the indicator is a multiple of `grain`, as after an iteration that ends early.
class Grained final : public Climber {
 public:
  explicit Grained(double grain) : Climber("grained"), grain_(grain) {}

 private:
  void disturb(double, std::span<double> z) override { z[0] = grain_ * std::round(z[0] / grain_); }
  double grain_;
};

TEST(NoisyEvents, AnIndicatorInStepsHasOneEventPerCrossing) {
  for (const double grain : {1e-13, 1e-10, 1e-7}) {
    Grained model(grain);
    const RunResult r = run({.stop = 10, .tolerance = 1e-4, .interval = 0.3}, model);
    EXPECT_EQ(r.events.size(), 10U) << grain << said(r);
  }
}

class SometimesNaN final : public Climber {
 public:
  SometimesNaN() : Climber("undefined") {}

 private:
  void disturb(double, std::span<double> z) override {
    if (++calls_ % 7 == 0) z[0] = std::numeric_limits<double>::quiet_NaN();
  }
  long calls_ = 0;
};

TEST(NoisyEvents, AnIndicatorThatIsNoNumberEndsTheRunWithItsName) {
  SometimesNaN model;
  const RunResult r = run({.stop = 10, .interval = 0.3}, model);
  EXPECT_NE(r.verdict, Verdict::trusted);
  if (r.exit_code == ExitCode::stopped) {
    EXPECT_TRUE(has_bell(r, BellCode::nan)) << said(r);
  }
}

}  // namespace
}  // namespace bw::run::noisy_events_test
