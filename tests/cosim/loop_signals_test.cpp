#include "cosim/coupling/loop_signals.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/model/test_components.h"

namespace bw::cosim::loop_signals_test {
namespace {

using test::connection;
using test::Echo;
using test::Kit;
using Reals = std::vector<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// Of a loop of one component with the given number of real outputs.
double distance(const Reals& a, const Reals& b, const Tolerance& tolerance) {
  Kit kit;
  kit.add<Echo>("a", std::vector<Type>(a.size(), Type::real));
  const Coupling coupling = kit.couple({});
  const LoopSignals signals(coupling, coupling.loops()[0], tolerance);
  EXPECT_EQ(signals.has_reals(), !a.empty());
  return signals.distance({a, {}}, {b, {}});
}

TEST(LoopSignals, OneIsExactlyAsMuchAsTheToleranceAllows) {
  const Tolerance tolerance{.relative = 0.25, .absolute = 0.5};
  EXPECT_EQ(distance({6}, {4}, tolerance), 1.0);
  EXPECT_EQ(distance({-6}, {-4}, tolerance), 1.0);
}

TEST(LoopSignals, TheWeightsComeFromTheFirstArgument) {
  const Tolerance tolerance{.relative = 1, .absolute = 0};
  EXPECT_DOUBLE_EQ(distance({2}, {4}, tolerance), 1.0);
  EXPECT_DOUBLE_EQ(distance({4}, {2}, tolerance), 0.5);
}

TEST(LoopSignals, TheSumIsDividedByTheNumberOfSignals) {
  const Tolerance tolerance{.relative = 0, .absolute = 1};
  EXPECT_DOUBLE_EQ(distance({3, 0}, {0, 4}, tolerance), std::sqrt(12.5));
  EXPECT_DOUBLE_EQ(distance(Reals(50, 1.0), Reals(50, 0.0), tolerance), 1.0);
}

TEST(LoopSignals, NoSignalsHaveNoDistance) { EXPECT_EQ(distance({}, {}, {}), 0.0); }

TEST(LoopSignals, EqualSignalsHaveNoDistance) {
  EXPECT_EQ(distance({1, -2, 0}, {1, -2, 0}, {}), 0.0);
}

TEST(LoopSignals, WhatIsNotFiniteIsNeverWithinTheTolerance) {
  for (const double bad : {nan, infinity, -infinity}) {
    EXPECT_FALSE(distance({0, bad}, {0, 0}, {}) <= 1.0) << bad;
    EXPECT_FALSE(distance({0, 0}, {0, bad}, {}) <= 1.0) << bad;
    EXPECT_FALSE(distance({0, bad}, {0, bad}, {}) <= 1.0) << bad;
  }
}

TEST(LoopSignals, AWeightOfZeroPassesNothing) {
  const Tolerance tolerance{.relative = 1, .absolute = 0};
  EXPECT_FALSE(distance({0}, {1}, tolerance) <= 1.0);
  EXPECT_FALSE(distance({0}, {0}, tolerance) <= 1.0);  // 0/0
}

TEST(LoopSignals, AnOverflowIsNotSmall) {
  EXPECT_FALSE(distance({1e-300}, {1e300}, {0, 1e-300}) <= 1.0);
}

TEST(LoopSignals, NominalValuesGiveTheAbsoluteTolerance) {
  Kit kit;
  kit.add<test::Algebraic>(
      "a", [](double u) { return u; }, 1000.0);
  const Coupling coupling = kit.couple({});
  const LoopSignals signals(coupling, coupling.loops()[0], {.relative = 1e-3});
  EXPECT_DOUBLE_EQ(signals.distance({{0}, {}}, {{2}, {}}), 2.0);
}

TEST(LoopSignals, AreThoseOfTheLoopAndNoOthers) {
  Kit kit;
  for (const char* name : {"a", "b", "c", "d"})
    kit.add<Echo>(name, std::vector{Type::real, Type::integer});
  const Coupling coupling = kit.couple({connection(1, 3), connection(3, 1)});
  const auto all = signals_of_loops(coupling, {.relative = 0, .absolute = 1});
  std::size_t loop = 0;
  while (coupling.loops()[loop].components.size() != 2) ++loop;
  Signals one = coupling.now(), other = one;
  other.reals = {5, 0, 5, 0};
  other.discretes[0] = std::int64_t{7};
  EXPECT_EQ(all[loop].distance(one, other), 0.0);
  EXPECT_TRUE(all[loop].same_discretes(one, other));
  other.reals = {0, 3, 0, 3};
  other.discretes[3] = std::int64_t{7};
  EXPECT_EQ(all[loop].distance(one, other), 3.0);
  EXPECT_FALSE(all[loop].same_discretes(one, other));
  all[loop].copy(other, one);
  EXPECT_EQ(one.reals, (Reals{0, 3, 0, 3}));
  EXPECT_EQ(one.discretes[3], Discrete(std::int64_t{7}));
  EXPECT_EQ(name_of(coupling, coupling.loops()[loop]), "b - d");
}

}  // namespace
}  // namespace bw::cosim::loop_signals_test
