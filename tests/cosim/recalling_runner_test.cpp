#include "cosim/certify/recalling_runner.h"

#include <gtest/gtest.h>

#include "support/cosim/synthetic_chains.h"

namespace bw::cosim::recalling_runner_test {
namespace {

class CountingRunner final : public ChainRunner {
 public:
  Path run(const ChainOrder& order) override {
    ++runs;
    Path path = test::Series{}.path(order.steps);
    path.end = end;
    return path;
  }
  void expect(const std::vector<ChainOrder>& orders) override { expected = orders.size(); }
  int runs = 0;
  std::size_t expected = 0;
  Path::End end = Path::End::complete;
};

struct Recalling : testing::Test {
  ChainOrder order(int steps, const Mesh& on) const {
    return {.base = find_master("gauss-seidel"), .mesh = &on, .steps = steps};
  }
  const Mesh mesh = test::Series{}.mesh();
  CountingRunner chains;
  RecallingRunner runner{chains};
};

TEST_F(Recalling, ComputesAChainOnce) {
  const Path first = runner.run(order(2, mesh));
  const Mesh same = mesh;  // by value, not by address
  EXPECT_TRUE(runner.knows(order(2, same)));
  EXPECT_EQ(runner.run(order(2, same)).reals, first.reals);
  EXPECT_EQ(chains.runs, 1);
  EXPECT_FALSE(runner.knows(order(3, mesh)));
}

TEST_F(Recalling, ExpectsOnlyWhatItDoesNotKnow) {
  (void)runner.run(order(2, mesh));
  runner.expect({order(1, mesh), order(2, mesh), order(3, mesh)});
  EXPECT_EQ(chains.expected, 2U);
}

TEST_F(Recalling, ForgetsAChainThatWasInterrupted) {
  chains.end = Path::End::interrupted;
  (void)runner.run(order(2, mesh));
  EXPECT_FALSE(runner.knows(order(2, mesh)));
}

}  // namespace
}  // namespace bw::cosim::recalling_runner_test
