#include "model/joint/joint_reach.h"

#include <gtest/gtest.h>

namespace bw::model::joint_reach_test {
namespace {

using Rows = std::vector<std::vector<std::size_t>>;

math::Rows rows(const Rows& lists) { return math::rows_of(lists); }

// A model with so many states, real inputs and real outputs.
ModelShape shape(std::size_t states, std::size_t inputs, std::size_t outputs) {
  ModelShape made;
  made.states.resize(states);
  made.inputs.resize(inputs);
  made.outputs.resize(outputs);
  return made;
}

// A rod: its first derivative depends on input 0, its last on input 1; outputs are both ends.
struct Rod {
  explicit Rod(std::size_t n) : own(shape(n, 2, 2)) {
    Rows a(n), b(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i > 0 ? i - 1 : 0; j < std::min(n, i + 2); ++j) a[i].push_back(j);
    own.sparsity = a;
    b.front() = {0};
    b.back() = {1};
    ports = {rows(b), rows({{0}, {n - 1}}), rows({{}, {}})};
  }
  JointPorts seen() const { return {&own, &ports}; }

  ModelShape own;
  PortPattern ports;
};

TEST(JointReach, ConnectedRodsHaveThePatternOfOneRod) {
  const Rod rod(4), both(8);
  const std::vector<JointPorts> models{rod.seen(), rod.seen()};
  const JointReach reach(models, {{.from = 0, .output = 1, .to = 1, .input = 0},
                                  {.from = 1, .output = 0, .to = 0, .input = 1}});
  EXPECT_EQ(reach.sparsity().value(), both.own.sparsity.value());
}

TEST(JointReach, MemoryGrowsLinearlyWithTheStates) {
  constexpr std::size_t n = 20'000;
  const Rod rod(n);
  const std::vector<JointPorts> models{rod.seen(), rod.seen()};
  const JointReach reach(models, {{.from = 0, .output = 1, .to = 1, .input = 0},
                                  {.from = 1, .output = 0, .to = 0, .input = 1}});
  std::size_t entries = 0;
  const auto sparsity = reach.sparsity();
  ASSERT_TRUE(sparsity);
  for (const auto& row : *sparsity) entries += row.size();
  EXPECT_EQ(entries, 3 * 2 * n - 2);
}

TEST(JointReach, StatesComeThroughModelsWithDirectFeedthrough) {
  // x -> gain -> z: the gain has no states.
  ModelShape x = shape(2, 0, 1), gain = shape(0, 1, 1), z = shape(1, 1, 0);
  x.sparsity = Rows{{0}, {1}};
  gain.sparsity = Rows{};
  z.sparsity = Rows{{0}};
  const PortPattern of_x{rows({{}, {}}), rows({{1}}), rows({{}})};
  const PortPattern of_gain{rows({}), rows({{}}), rows({{0}})};
  const PortPattern of_z{rows({{0}}), rows({}), rows({})};
  const std::vector<JointPorts> models{{&x, &of_x}, {&gain, &of_gain}, {&z, &of_z}};
  const JointReach reach(models, {{.from = 0, .output = 0, .to = 1, .input = 0},
                                  {.from = 1, .output = 0, .to = 2, .input = 0}});
  EXPECT_EQ(reach.sparsity().value(), (Rows{{0}, {1}, {1, 2}}));
}

TEST(JointReach, OutputsOfAnAlgebraicLoopDependOnTheSameStates) {
  ModelShape one = shape(2, 1, 1);
  one.sparsity = Rows{{0}, {1}};
  const PortPattern ports{rows({{0}, {}}), rows({{1}}), rows({{0}})};
  const std::vector<JointPorts> models{{&one, &ports}, {&one, &ports}};
  const JointReach reach(models, {{.from = 0, .output = 0, .to = 1, .input = 0},
                                  {.from = 1, .output = 0, .to = 0, .input = 0}});
  ASSERT_EQ(reach.groups().count(), 1U);
  EXPECT_TRUE(reach.is_loop(0));
  EXPECT_EQ(reach.sparsity().value(), (Rows{{0, 1, 3}, {1}, {1, 2, 3}, {3}}));
}

TEST(JointReach, AModelThatDoesNotSayMayDependOnAnything) {
  ModelShape known = shape(2, 1, 1), silent = shape(2, 1, 1), idle = shape(1, 0, 0);
  known.sparsity = silent.sparsity = Rows{{0}, {1}};
  idle.sparsity = Rows{{}};
  silent.outputs[0].direct_inputs.emplace();
  const PortPattern ports{rows({{0}, {}}), rows({{1}}), rows({{}})};
  const std::vector<JointPorts> models{{&known, &ports}, {&silent, nullptr}, {&idle, nullptr}};
  const JointReach reach(models, {{.from = 0, .output = 0, .to = 1, .input = 0},
                                  {.from = 1, .output = 0, .to = 0, .input = 0}});
  EXPECT_EQ(reach.sparsity().value(), (Rows{{0, 2, 3}, {1}, {1, 2}, {1, 3}, {}}));
}

TEST(JointReach, AFullPatternIsNone) {
  const ModelShape full = shape(2, 1, 1);
  const std::vector<JointPorts> models{{&full, nullptr}, {&full, nullptr}};
  const JointReach reach(models, {{.from = 0, .output = 0, .to = 1, .input = 0},
                                  {.from = 1, .output = 0, .to = 0, .input = 0}});
  EXPECT_FALSE(reach.sparsity());
}

}  // namespace
}  // namespace bw::model::joint_reach_test
