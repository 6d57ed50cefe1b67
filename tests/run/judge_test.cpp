#include "run/publish/judge.h"

#include <gtest/gtest.h>

#include <limits>

namespace bw::run::judge_test {
namespace {

using result::RunEnding;
using result::Verdict;

struct With : Bells {
  With() = default;
  explicit With(BellCode code) { ring(code, 0, "p", "it rang."); }
};

Judgement judge(RunEnding ending, const With& bells, std::optional<double> error) {
  result::Outcome outcome;
  outcome.ending = ending;
  outcome.bells = bells.rung();
  outcome.estimated_error = error;
  return run::judge(outcome);
}

TEST(Judge, AnErrorWithinTheToleranceAndNoBellIsTrusted) {
  for (const double error : {0.0, 0.5, 1.0}) {
    const Judgement judgement = judge(RunEnding::complete, {}, error);
    EXPECT_EQ(judgement.verdict, Verdict::trusted);
    EXPECT_EQ(judgement.exit_code, ExitCode::ok);
  }
}

TEST(Judge, ANoteDoesNotHurtTrust) {
  EXPECT_EQ(judge(RunEnding::complete, With(BellCode::fmu_environment), 0.5).verdict,
            Verdict::trusted);
}

TEST(Judge, WithoutAnEstimateAResultIsDoubtful) {
  const Judgement judgement = judge(RunEnding::complete, {}, {});
  EXPECT_EQ(judgement.verdict, Verdict::doubtful);
  EXPECT_EQ(judgement.exit_code, ExitCode::ok);
}

TEST(Judge, AnEstimateBeyondTheToleranceIsDoubtful) {
  EXPECT_EQ(judge(RunEnding::complete, {}, 1.0000001).verdict, Verdict::doubtful);
}

TEST(Judge, AnEstimateThatIsNoNumberIsNone) {
  EXPECT_EQ(judge(RunEnding::complete, {}, std::numeric_limits<double>::quiet_NaN()).verdict,
            Verdict::doubtful);
}

TEST(Judge, AWarningMakesDoubtful) {
  EXPECT_EQ(judge(RunEnding::complete, With(BellCode::fmu_warning), 0.1).verdict,
            Verdict::doubtful);
}

TEST(Judge, AnAlarmRefuses) {
  const Judgement judgement = judge(RunEnding::complete, With(BellCode::nan), 0.1);
  EXPECT_EQ(judgement.verdict, Verdict::rejected);
  EXPECT_EQ(judgement.exit_code, ExitCode::rejected);
}

TEST(Judge, ARunThatCouldNotGoOnIsRefusedWhateverRang) {
  const Judgement judgement = judge(RunEnding::could_not_go_on, {}, 0.1);
  EXPECT_EQ(judgement.verdict, Verdict::rejected);
  EXPECT_EQ(judgement.exit_code, ExitCode::stopped);
}

TEST(Judge, AnInterruptedRunIsRefused) {
  const Judgement judgement = judge(RunEnding::interrupted, With(BellCode::interrupted), {});
  EXPECT_EQ(judgement.verdict, Verdict::rejected);
  EXPECT_EQ(judgement.exit_code, ExitCode::interrupted);
}

}  // namespace
}  // namespace bw::run::judge_test
