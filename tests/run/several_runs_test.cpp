// Several runs in one process at the same time: each is as if it were alone.

#include <gtest/gtest.h>

#include <thread>

#include "run/run.h"

namespace bw::run::several_runs_test {
namespace {

const std::string examples = BW_EXAMPLES;

std::vector<RunSpec> specs() {
  return {{.target = examples + "/lotka_volterra/system.toml", .stop = 10},
          {.target = examples + "/math_003/system.toml", .step = 0.01},
          {.target = examples + "/math_003/system.toml", .error_test = "step-doubling"},
          {.target = BW_SOURCE "/examples/equations/van_der_pol.mo", .stop = 20},
          {.target = BW_SOURCE "/examples/equations/bouncing_ball.mo"},
          {.target = BW_SOURCE "/examples/equations/van_der_pol.mo", .stop = 20, .certify = false}};
}

void expect_equal(const result::RunResult& one, const result::RunResult& other) {
  EXPECT_EQ(one.verdict, other.verdict);
  EXPECT_EQ(one.estimated_error, other.estimated_error);
  EXPECT_EQ(one.bells.size(), other.bells.size());
  EXPECT_EQ(one.statistics.steps, other.statistics.steps);
  EXPECT_EQ(one.final_values, other.final_values);
  ASSERT_EQ(one.trajectory.rows(), other.trajectory.rows());
  ASSERT_EQ(one.trajectory.columns().size(), other.trajectory.columns().size());
  for (std::size_t row = 0; row < one.trajectory.rows(); ++row) {
    ASSERT_EQ(one.trajectory.times()[row], other.trajectory.times()[row]);
    for (std::size_t column = 0; column < one.trajectory.columns().size(); ++column)
      ASSERT_EQ(one.trajectory.cell(row, column), other.trajectory.cell(row, column)) << row;
  }
}

TEST(SeveralRuns, AtTheSameTimeGiveWhatEachGivesAlone) {
  std::vector<result::RunResult> alone, together(specs().size());
  for (const RunSpec& spec : specs()) alone.push_back(run(spec));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < together.size(); ++i)
    threads.emplace_back([&, i] { together[i] = run(specs()[i]); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < together.size(); ++i) {
    SCOPED_TRACE(specs()[i].target);
    expect_equal(together[i], alone[i]);
  }
}

TEST(SeveralRuns, AModelMayBeRunWhileAnotherRunIsUnderWay) {
  // A run inside of the progress report of another one: what a study or a user interface does.
  RunSpec outer{.target = BW_SOURCE "/examples/equations/van_der_pol.mo", .stop = 20};
  const result::RunResult alone = run(outer);
  int inner = 0;
  outer.on_progress = [&](const Progress&) {
    if (inner++ > 0) return;
    EXPECT_EQ(run({.target = outer.target, .stop = 1}).exit_code, ExitCode::ok);
  };
  expect_equal(run(outer), alone);
  EXPECT_GT(inner, 0);
}

}  // namespace
}  // namespace bw::run::several_runs_test
