#include "cosim/certify/later_modes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cosim/certify/chain_pool.h"
#include "cosim/chain/chain.h"
#include "cosim/chain/mesh.h"

namespace bw::cosim::later_modes_test {
namespace {

// Fails in all runs with fewer intervals than it needs; else nothing moves.
class FailingRunner final : public ChainRunner {
 public:
  explicit FailingRunner(std::size_t needs) : needs_(needs) {}
  Path run(const ChainOrder& order) override {
    ++runs;
    Path path;
    path.components.resize(1);
    if (order.mesh->intervals() < needs_) {
      path.end = Path::End::not_converged;
      path.time = 0.3;
      return path;
    }
    path.reals.assign(order.mesh->intervals() + 1, 1.0);
    return path;
  }
  int runs = 0;

 private:
  std::size_t needs_;
};

LaterMode search(FailingRunner& runner) {
  std::vector<double> ends;
  for (int k = 1; k <= 100; ++k) ends.push_back(k * 0.01);
  const Mesh mesh = Mesh::of(0, ends, std::vector<bool>(ends.size(), true));
  CertifyPlan plan;
  plan.mesh = &mesh;
  plan.columns.resize(1);
  plan.columns[0].absolute = 1e-6;
  ChainPool pool(runner, plan);
  pool.limit_work(1'000'000);
  return find_later_mode(plan, {}, {.steps = {1, 50}}, pool);
}

TEST(LaterModes, AreNotSearchedWhereNoProbeGetsToTheEnd) {
  FailingRunner runner(1'000'000);
  const LaterMode mode = search(runner);
  EXPECT_FALSE(mode.is_searched);
  EXPECT_NE(mode.complaint().find("could not be searched"), std::string::npos);
  EXPECT_NE(mode.complaint().find("t = 0.3"), std::string::npos);
  EXPECT_EQ(runner.runs, 4);
}

TEST(LaterModes, AreSearchedWithShortStepsWhereLongOnesFail) {
  FailingRunner runner(5000);
  const LaterMode mode = search(runner);
  EXPECT_TRUE(mode.is_searched);
  EXPECT_EQ(mode.error, 0);
  EXPECT_EQ(runner.runs, 3);
}

TEST(LaterModes, AreSearchedWithOneProbeWhereItSucceeds) {
  FailingRunner runner(0);
  EXPECT_TRUE(search(runner).is_searched);
  EXPECT_EQ(runner.runs, 1);
}

}  // namespace
}  // namespace bw::cosim::later_modes_test
