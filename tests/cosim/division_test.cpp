#include "cosim/coupling/division.h"

#include <gtest/gtest.h>

namespace bw::cosim::division_test {
namespace {

std::vector<Lane> lanes(const std::vector<double>& costs, std::size_t threads,
                        std::vector<const void*> kin = {}) {
  kin.resize(costs.size());
  return divide(costs, kin, threads).lanes;
}

TEST(Division, ExpensiveComponentsAreSpreadTheMostExpensiveFirst) {
  EXPECT_EQ(lanes({1, 3, 2, 2}, 2), (std::vector<Lane>{{0, 1}, {2, 3}}));
}

TEST(Division, ComponentsThatTakeLessThanAHandOverStayTogether) {
  EXPECT_EQ(lanes({1e-6, 1e-6, 1e-6, 1e-6}, 4), (std::vector<Lane>{{0, 1, 2, 3}}));
  EXPECT_EQ(lanes({hand_over, hand_over}, 2), (std::vector<Lane>{{0, 1}}));
}

TEST(Division, ThereAreOnlyAsManyLanesAsPay) {
  // Four components of three hand-overs: 12 alone, 6 + 1 in two lanes, 3 + 3 in four.
  const double component = 3 * hand_over;
  EXPECT_EQ(lanes({component, component, component, component}, 4).size(), 4U);
  EXPECT_EQ(lanes({component, component, component, component}, 2).size(), 2U);
  EXPECT_EQ(lanes({component, hand_over / 2, hand_over / 2, hand_over}, 4).size(), 2U);
}

TEST(Division, ThereAreNotMoreLanesThanThreadsOrComponents) {
  EXPECT_EQ(lanes({1, 1, 1}, 1).size(), 1U);
  EXPECT_EQ(lanes({1, 1, 1}, 2).size(), 2U);
  EXPECT_EQ(lanes({1, 1, 1}, 100).size(), 3U);
  EXPECT_EQ(lanes({1}, 4).size(), 1U);
}

TEST(Division, ComponentsThatShareCodeStayInOneLane) {
  const int a = 0, b = 0;
  EXPECT_EQ(lanes({1, 1, 1, 1}, 4, {&a, &b, &a, &b}), (std::vector<Lane>{{0, 2}, {1, 3}}));
  EXPECT_EQ(lanes({1, 1, 1}, 4, {&a, &a, &a}), (std::vector<Lane>{{0, 1, 2}}));
  EXPECT_EQ(lanes({1, 1, 1}, 4, {&a, nullptr, &a}), (std::vector<Lane>{{0, 2}, {1}}));
}

TEST(Division, PiecesOfALaneAreInOrder) {
  EXPECT_EQ(lanes({1, 2, 3, 4, 5, 6}, 2), (std::vector<Lane>{{1, 2, 5}, {0, 3, 4}}));
}

}  // namespace
}  // namespace bw::cosim::division_test
