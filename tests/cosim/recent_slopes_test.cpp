#include "cosim/chain/recent_slopes.h"

#include <gtest/gtest.h>

#include "support/cosim/jumping_components.h"

namespace bw::cosim::recent_slopes_test {
namespace {

using namespace test;  // its components are the vocabulary here

struct RecentSlopesTest : testing::Test {
  Kit kit;
  Coupling coupling = (kit.add<Ramp>(), kit.couple({}));
  RecentSlopes recent{coupling, {.relative = 1e-3, .absolute = 1e-4}};
};

TEST_F(RecentSlopesTest, TheOldestOfFiveIsFirst) {
  recent.forget({{0.0}, {}});
  double y = 0;
  for (int k = 1; k <= 6; ++k) recent.see(k, 0.5, {{y += 0.5 * k}, {}});
  for (int k = 0; k < RecentSlopes::kept; ++k) {
    EXPECT_DOUBLE_EQ(recent.of(0)[k], k + 2);
    EXPECT_EQ(recent.begins()[k], k + 2);
    EXPECT_EQ(recent.lengths()[k], 0.5);
  }
  EXPECT_DOUBLE_EQ(recent.weight(0), 1e-3 * y + 1e-4);
}

TEST_F(RecentSlopesTest, ARollbackRestoresThem) {
  recent.forget({{0.0}, {}});
  recent.see(0, 1, {{1.0}, {}});
  const RecentSlopes::Memory before = recent.memory();
  recent.see(1, 1, {{5.0}, {}});
  recent.remember(before);
  EXPECT_EQ(recent.seen(), 1);
  EXPECT_EQ(recent.of(0)[RecentSlopes::kept - 1], 1);
  recent.see(1, 1, {{3.0}, {}});
  EXPECT_EQ(recent.of(0)[RecentSlopes::kept - 1], 2);
}

TEST_F(RecentSlopesTest, RatesRiseToThoseOfSettledSteps) {
  std::vector<double> rates;
  recent.forget({{0.0}, {}});
  recent.see(0, 1, {{100.0}, {}});  // catches up after an event
  recent.raise(rates);
  EXPECT_EQ(rates, std::vector{0.0});
  recent.see(1, 1, {{1.0}, {}});
  recent.see(2, 1, {{0.0}, {}});
  recent.raise(rates);
  EXPECT_DOUBLE_EQ(rates[0], 1 / 1e-4);
  recent.see(3, 1, {{0.0}, {}});
  recent.raise(rates);
  EXPECT_DOUBLE_EQ(rates[0], 1 / 1e-4);
}

TEST_F(RecentSlopesTest, ForgottenStepsHaveNoSlope) {
  recent.see(0, 1, {{1.0}, {}});
  recent.forget({{7.0}, {}});
  EXPECT_EQ(recent.seen(), 0);
  for (int k = 0; k < RecentSlopes::kept; ++k) EXPECT_EQ(recent.of(0)[k], 0);
  recent.see(1, 1, {{8.0}, {}});
  EXPECT_EQ(recent.of(0)[RecentSlopes::kept - 1], 1);
}

}  // namespace
}  // namespace bw::cosim::recent_slopes_test
