#include "cosim/certify/kinks.h"

#include <gtest/gtest.h>

#include <deque>

#include "support/cosim/synthetic_chains.h"

namespace bw::cosim::kinks_test {
namespace {

using test::Series;

// Chains of 1, 2, 3 steps with one kink of the first signal each; rows at 0, 1, ..., 10.
struct Bent {
  explicit Bent(const std::vector<Kink>& kinks) : mesh(series.mesh()), plan(series.plan(mesh)) {
    plan.columns[0].signal = 0;
    for (int n = 1; n <= 3; ++n) {
      Path& path = paths.emplace_back(series.path(n));
      path.kinks = {kinks[static_cast<std::size_t>(n) - 1]};
      tableau.add(n, path);
    }
  }
  std::vector<SharedKink> shared() const { return shared_kinks(plan, tableau); }

  Series series;
  Mesh mesh;
  CertifyPlan plan;
  std::deque<Path> paths;
  Tableau tableau{plan, {1, 1}};
};

Kink kink(double time, double bend = 2, std::size_t signal = 0) {
  return {time, 0.3, bend, 1e-6, signal};
}

TEST(Kinks, AreSharedWithTheirSpread) {
  const auto shared = Bent({kink(3.31), kink(3.28), kink(3.3)}).shared();
  ASSERT_EQ(shared.size(), 1U);
  EXPECT_EQ(shared[0].time, 3.3);
  EXPECT_NEAR(shared[0].spread, 0.02, 1e-12);
}

TEST(Kinks, OfOneChainAloneAreNone) {
  EXPECT_TRUE(Bent({kink(3.3, 2, 1), kink(7.3), kink(3.3)}).shared().empty());
}

TEST(Kinks, ThatShrinkWithTheStepAreNone) {
  EXPECT_TRUE(Bent({kink(3.3, 8), kink(3.3, 4), kink(3.3, 2)}).shared().empty());
}

TEST(Kinks, AreRefinedUntilTheirEffectIsSmall) {
  const Bent bent({kink(3.3001), kink(3.3), kink(3.3)});
  const auto kinks = bent.shared();
  const auto places = places_to_refine(kinks, bent.plan, 1);
  ASSERT_EQ(places.size(), 1U);
  const Mesh fine = bent.mesh.refined(places);
  const std::size_t at = fine.interval_at(3.3);
  EXPECT_LE(fine.end(at) - fine.begin(at), places[0].length);
  EXPECT_LT(fine.intervals(), bent.mesh.intervals() + 40);
  CertifyPlan plan = bent.plan;
  plan.mesh = &fine;
  plan.unrefined = &bent.mesh;
  EXPECT_TRUE(places_to_refine(kinks, plan, 1).empty()) << "their spread allows no more";
}

}  // namespace
}  // namespace bw::cosim::kinks_test
