#include "cosim/chain/find_kinks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "support/cosim/jumping_components.h"

namespace bw::cosim::find_kinks_test {
namespace {

using namespace test;  // its components are the vocabulary here

// One signal, at the ends of steps of these lengths in turn.
std::vector<Kink> kinks_of(const std::function<double(double)>& signal,
                           const std::vector<double>& lengths = {0.1}, double relative = 1e-6) {
  Kit kit;
  kit.add<Ramp>();
  Coupling coupling = kit.couple({});
  RecentSlopes recent(coupling, {.relative = relative});
  recent.forget({{signal(0)}, {}});
  std::vector<Kink> kinks;
  double t = 0;
  for (std::size_t k = 0; t < 10; ++k) {
    const double h = lengths[k % lengths.size()];
    recent.see(t, h, {{signal(t + h)}, {}});
    find_kinks(recent, kinks);
    t += h;
  }
  return kinks;
}

TEST(FindKinks, FindsWhereASignalReachesItsLimit) {
  for (const double where : {3.3, 3.333, 3.4})
    for (const auto& lengths : {std::vector{0.1}, std::vector{0.07, 0.2, 0.05}}) {
      const auto kinks = kinks_of([=](double t) { return std::min(t, where); }, lengths);
      ASSERT_EQ(kinks.size(), 1U) << where;
      EXPECT_NEAR(kinks[0].time, where, 1e-12);
      EXPECT_NEAR(kinks[0].bend, 1, 1e-12);
      EXPECT_NEAR(kinks[0].weight, 1e-6 * (where + 1), 1e-12);
    }
}

TEST(FindKinks, FindsItBetweenCurvesFarWithinAStep) {
  const auto kinks = kinks_of([](double t) { return std::max(std::sin(t), 0.4); });
  ASSERT_GE(kinks.size(), 3U);
  const double first = std::asin(0.4), pi = std::acos(-1.0);
  EXPECT_NEAR(kinks[0].time, first, 5e-3);
  EXPECT_NEAR(kinks[1].time, pi - first, 5e-3);
}

// From the first step of a run to its last, of length 0.1.
std::vector<Kink> kinks_of_run(const std::function<double(double)>& signal, int steps) {
  Kit kit;
  kit.add<Ramp>();
  Coupling coupling = kit.couple({});
  RecentSlopes recent(coupling, {.relative = 1e-6});
  std::vector<Kink> kinks;
  for (int k = 0; k < steps; ++k) {
    recent.see(0.1 * k, 0.1, {{signal(0.1 * (k + 1))}, {}});
    find_kinks(recent, kinks);
  }
  find_last_kinks(recent, kinks);
  return kinks;
}

TEST(FindKinks, FindsThoseInTheFirstAndTheLastStepsOfARun) {
  for (const double where : {0.04, 0.13, 0.85, 0.96}) {
    const auto kinks = kinks_of_run([=](double t) { return std::max(0.0, t - where); }, 10);
    ASSERT_EQ(kinks.size(), 1U) << where;
    EXPECT_NEAR(kinks[0].time, where, 0.1) << where;
  }
  EXPECT_TRUE(kinks_of_run([](double t) { return std::exp(-t) - 1; }, 10).empty());
  // Not curved in the third step from the end, or from the start.
  for (const double where : {0.75, 0.25}) {
    const auto turns = [=](double t) { return std::pow(t - where, 3) + std::pow(where, 3); };
    EXPECT_TRUE(kinks_of_run(turns, 10).empty()) << where;
  }
}

TEST(FindKinks, SmoothSignalsHaveNone) {
  EXPECT_TRUE(kinks_of([](double t) { return std::sin(3 * t) + t * t; }).empty());
  EXPECT_TRUE(kinks_of([](double t) { return std::exp(-t) * std::cos(t); }, {0.1, 0.03}).empty());
}

TEST(FindKinks, KinksFarBelowTheToleranceDoNotMatter) {
  const auto signal = [](double t) { return std::min(t, 3.3); };
  EXPECT_TRUE(kinks_of(signal, {0.1}, 0.5).empty());
}

TEST(FindKinks, ForgetsWhatWasBeforeADiscontinuity) {
  Kit kit;
  kit.add<Ramp>();
  Coupling coupling = kit.couple({});
  RecentSlopes recent(coupling, {.relative = 1e-6});
  std::vector<Kink> kinks;
  for (int k = 0; k < 8; ++k) {
    if (k == 4) recent.forget({{0.0}, {}});
    recent.see(k, 1, {{k < 4 ? 0.0 : k - 3.0}, {}});
    find_kinks(recent, kinks);
  }
  EXPECT_TRUE(kinks.empty());
}

}  // namespace
}  // namespace bw::cosim::find_kinks_test
