// The parameters of every run.

#include "study/design/points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::study::points_test {
namespace {

using Kind = Design::Kind;

Parameter uniform(const std::string& name) {
  return {name, "", {Distribution::Kind::uniform, {0, 1}}, {}, {}};
}
Parameter levels(const std::string& name, std::vector<double> values) {
  return {name, "", {Distribution::Kind::levels, {}, std::move(values)}, {}, {}};
}

TEST(Points, AGridChangesItsLastParameterFastest) {
  const Points points({.kind = Kind::grid}, {levels("a", {1, 2}), levels("b", {5, 6, 7})});
  ASSERT_EQ(points.runs(), 6U);
  std::string all;
  for (std::uint64_t run = 0; run < 6; ++run)
    all += points.word(run, 0) + points.word(run, 1) + " ";
  EXPECT_EQ(all, "15 16 17 25 26 27 ");
}

TEST(Points, ALatinHypercubeHasOnePointPerStratum) {
  for (const std::uint64_t runs : {1U, 2U, 7U, 1000U}) {
    const Points points({.kind = Kind::latin_hypercube, .runs = runs, .seed = 3},
                        {uniform("a"), uniform("b"), uniform("c")});
    for (std::size_t j = 0; j < 3; ++j) {
      std::vector<int> hits(runs, 0);
      for (std::uint64_t run = 0; run < runs; ++run)
        ++hits[static_cast<std::size_t>(points.number(run, j) * static_cast<double>(runs))];
      EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](int n) { return n == 1; })) << runs;
    }
  }
}

TEST(Points, SobolPointsWithoutScramblingAreTheSequence) {
  const Points points({.kind = Kind::sobol, .runs = 8, .scramble = false},
                      {uniform("a"), uniform("b")});
  EXPECT_NEAR(points.number(0, 0), 0, 1e-9);
  EXPECT_NEAR(points.number(2, 0), 0.75, 1e-9);
  EXPECT_NEAR(points.number(2, 1), 0.25, 1e-9);
  EXPECT_NEAR(points.number(7, 1), 0.625, 1e-9);
}

TEST(Points, MoreRunsBeginWithTheSameOnes) {
  for (const Kind kind : {Kind::random, Kind::sobol}) {
    const Points few({.kind = kind, .runs = 10, .seed = 5}, {uniform("a"), uniform("b")});
    const Points many({.kind = kind, .runs = 1000, .seed = 5}, {uniform("a"), uniform("b")});
    for (std::uint64_t run = 0; run < 10; ++run) EXPECT_EQ(few.number(run, 1), many.number(run, 1));
  }
  EXPECT_TRUE(can_grow(Kind::sensitivity));
  EXPECT_FALSE(can_grow(Kind::latin_hypercube));
}

TEST(Points, SensitivityMixesTwoSamples) {
  const Points points({.kind = Kind::sensitivity, .samples = 4}, {uniform("a"), uniform("b")});
  ASSERT_EQ(points.runs(), 16U);
  for (std::uint64_t sample = 0; sample < 4; ++sample) {
    const std::uint64_t a = 4 * sample, b = a + 1;
    EXPECT_EQ(points.number(a + 2, 0), points.number(b, 0));
    EXPECT_EQ(points.number(a + 2, 1), points.number(a, 1));
    EXPECT_EQ(points.number(a + 3, 0), points.number(a, 0));
    EXPECT_EQ(points.number(a + 3, 1), points.number(b, 1));
  }
}

TEST(Points, SettingsHaveUnitsAndWords) {
  Parameter power = levels("p", {1, 2});
  power.unit = "kW";
  Parameter mode = levels("mode", {0, 1});
  mode.words = {"low", "high"};
  const Points points({.kind = Kind::grid}, {power, mode});
  EXPECT_EQ(points.settings(3), (std::vector<std::string>{"p=2 kW", "mode=high"}));
}

TEST(Points, PermutationsHitEveryNumberOnce) {
  for (const std::uint64_t count : {1U, 3U, 64U, 1000U}) {
    const Permutation permutation(9, count);
    std::set<std::uint64_t> seen;
    for (std::uint64_t k = 0; k < count; ++k) seen.insert(permutation(k));
    EXPECT_EQ(seen.size(), count);
    EXPECT_LT(*seen.rbegin(), count);
  }
}

TEST(Points, AGridOfMoreThanFourBillionPointsIsRefused) {
  const std::vector<double> many(100'000, 1);
  EXPECT_TRUE(test::contains(test::refusal<InputError>([&] {
                               Points({.kind = Kind::grid}, {levels("a", many), levels("b", many)});
                             }),
                             "more than 4 294 967 296 points"));
}

}  // namespace
}  // namespace bw::study::points_test
