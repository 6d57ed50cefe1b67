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

Judgement judge(RunEnding ending, const With& bells, std::optional<double> error,
                std::optional<Verdict> required = {}) {
  result::Outcome outcome;
  outcome.ending = ending;
  outcome.bells = bells.rung();
  outcome.estimated_error = error;
  return run::judge(outcome, required);
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

TEST(Judge, WithoutAnEstimateAResultIsUnverifiedWhateverWarningsThereAre) {
  for (const bool warns : {false, true}) {
    With bells;
    if (warns) bells.ring(BellCode::event_not_located, 0, "p", "it jumped.");
    const Judgement judgement = judge(RunEnding::complete, bells, {});
    EXPECT_EQ(judgement.verdict, Verdict::unverified);
    EXPECT_EQ(judgement.exit_code, ExitCode::ok);
  }
}

TEST(Judge, AnEstimateWithinTenTolerancesIsDoubtfulAndALargerOneIsRejected) {
  for (const double error : {1.0000001, 3.0, 10.0}) {
    EXPECT_EQ(judge(RunEnding::complete, {}, error).verdict, Verdict::doubtful);
    EXPECT_EQ(judge(RunEnding::complete, {}, error).exit_code, ExitCode::ok);
  }
  for (const double error : {10.01, 3900.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(judge(RunEnding::complete, {}, error).verdict, Verdict::rejected);
    EXPECT_EQ(judge(RunEnding::complete, {}, error).exit_code, ExitCode::rejected);
  }
}

TEST(Judge, ACosmeticWarningDoesNotChangeTheVerdict) {
  ASSERT_EQ(kind(BellCode::model_text_ignored).severity, Severity::warning);
  EXPECT_EQ(judge(RunEnding::complete, With(BellCode::model_text_ignored), 0.1).verdict,
            Verdict::trusted);
}

TEST(Judge, WhatIsRequiredDecidesTheExitCodeAndNotTheVerdict) {
  struct Row {
    std::optional<double> error;
    Verdict required;
    Verdict verdict;
    ExitCode exit_code;
  };
  for (const Row& row : {Row{0.5, Verdict::trusted, Verdict::trusted, ExitCode::ok},
                         Row{5, Verdict::trusted, Verdict::doubtful, ExitCode::rejected},
                         Row{{}, Verdict::trusted, Verdict::unverified, ExitCode::rejected},
                         Row{0.5, Verdict::doubtful, Verdict::trusted, ExitCode::ok},
                         Row{5, Verdict::doubtful, Verdict::doubtful, ExitCode::ok},
                         Row{{}, Verdict::doubtful, Verdict::unverified, ExitCode::rejected}}) {
    const Judgement judgement = judge(RunEnding::complete, {}, row.error, row.required);
    EXPECT_EQ(judgement.verdict, row.verdict);
    EXPECT_EQ(judgement.exit_code, row.exit_code);
  }
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
