#include "cosim/certify/kink_tracks.h"

#include <gtest/gtest.h>

#include <deque>

#include "support/cosim/synthetic_chains.h"

namespace bw::cosim::kink_tracks_test {
namespace {

using test::Series;

constexpr double bend = 2, weight = 1e-6, step = 0.3;

// Chains of 1, 2, ... steps with kinks at these times; rows at 0, 1, ..., 10.
struct Bent {
  explicit Bent(const std::vector<std::vector<double>>& times, Expansion expansion = {1, 1})
      : tableau(plan, expansion) {
    for (std::size_t n = 0; n < times.size(); ++n) {
      const int steps = static_cast<int>(n) + 1;
      Path& path = paths.emplace_back(series.path(steps));
      for (const double time : times[n])
        path.kinks.push_back({time, step / steps, bend, weight, 0});
      tableau.add(steps, path);
    }
  }
  double error() const { return error_at_rows(plan, tableau).error; }

  Series series{};
  Mesh mesh = series.mesh();
  CertifyPlan plan = series.plan(mesh);
  std::deque<Path> paths{};
  Tableau tableau;
};

TEST(KinkTracks, LeadToTheTimeOfTheLimit) {
  const Bent bent({{3.2}, {3.3}, {3.3 + 0.1 / 3}, {3.35}});
  const auto tracks = follow_kinks(bent.tableau);
  ASSERT_EQ(tracks.size(), 1U);
  EXPECT_NEAR(tracks[0].limit, 3.4, 1e-9);
  EXPECT_NEAR(tracks[0].uncertainty, 0, 1e-9);
  EXPECT_NEAR(tracks[0].times[0], 3.2, 1e-9);
  EXPECT_DOUBLE_EQ(tracks[0].bend, bend / weight);
}

TEST(KinkTracks, FollowSecondOrderLikewise) {
  const auto tracks = follow_kinks(Bent({{3.1}, {3.175}, {3.2 - 0.1 / 9}}, {2, 2}).tableau);
  ASSERT_EQ(tracks.size(), 1U);
  EXPECT_NEAR(tracks[0].limit, 3.2, 1e-9);
}

TEST(KinkTracks, KnowWhereAChainHasAKinkThatItDoesNotShow) {
  const auto tracks = follow_kinks(Bent({{3.2}, {3.3}, {3.3 + 0.1 / 3}, {}}).tableau);
  ASSERT_EQ(tracks.size(), 1U);
  EXPECT_NEAR(tracks[0].limit, 3.4, 1e-9);
  EXPECT_NEAR(tracks[0].times[3], 3.35, 1e-9);
}

TEST(KinkTracks, NeedThreeChains) {
  EXPECT_TRUE(follow_kinks(Bent({{3.2}, {3.3}, {}, {}}).tableau).empty());
  EXPECT_TRUE(follow_kinks(Bent({{3.2}, {3.3}, {7.1}}).tableau).empty());
}

TEST(KinkErrors, AreThoseOfRowsThatTheLimitHasOnTheOtherSide) {
  // The limit is 3.02, and each chain has it before the row at 3.
  const Bent bent({{2.82}, {2.92}, {3.02 - 0.2 / 3}, {2.97}});
  EXPECT_NEAR(bent.error(), 0.02 * bend / weight, 1e-3);
  EXPECT_EQ(Bent({{2.7}, {2.8}, {2.9 - 0.2 / 3}, {2.85}}).error(), 0) << "all before the row";
}

TEST(KinkErrors, AreThoseOfTheChainsOnTheOtherSide) {
  // The limit is 3.1; the first chain is before the row at 3, with a weight of 1/2 in the result.
  EXPECT_NEAR(Bent({{2.9}, {3.0 + 1e-9}, {3.1 - 0.2 / 3}}).error(), 0.05 * bend / weight, 10);
}

TEST(KinkErrors, CoverTimesThatAreNotSure) {
  EXPECT_GT(Bent({{3.01}, {3.0}, {3.004}}).error(), 1000);
  EXPECT_EQ(Bent({{3.31}, {3.3}, {3.304}}).error(), 0);
}

// Where short steps follow long ones: always the same share of the step behind the row.
TEST(KinkErrors, DoNotComeFromSignalsThatCatchUp) {
  EXPECT_NEAR(Bent({{3.15}, {3.075}, {3.05}, {3.0375}}).error() * weight, 0, 1e-9);
}

}  // namespace
}  // namespace bw::cosim::kink_tracks_test
