#include "math/strong_components.h"

#include <gtest/gtest.h>

#include "support/dice.h"

namespace bw::math::components_test {
namespace {

using Lists = std::vector<std::vector<std::size_t>>;
using Members = std::vector<std::vector<std::uint32_t>>;

Members members(const StrongComponents& found) {
  Members all;
  for (std::size_t c = 0; c < found.count(); ++c)
    all.emplace_back(found.members[c].begin(), found.members[c].end());
  return all;
}

TEST(StrongComponents, OfNothingAreNone) { EXPECT_EQ(find_strong_components({}).count(), 0U); }

TEST(StrongComponents, ComeAfterWhatTheyLeadTo) {
  const StrongComponents found = find_strong_components(rows_of({{2}, {3, 0}, {1, 4}, {}, {3, 4}}));
  EXPECT_EQ(members(found), (Members{{3}, {4}, {0, 1, 2}}));
  EXPECT_EQ(found.of, (std::vector<std::uint32_t>{2, 2, 2, 0, 1}));
}

TEST(StrongComponents, OfNodesWithoutEdgesAreTheNodes) {
  EXPECT_EQ(members(find_strong_components(rows_of(Lists(3)))), (Members{{0}, {1}, {2}}));
}

TEST(StrongComponents, OfRandomGraphsAreNodesThatReachEachOther) {
  test::Dice dice(1);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t n = 1 + dice.below(12);
    Lists next(n);
    for (std::size_t e = dice.below(2 * n); e > 0; --e)
      next[dice.below(n)].push_back(dice.below(n));
    std::vector<std::vector<bool>> reaches(n, std::vector<bool>(n));
    for (std::size_t i = 0; i < n; ++i) {
      reaches[i][i] = true;
      for (const std::size_t j : next[i]) reaches[i][j] = true;
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
    const StrongComponents found = find_strong_components(rows_of(next));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        EXPECT_EQ(found.of[i] == found.of[j], reaches[i][j] && reaches[j][i]);
        if (reaches[i][j]) {
          EXPECT_GE(found.of[i], found.of[j]);
        }
      }
  }
}

// An overflow of the stack would end the test.
TEST(StrongComponents, OfAChainAndOfACircleOfAMillionNodesAreFound) {
  constexpr std::uint32_t n = 1'000'000;
  Rows next;
  for (std::uint32_t i = 0; i + 1 < n; ++i) next.values.push_back(i + 1), next.close_row();
  Rows circle = next;
  next.close_row();
  circle.values.push_back(0), circle.close_row();
  const StrongComponents found = find_strong_components(next);
  EXPECT_EQ(found.count(), n);
  EXPECT_EQ(found.of.front(), n - 1);
  EXPECT_EQ(found.of.back(), 0U);
  EXPECT_EQ(find_strong_components(circle).count(), 1U);
}

}  // namespace
}  // namespace bw::math::components_test
