// A coupling that diverges is reported as such, whatever it leads to.

#include "run/execute/divergence.h"

#include <gtest/gtest.h>

#include "run/run.h"
#include "support/contains.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::divergence_test {
namespace {

using result::RunResult;
using test::contains;
using test::find_bell;
using test::has_bell;

class DivergenceTest : public testing::Test {
 protected:
  // Two decays that drive each other: a' = -a - gain b, b' = -b + a.
  std::string stiff_pair(double gain, const std::string& file = BW_TEST_FMUS "/decay.fmu") const {
    const std::string name = scratch / "pair.toml";
    test::write_file(name, "[components]\na = \"" + file + "\"\nb = \"" + file +
                               "\"\n[connections]\n\"a.u\" = \"-" + std::to_string(gain) +
                               " * b.y\"\n\"b.u\" = \"a.y\"\n[parameters]\n\"a.x\" = 1\n"
                               "\"b.x\" = 1\n[run]\nstop = 10\n");
    return name;
  }
  test::ScratchFolder scratch;
};

TEST(Growth, NeedsMoreThanALargeValue) {
  Growth steady, growing;
  for (int i = 0; i < 100; ++i) steady.add(1e7);
  for (double value = 1; value < 1e7; value *= 2) growing.add(value);
  EXPECT_FALSE(steady.explains_end(1e7));
  EXPECT_TRUE(growing.explains_end(1e7));
  EXPECT_FALSE(growing.is_absurd(1e7));
  EXPECT_FALSE(steady.is_absurd(1e31));
}

TEST_F(DivergenceTest, AFixedStepThatIsTooLongSaysSoInsteadOfNotANumber) {
  for (const char* master : {"gauss-seidel", "jacobi"}) {
    const RunResult result = run({.target = stiff_pair(1e6), .master = master, .step = 0.1});
    EXPECT_EQ(result.exit_code, ExitCode::rejected);
    const Bell* bell = find_bell(result, BellCode::coupling_diverges);
    ASSERT_NE(bell, nullptr) << test::said(result);
    EXPECT_TRUE(contains(bell->message, "the coupling a–b diverges (a.y = "));
    EXPECT_TRUE(contains(bell->message,
                         "it is too stiff for co-simulation with these steps. Choose a smaller"));
    EXPECT_EQ(bell->subject, "a–b");
    EXPECT_FALSE(has_bell(result, BellCode::nan));
  }
}

TEST_F(DivergenceTest, OneThatIsAbsurdAtTheEndIsRejectedToo) {
  const RunResult result =
      run({.target = stiff_pair(1e6), .stop = 2, .master = "gauss-seidel", .step = 0.1});
  EXPECT_TRUE(has_bell(result, BellCode::coupling_diverges)) << test::said(result);
  EXPECT_EQ(result.verdict, result::Verdict::rejected);
}

TEST_F(DivergenceTest, StepsThatMayNotBecomeShortEnoughDivergeToo) {
  const RunResult result =
      run({.target = stiff_pair(1e6), .error_test = "step-doubling", .min_step = 0.1});
  const Bell* bell = find_bell(result, BellCode::coupling_diverges);
  ASSERT_NE(bell, nullptr) << test::said(result);
  EXPECT_TRUE(contains(bell->message, "Choose a smaller --min-step."));
}

TEST_F(DivergenceTest, ACertifiedRunWithoutStepsThatAreShortEnoughSaysSo) {
  const RunResult result = run(
      {.target = stiff_pair(1e9), .master = "gauss-seidel", .certify = true, .work_limit = 20'000});
  EXPECT_TRUE(has_bell(result, BellCode::coupling_diverges)) << test::said(result);
  EXPECT_EQ(result.exit_code, ExitCode::rejected);
}

// An FMU that answers error at t = 3, while the coupling that it is in diverges or does not.
TEST_F(DivergenceTest, AnFmuThatFailsBecauseItsInputsAreAbsurdIsNotBlamed) {
  const auto fail_in_loop = [&](double gain) {
    const std::string name = scratch / "fails.toml";
    test::write_file(name,
                     "[components]\nm = \"" BW_TEST_FMUS "/misbehaving.fmu\"\nd = \"" BW_TEST_FMUS
                     "/decay.fmu\"\n[connections]\n\"m.u\" = \"" +
                         std::to_string(gain) +
                         " * d.y\"\n\"d.u\" = \"m.y\"\n[parameters]\n\"m.misdeed\" = \"error\"\n"
                         "\"m.place\" = \"step\"\n\"m.when\" = 3\n\"d.x\" = 1\n[run]\nstop = 5\n");
    return run({.target = name, .master = "gauss-seidel", .step = 0.05});
  };
  const RunResult diverged = fail_in_loop(-1e4), calm = fail_in_loop(-1);
  EXPECT_TRUE(has_bell(diverged, BellCode::coupling_diverges)) << test::said(diverged);
  EXPECT_FALSE(has_bell(diverged, BellCode::fmu_error));
  EXPECT_TRUE(has_bell(calm, BellCode::fmu_error)) << test::said(calm);
  EXPECT_FALSE(has_bell(calm, BellCode::coupling_diverges));
}

TEST_F(DivergenceTest, ComponentsThatOfferModelExchangeAreTheCure) {
  const std::string name = scratch / "both.toml";
  const std::string follow = BW_TEST_FMUS "/2/Follow.fmu";
  test::write_file(name, "[components]\na = { file = \"" + follow +
                             "\", interface = \"cs\" }\nb = { file = \"" + follow +
                             "\", interface = \"cs\" }\n[connections]\n\"a.u\" = \"-1e6 * b.x\"\n"
                             "\"b.u\" = \"a.x + 1\"\n[run]\nstop = 10\n");
  const RunResult result = run({.target = name, .master = "gauss-seidel", .step = 0.5});
  const Bell* bell = find_bell(result, BellCode::coupling_diverges);
  ASSERT_NE(bell, nullptr) << test::said(result);
  EXPECT_TRUE(contains(bell->message, "Both components offer model exchange: interface = \"me\"."));
}

TEST_F(DivergenceTest, ShortStepsOrARealGrowthAreNoDivergence) {
  EXPECT_FALSE(has_bell(run({.target = stiff_pair(100), .master = "gauss-seidel", .step = 0.01}),
                        BellCode::coupling_diverges));
  EXPECT_FALSE(has_bell(run({.target = BW_EXAMPLES "/lotka_volterra/system.toml", .step = 0.5}),
                        BellCode::coupling_diverges));
}

}  // namespace
}  // namespace bw::run::divergence_test
