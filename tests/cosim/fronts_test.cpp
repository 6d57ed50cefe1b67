#include "cosim/certify/fronts.h"

#include <gtest/gtest.h>

#include "support/cosim/synthetic_chains.h"

namespace bw::cosim::fronts_test {
namespace {

// Chains with a front of this size at 3.33, in the step that it is in.
class FrontRunner final : public ChainRunner {
 public:
  explicit FrontRunner(double size) : size_(size) {}
  Path run(const ChainOrder& order) override {
    ++runs;
    Path path;
    path.components = {{.advances = 1}};
    const Mesh& mesh = *order.mesh;
    const std::size_t interval = mesh.interval_at(3.33);
    const double step = (mesh.end(interval) - mesh.begin(interval)) / order.steps;
    const double begin =
        mesh.begin(interval) + step * std::floor((3.33 - mesh.begin(interval)) / step);
    const double size = size_ * std::pow(step / first_step, shrinking);
    path.spots = {{.time = begin + step / 2, .size = size, .step = step}};
    return path;
  }
  int runs = 0;
  double shrinking = 0;  // order of the step
  static constexpr double first_step = 1.0 / 3;

 private:
  double size_;
};

struct Search {
  explicit Search(double size) : runner(size), mesh(test::Series{}.mesh()) {
    plan = test::Series{}.plan(mesh);
    pool.limit_work(1000);
  }
  FrontRunner runner;
  Mesh mesh;
  CertifyPlan plan;
  ChainPool pool{runner, plan};
};

TEST(Fronts, AreLocatedUntilTheirPlaceInAStepDoesNotMatter) {
  Search search(1e6);  // tolerances, rows at a distance of 1
  const LocatedFronts located = locate_fronts(search.plan, {}, 3, search.pool);
  ASSERT_NE(located.mesh, nullptr);
  EXPECT_EQ(located.left, 0);
  const std::size_t at = located.mesh->interval_at(3.33);
  EXPECT_LT((located.mesh->end(at) - located.mesh->begin(at)) / 3, 1.1e-7);
  EXPECT_LT(located.mesh->intervals(), search.mesh.intervals() + 80);
  EXPECT_LT(search.runner.runs, 9);
}

TEST(Fronts, ThatDoNotMatterCostNothingMore) {
  Search search(0.01);
  const LocatedFronts located = locate_fronts(search.plan, {3.2}, 3, search.pool);
  EXPECT_EQ(located.left, 0);
  EXPECT_EQ(located.mesh->intervals(), search.mesh.intervals() + 1);
  EXPECT_EQ(search.runner.runs, 1);
}

// A signal catches up where steps change their length, by a share of the step.
TEST(Fronts, ThatShrinkWithTheStepAreNone) {
  Search search(1e6);
  search.runner.shrinking = 1;
  const LocatedFronts located = locate_fronts(search.plan, {}, 3, search.pool);
  EXPECT_EQ(located.left, 0);
  EXPECT_EQ(search.runner.runs, 2);
}

TEST(Fronts, AreNotLocatedWithoutWork) {
  Search search(1e6);
  search.pool.limit_work(2);
  EXPECT_EQ(locate_fronts(search.plan, {}, 3, search.pool).mesh, nullptr);
}

}  // namespace
}  // namespace bw::cosim::fronts_test
