#include "equation/sort/tear.h"

#include <gtest/gtest.h>

#include "support/dice.h"

namespace bw::equation::tear_test {
namespace {

// Every inner unknown follows from its equation when tears and inner unknowns before it are known.
void expect_right(const Torn& torn, const Rows& unknowns, const std::vector<bool>& is_safe) {
  const std::size_t n = unknowns.size();
  ASSERT_EQ(torn.inner.size() + torn.tears.size(), n);
  ASSERT_EQ(torn.residuals.size(), torn.tears.size());
  std::vector<bool> is_known(n, false), is_used(n, false);
  for (const std::uint32_t tear : torn.tears) is_known[tear] = true;
  for (const auto& [equation, unknown] : torn.inner) {
    EXPECT_FALSE(is_known[unknown]);
    EXPECT_FALSE(is_used[equation]);
    bool is_solved_safely = false;
    for (std::uint32_t k = unknowns.begins[equation]; k < unknowns.begins[equation + 1]; ++k) {
      const std::uint32_t other = unknowns.values[k];
      EXPECT_TRUE(other == unknown || is_known[other]);
      if (other == unknown) is_solved_safely = is_safe[k];
    }
    EXPECT_TRUE(is_solved_safely);
    is_known[unknown] = is_used[equation] = true;
  }
  for (const std::uint32_t equation : torn.residuals) {
    EXPECT_FALSE(is_used[equation]);
    is_used[equation] = true;
  }
}

TEST(Tearing, LeavesOneTearOfACircle) {
  const Rows unknowns = math::rows_of({{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const std::vector<bool> is_safe(8, true);
  const Torn torn = tear(unknowns, is_safe);
  EXPECT_EQ(torn.tears.size(), 1U);
  expect_right(torn, unknowns, is_safe);
}

TEST(Tearing, TakesTheUnknownThatStandsInTheMostEquations) {
  const Rows unknowns = math::rows_of({{0, 3}, {1, 3}, {2, 3}, {0, 1, 2, 3}});
  const std::vector<bool> is_safe(10, true);
  const Torn torn = tear(unknowns, is_safe);
  EXPECT_EQ(torn.tears, std::vector<std::uint32_t>{3});
  expect_right(torn, unknowns, is_safe);
}

// phi; T = cos(phi), and T stands in more equations.
TEST(Tearing, TakesWhatNoEquationCanBeSolvedForFirst) {
  const Rows unknowns = math::rows_of({{0, 1}, {1, 2}, {1, 2}});
  const std::vector<bool> is_safe = {false, true, false, true, false, false};
  const Torn torn = tear(unknowns, is_safe, {true, true, false});
  EXPECT_EQ(torn.tears, std::vector<std::uint32_t>{0});
  expect_right(torn, unknowns, is_safe);
}

TEST(Tearing, MakesEverythingATearWhereNothingIsSafe) {
  const Rows unknowns = math::rows_of({{0, 1}, {1, 0}});
  EXPECT_EQ(tear(unknowns, std::vector<bool>(4, false)).tears.size(), 2U);
}

TEST(Tearing, OfRandomLoopsIsRight) {
  test::Dice dice(1);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t n = 1 + dice.below(10);
    Rows unknowns;
    std::vector<bool> is_safe;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::uint32_t u = 0; u < n; ++u) {
        if (u != i && !dice.in(3)) continue;
        unknowns.values.push_back(u);
        is_safe.push_back(dice.in(2));
      }
      unknowns.close_row();
    }
    expect_right(tear(unknowns, is_safe), unknowns, is_safe);
  }
}

TEST(Tearing, OfACircleOf100000IsFound) {
  constexpr std::uint32_t n = 100'000;
  Rows unknowns;
  for (std::uint32_t i = 0; i < n; ++i) {
    unknowns.values.push_back(i);
    unknowns.values.push_back((i + 1) % n);
    unknowns.close_row();
  }
  EXPECT_EQ(tear(unknowns, std::vector<bool>(2 * std::size_t{n}, true)).tears.size(), 1U);
}

}  // namespace
}  // namespace bw::equation::tear_test
