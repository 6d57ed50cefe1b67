#include "cosim/coupling/loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <set>

namespace bw::cosim::loops_test {
namespace {

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;
using Components = std::vector<std::size_t>;

std::vector<Components> components_of(const std::vector<Loop>& loops) {
  std::vector<Components> all;
  for (const Loop& loop : loops) all.push_back(loop.components);
  return all;
}

TEST(Loops, WithoutComponentsThereAreNone) { EXPECT_TRUE(find_loops(0, {}).empty()); }

TEST(Loops, ComponentsWithoutConnectionsStandInTheOrderOfTheFile) {
  const auto loops = find_loops(3, {});
  EXPECT_EQ(components_of(loops), (std::vector<Components>{{0}, {1}, {2}}));
  for (const Loop& loop : loops) EXPECT_FALSE(loop.closed);
}

TEST(Loops, TwoComponentsThatDriveEachOtherAreOneClosedLoop) {
  const auto loops = find_loops(2, {{0, 1}, {1, 0}});
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].components, (Components{0, 1}));
  EXPECT_TRUE(loops[0].closed);
}

TEST(Loops, AComponentThatDrivesItselfIsClosed) {
  const auto loops = find_loops(2, {{1, 1}, {0, 1}});
  EXPECT_FALSE(loops[0].closed);
  EXPECT_TRUE(loops[1].closed);
}

TEST(Loops, WhatDrivesComesFirstWhateverTheFileSays) {
  EXPECT_EQ(components_of(find_loops(3, {{2, 1}, {1, 0}})),
            (std::vector<Components>{{2}, {1}, {0}}));
}

TEST(Loops, AmongThoseThatAreFreeTheFileDecides) {
  // 4 drives 0; everything else is free immediately.
  EXPECT_EQ(components_of(find_loops(5, {{4, 0}})),
            (std::vector<Components>{{1}, {2}, {3}, {4}, {0}}));
}

TEST(Loops, InsideALoopTheFileDecidesWhateverTheConnections) {
  const auto loops = find_loops(4, {{3, 1}, {1, 0}, {0, 3}, {2, 0}});
  EXPECT_EQ(components_of(loops), (std::vector<Components>{{2}, {0, 1, 3}}));
}

TEST(Loops, SeveralConnectionsBetweenTheSameComponentsCountAsOne) {
  const auto loops = find_loops(2, {{1, 0}, {1, 0}, {1, 0}});
  EXPECT_EQ(components_of(loops), (std::vector<Components>{{1}, {0}}));
  EXPECT_FALSE(loops[0].closed || loops[1].closed);
}

TEST(Loops, TwoLoopsInAChainStayTwo) {
  const auto loops = find_loops(5, {{3, 4}, {4, 3}, {4, 2}, {2, 0}, {0, 1}, {1, 0}});
  EXPECT_EQ(components_of(loops), (std::vector<Components>{{3, 4}, {2}, {0, 1}}));
}

// reach[a][b]: b can be reached from a, by Warshall's three loops.
std::vector<std::vector<bool>> reachability(std::size_t components, const Edges& edges) {
  std::vector<std::vector<bool>> reach(components, std::vector<bool>(components, false));
  for (const auto& [from, to] : edges) reach[from][to] = true;
  for (std::size_t k = 0; k < components; ++k)
    for (std::size_t i = 0; i < components; ++i)
      for (std::size_t j = 0; j < components; ++j)
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
  return reach;
}

void expect_right(std::size_t components, const Edges& edges) {
  const auto loops = find_loops(components, edges);
  const auto reach = reachability(components, edges);
  Components place(components, components);
  for (std::size_t l = 0; l < loops.size(); ++l) {
    EXPECT_TRUE(std::is_sorted(loops[l].components.begin(), loops[l].components.end()));
    for (const std::size_t component : loops[l].components) {
      EXPECT_EQ(place[component], components) << "part " << component << " stands twice";
      place[component] = l;
    }
    EXPECT_EQ(loops[l].closed, reach[loops[l].components[0]][loops[l].components[0]]);
  }
  for (std::size_t a = 0; a < components; ++a) {
    ASSERT_LT(place[a], loops.size()) << "part " << a << " is missing";
    for (std::size_t b = 0; b < components; ++b) {
      EXPECT_EQ(place[a] == place[b], a == b || (reach[a][b] && reach[b][a]));
      EXPECT_TRUE(!reach[a][b] || place[a] <= place[b]) << "not topological";
    }
  }
  // The earliest of the file among those whose drivers all stand before: no later loop that begins
  // with an earlier component could have stood here.
  for (std::size_t l = 0; l < loops.size(); ++l)
    for (std::size_t later = l + 1; later < loops.size(); ++later) {
      if (loops[later].components[0] > loops[l].components[0]) continue;
      bool waits = false;
      for (std::size_t a = 0; a < components; ++a)
        if (place[a] >= l && place[a] != later && reach[a][loops[later].components[0]])
          waits = true;
      EXPECT_TRUE(waits) << "the file's order was not kept";
    }
}

TEST(Loops, RandomGraphsAgreeWithPlainReachability) {
  std::mt19937 random(4711);
  for (int trial = 0; trial < 400 && !testing::Test::HasFailure(); ++trial) {
    const std::size_t components = 1 + random() % 14, connections = random() % (2 * components + 1);
    Edges edges;
    for (std::size_t k = 0; k < connections; ++k)
      edges.emplace_back(random() % components, random() % components);
    expect_right(components, edges);
  }
}

Edges chain(std::size_t components, bool closed) {
  Edges edges;
  for (std::size_t k = 0; k + 1 < components; ++k) edges.emplace_back(k, k + 1);
  if (closed) edges.emplace_back(components - 1, 0);
  return edges;
}

TEST(Loops, AChainOfAHundredThousandComponentsDoesNotOverflowTheStack) {
  const auto loops = find_loops(100'000, chain(100'000, false));
  ASSERT_EQ(loops.size(), 100'000u);
  EXPECT_EQ(loops[99'999].components, Components{99'999});
}

TEST(Loops, ARingOfAHundredThousandComponentsIsOneLoop) {
  const auto loops = find_loops(100'000, chain(100'000, true));
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0].components.size(), 100'000u);
}

double cpu_seconds(std::size_t components) {
  Edges edges = chain(components, false);
  for (std::size_t k = 0; k < components; ++k)
    edges.emplace_back(0, k);  // many connections from one component
  const std::clock_t begin = std::clock();
  find_loops(components, edges);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// Sixteen times as many components cost a little more than sixteen times as much; squared it were
// 256.
TEST(Loops, TheCostGrowsWithTheNumberOfComponentsNotWithItsSquare) {
  const double few = std::min({cpu_seconds(10'000), cpu_seconds(10'000), cpu_seconds(10'000)});
  const double many = cpu_seconds(160'000);
  EXPECT_LT(many, 100 * std::max(few, 1e-4));
}

}  // namespace
}  // namespace bw::cosim::loops_test
