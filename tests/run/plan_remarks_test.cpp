// Options that do not mean what they seem to: refused, or a note says what is done.

#include "run/plan/plan_remarks.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::plan_remarks_test {
namespace {

using result::RunResult;
using test::contains;

const std::string lotka_volterra = BW_EXAMPLES "/lotka_volterra/system.toml";
const std::string decay = BW_TEST_FMUS "/decay.fmu";
const std::string ball = BW_TEST_FMUS "/2/BouncingBall.fmu";

std::string refusal(const RunSpec& spec) {
  return test::outcome<UsageError>([&] { run(spec); });
}

std::string note(const RunResult& result) {
  for (const Bell& bell : result.bells)
    if (bell.code == BellCode::setting_ignored) return bell.message;
  return "";
}

TEST(PlanRemarks, AnIntervalThatDoesNotDivideTheTimeIsReported) {
  const RunResult result = run({.target = lotka_volterra, .stop = 1, .interval = 0.3});
  EXPECT_EQ(note(result),
            "the interval 0.3 does not divide the simulated time 1; the last row is at t = 1, 0.1 "
            "after the row before it. Choose a divisor with --interval.");
  EXPECT_EQ(result.trajectory.rows(), 5U);
  EXPECT_EQ(result.verdict, result::Verdict::trusted);
  EXPECT_TRUE(contains(note(run({.target = ball, .stop = 1, .interval = 3})),
                       "the interval 3 is longer than the simulated time 1; the only rows are at "
                       "t = 0 and 1."));
  for (const double interval : {0.1, 0.2, 0.001, 1.0})
    EXPECT_EQ(note(run({.target = lotka_volterra, .stop = 1, .interval = interval})), "");
}

TEST(PlanRemarks, AnIntervalThatTheStepDoesNotMeetIsReported) {
  EXPECT_EQ(
      note(run({.target = lotka_volterra, .stop = 3, .interval = 1, .step = 0.3})),
      "rows are at steps only, so --interval 1 is not kept with --step 0.3. Choose a multiple "
      "of the step with --interval.");
  EXPECT_EQ(note(run({.target = lotka_volterra, .stop = 3, .interval = 0.5, .step = 0.1})), "");
}

TEST(PlanRemarks, AnAbsurdNumberOfRowsIsRefusedWithItsSize) {
  for (const std::string& target : {lotka_volterra, decay})
    EXPECT_TRUE(contains(refusal({.target = target, .stop = 100, .interval = 1e-9}),
                         "an interval of 1e-9 gives 1e11 rows, about "))
        << target;
  EXPECT_EQ(refusal({.target = decay, .stop = 100, .interval = 1e-9}),
            "an interval of 1e-9 gives 1e11 rows, about 3.6 TB; the limit is 1e9 values. Choose "
            "a larger --interval.");
}

TEST(PlanRemarks, AStepLongerThanTheRunIsRefused) {
  for (const std::string& target : {lotka_volterra, decay, ball})
    EXPECT_EQ(refusal({.target = target, .stop = 2, .step = 3}),
              "the step 3 is longer than the simulated time 2; choose a smaller --step.");
  EXPECT_EQ(refusal({.target = decay, .stop = 2, .step = 2}), "accepted");
}

TEST(PlanRemarks, AMethodWhereNothingIsIntegratedIsRefused) {
  EXPECT_EQ(refusal({.target = lotka_volterra, .method = "dopri5"}),
            "--method dopri5 applies to model exchange only, and all components use "
            "co-simulation; leave --method out.");
  EXPECT_TRUE(contains(refusal({.target = ball, .method = "dopri5", .interface = "cs"}),
                       "use --interface me or leave --method out."));
  EXPECT_EQ(refusal({.target = lotka_volterra, .stop = 1, .method = "auto"}), "accepted");
}

TEST(PlanRemarks, StepsThatPreventAnEstimateAreReported) {
  const test::ScratchFolder scratch;
  RunSpec spec{.target = lotka_volterra, .stop = 1, .steps = scratch / "steps.csv"};
  EXPECT_TRUE(contains(note(run(spec)), "the error is not estimated, because --steps"));
  spec.certify = false;
  EXPECT_EQ(note(run(spec)), "");
}

TEST(PlanRemarks, ARecordWithoutAnyVariableIsRefused) {
  for (const std::string& target : {lotka_volterra, decay, ball})
    EXPECT_EQ(refusal({.target = target, .stop = 1, .record = {"!*"}}),
              "--record '!*' leaves no variable; name at least one with --record.");
}

}  // namespace
}  // namespace bw::run::plan_remarks_test
