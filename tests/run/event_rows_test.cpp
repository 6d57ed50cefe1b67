// Rows on both sides of events, and at the steps that an integrator chose.

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "result/compare/compare.h"
#include "result/read_csv.h"
#include "run/execute/event_rows.h"
#include "run/execute/step_times.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::run::event_rows_test {
namespace {

using result::RunResult;
using result::Verdict;

constexpr double g = 9.81, restitution = 0.5;

class EventRowsRun : public testing::Test {
 protected:
  EventRowsRun() {
    test::write_file(scratch_ / "ball.mo",
                     "model Ball Real h(start=1, fixed=true), v(start=0, fixed=true);"
                     "equation der(h) = v; der(v) = -9.81;"
                     "when h < 0 then reinit(h, 0); reinit(v, -0.5*pre(v)); end when; end Ball;\n");
  }
  RunSpec spec() {
    RunSpec spec{.target = scratch_ / "ball.mo", .stop = 1, .tolerance = 1e-8, .interval = 0.1};
    spec.event_rows = true;
    return spec;
  }
  const test::ScratchFolder scratch_;
};

// The ball falls for sqrt(2/g), and each flight afterwards lasts half as long.
const double first = std::sqrt(2 / g), second = first * (1 + 2 * restitution);

void expect_both_sides(const RunResult& r) {
  const std::span<const double> t = r.trajectory.times();
  const std::vector<double> v = r.trajectory.real("v"), h = r.trajectory.real("h");
  std::vector<std::size_t> doubled;
  for (std::size_t k = 1; k < t.size(); ++k) {
    EXPECT_GE(t[k], t[k - 1]);
    if (t[k] == t[k - 1]) doubled.push_back(k);
  }
  ASSERT_EQ(doubled.size(), 2u);
  const double times[] = {first, second};
  double speed = g * first;
  for (std::size_t e = 0; e < 2; ++e) {
    const std::size_t k = doubled[e];
    EXPECT_NEAR(t[k], times[e], 1e-7);
    EXPECT_NEAR(h[k - 1], 0, 1e-7);
    EXPECT_NEAR(h[k], 0, 1e-7);
    EXPECT_NEAR(v[k - 1], -speed, 1e-6);
    speed *= restitution;
    EXPECT_NEAR(v[k], speed, 1e-6);
  }
}

TEST_F(EventRowsRun, ABouncingBallHasBothSidesOfEachBounce) {
  RunSpec with = spec();
  with.error_columns = true;
  const RunResult r = run(with);
  EXPECT_EQ(r.verdict, Verdict::trusted);
  EXPECT_EQ(r.trajectory.rows(), 11u + 4);
  expect_both_sides(r);
  for (const double error : r.trajectory.real("error(v)")) EXPECT_LT(error, 1e-7);
  RunSpec without = spec();
  without.event_rows = false;
  EXPECT_EQ(run(without).trajectory.rows(), 11u);
}

TEST_F(EventRowsRun, ARunWithoutEstimateHasThemToo) {
  RunSpec once = spec();
  once.certify = false;
  const RunResult r = run(once);
  EXPECT_EQ(r.trajectory.rows(), 11u + 4);
  expect_both_sides(r);
}

TEST_F(EventRowsRun, ATimeEventAtARowHasItsLeftSideBeforeIt) {
  test::write_file(scratch_ / "step.mo",
                   "model Step Real x(start=0, fixed=true); discrete Real u(start=1, fixed=true);"
                   "equation der(x) = u; when time >= 0.5 then u = 3; end when; end Step;\n");
  RunSpec of_step = spec();
  of_step.target = scratch_ / "step.mo";
  of_step.stop = 1;
  of_step.interval = 0.25;
  of_step.record = {"*"};
  for (const bool certify : {true, false}) {
    of_step.certify = certify;
    const RunResult r = run(of_step);
    const std::span<const double> t = r.trajectory.times();
    EXPECT_EQ(std::vector<double>(t.begin(), t.end()),
              (std::vector<double>{0, 0.25, 0.5, 0.5, 0.75, 1}));
    EXPECT_EQ(r.trajectory.real("u"), (std::vector<double>{1, 1, 1, 3, 3, 3}));
  }
}

TEST_F(EventRowsRun, TheFileIsReadBackAndEqualsItself) {
  RunSpec to_file = spec();
  to_file.output = scratch_ / "ball.csv";
  ASSERT_EQ(run(to_file).verdict, Verdict::trusted);
  const result::Table table = result::read_csv(*to_file.output);
  EXPECT_EQ(table.times.size(), 15u);
}

TEST_F(EventRowsRun, CoupledComponentsHaveNone) {
  RunSpec coupled{.target = BW_EXAMPLES "/lotka_volterra/system.toml", .stop = 1};
  coupled.event_rows = true;
  EXPECT_TRUE(test::contains(test::refusal<UsageError>([&] { run(coupled); }), "--event-rows"));
}

TEST_F(EventRowsRun, EveryStepOfAnAdaptiveMethodIsARowAndTheErrorIsEstimated) {
  RunSpec steps = spec();
  steps.interval.reset();
  steps.every_step = true;
  const RunResult r = run(steps);
  EXPECT_EQ(r.verdict, Verdict::trusted);
  ASSERT_TRUE(r.estimated_error);
  expect_both_sides(r);
  const auto rows = static_cast<long>(r.trajectory.rows());
  EXPECT_GE(rows, r.statistics.steps);
  EXPECT_LE(rows, r.statistics.steps + 2 * 2 + 2);
  EXPECT_EQ(r.trajectory.times().back(), 1);
  steps.event_rows = false;  // then a bounce has one row, behind it
  const RunResult single = run(steps);
  EXPECT_EQ(single.verdict, Verdict::trusted);
  EXPECT_EQ(single.trajectory.rows() + 2, r.trajectory.rows());
  steps.certify = false;
  EXPECT_TRUE(test::contains(test::refusal<UsageError>([&] { run(steps); }), "--every-step"));
}

TEST(EventRows, StandBetweenTheOtherRows) {
  const RowTable rows{.times = {0, 1, 2}, .values = {10, 11, 12}, .errors = {0, 0, 0}};
  const EventRows coarse{.times = {0.5, 0.5, 1.9}, .reals = {1, 2, 3}},
      fine{.times = {0.5, 0.5, 2}, .reals = {1.5, 2, 3}};
  const RowTable all = merged(rows, coarse, fine, 1, 0);
  EXPECT_EQ(all.times, (std::vector<double>{0, 0.5, 0.5, 1, 2, 2}));
  EXPECT_EQ(all.values, (std::vector<double>{10, 1.5, 2, 11, 3, 12}));
  EXPECT_EQ(all.errors, (std::vector<double>{0, 0.5, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace bw::run::event_rows_test
