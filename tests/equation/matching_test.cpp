#include "equation/sort/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support/dice.h"

namespace bw::equation::matching_test {
namespace {

using Lists = std::vector<std::vector<std::size_t>>;

std::vector<std::uint32_t> all_of(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

std::size_t matched(const Matching& matching, const Lists& lists, std::size_t equations) {
  std::size_t count = 0;
  for (std::uint32_t u = 0; u < lists.size(); ++u) {
    const std::uint32_t equation = matching.equation(u);
    if (equation == unmatched) continue;
    ++count;
    EXPECT_LT(equation, equations);
    EXPECT_EQ(matching.unknown(equation), u);
    EXPECT_NE(std::find(lists[u].begin(), lists[u].end(), equation), lists[u].end());
  }
  return count;
}

// By trying everything.
std::size_t largest(const Lists& lists, std::size_t from, std::vector<bool>& is_used) {
  if (from == lists.size()) return 0;
  std::size_t best = largest(lists, from + 1, is_used);
  for (const std::size_t equation : lists[from]) {
    if (is_used[equation]) continue;
    is_used[equation] = true;
    best = std::max(best, 1 + largest(lists, from + 1, is_used));
    is_used[equation] = false;
  }
  return best;
}

TEST(Matchings, ExchangeWhatWasTakenFirst) {
  const Lists lists{{0, 1}, {0}, {1, 2}};
  const Rows rows = math::rows_of(lists);
  Matching matching(rows, 3);
  matching.match(all_of(3));
  EXPECT_EQ(matched(matching, lists, 3), 3U);
  EXPECT_EQ(matching.equation(0), 1U);
}

TEST(Matchings, LeaveTheFirstUnknownsTheirEquations) {
  const Rows rows = math::rows_of({{0}, {0}});
  Matching matching(rows, 1);
  matching.match(std::vector<std::uint32_t>{1});
  matching.match(std::vector<std::uint32_t>{0});
  EXPECT_EQ(matching.equation(1), 0U);
  EXPECT_EQ(matching.equation(0), unmatched);
}

TEST(Matchings, OfRandomGraphsAreAsLargeAsCanBe) {
  test::Dice dice(1);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t unknowns = 1 + dice.below(7), equations = 1 + dice.below(7);
    Lists lists(unknowns);
    for (auto& list : lists)
      for (std::size_t e = 0; e < equations; ++e)
        if (dice.in(3)) list.push_back(e);
    const Rows rows = math::rows_of(lists);
    Matching matching(rows, equations);
    matching.match(all_of(unknowns));
    std::vector<bool> is_used(equations, false);
    EXPECT_EQ(matched(matching, lists, equations), largest(lists, 0, is_used));
  }
}

// Every unknown but the last takes the equation of the one before: one path through all of them.
TEST(Matchings, GoAlongAPathOf100000) {
  constexpr std::uint32_t n = 100'000;
  Rows rows;
  for (std::uint32_t u = 0; u < n; ++u) {
    if (u + 1 < n) rows.values.push_back(u);
    rows.values.push_back((u + n - 1) % n);
    rows.close_row();
  }
  Matching matching(rows, n);
  matching.match(all_of(n));
  for (std::uint32_t u = 0; u < n; ++u) ASSERT_NE(matching.equation(u), unmatched) << u;
}

TEST(Matchings, TransposedRowsAreColumns) {
  const Rows turned = transposed(math::rows_of({{0, 2}, {2}}), 3);
  EXPECT_EQ(turned.begins, (std::vector<std::uint32_t>{0, 1, 1, 3}));
  EXPECT_EQ(turned.values, (std::vector<std::uint32_t>{0, 0, 1}));
}

}  // namespace
}  // namespace bw::equation::matching_test
