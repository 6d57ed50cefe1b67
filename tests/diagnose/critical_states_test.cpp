#include "diagnose/critical_states.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bw::diagnose::critical_states_test {
namespace {

TEST(CriticalStates, CountEachStateWhoseOwnErrorIsAboveItsWeight) {
  CriticalStates critical(3);
  critical.add(std::vector<double>{0.5, -4, 1.5});
  critical.add(std::vector<double>{1, 3, 0});
  const auto ranked = critical.ranked();
  ASSERT_EQ(ranked.size(), 2U);
  EXPECT_EQ(ranked[0], (std::pair<std::size_t, double>(1, 1.0)));
  EXPECT_EQ(ranked[1], (std::pair<std::size_t, double>(2, 0.5)));
  EXPECT_EQ(critical.rejected(), 2);
}

TEST(CriticalStates, AnErrorThatIsNoNumberCounts) {
  CriticalStates critical(1);
  critical.add(std::vector<double>{std::nan("")});
  EXPECT_EQ(critical.ranked().size(), 1U);
}

TEST(CriticalStates, WithoutRejectionsThereAreNone) {
  EXPECT_TRUE(CriticalStates(2).ranked().empty());
}

}  // namespace
}  // namespace bw::diagnose::critical_states_test
