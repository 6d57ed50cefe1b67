#include "run/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "support/contains.h"
#include "support/model/lotka_volterra_reference.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::run_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::contains;
using test::has_bell;

const std::string examples = BW_EXAMPLES;
const std::string lotka_volterra = examples + "/lotka_volterra/system.toml";
const std::string math_003 = examples + "/math_003/system.toml";

// The system of one component that misbehaves as given, with u = 1.
RunResult misbehave(const std::string& misdeed, RunSpec spec = {}) {
  spec.target = std::string(BW_TEST_FMUS) + "/misbehaving.fmu";
  spec.step = spec.step.value_or(0.125);
  for (const std::string& words : {"misdeed=" + misdeed, std::string("u=1")})
    spec.set.push_back("misbehaving." + words);
  return run(spec);
}

template <class Wrong>
std::string refusal(const RunSpec& spec) {
  return test::outcome<Wrong>([&] { run(spec); });
}

// ---- names ----

TEST(Run, ASummaryMustNotTakeThePlaceOfTheResultOrTheSystem) {
  const test::ScratchFolder scratch;
  const std::string rows = scratch / "rows.csv";
  for (const std::string& name : {rows, rows + ".partial", lotka_volterra})
    EXPECT_TRUE(
        contains(refusal<UsageError>({.target = lotka_volterra, .output = rows, .summary = name}),
                 "would overwrite"))
        << name;
}

TEST(Run, AnInputThatNobodyDrivesIsReported) {
  const RunResult result = run({.target = examples + "/lotka_volterra/prey.fmu", .step = 1.0});
  EXPECT_TRUE(has_bell(result, BellCode::input_not_driven));
  EXPECT_FALSE(has_bell(run({.target = lotka_volterra}), BellCode::input_not_driven));
}

// ---- figures ----

struct Figures {
  std::string master;
  double step;
  const test::SpeciesTable* table;
};
class LotkaVolterra : public testing::TestWithParam<Figures> {};

TEST_P(LotkaVolterra, AgreesWithTheReferenceToTwelveDigits) {
  const auto& [master, step, table] = GetParam();
  const RunResult result = run({.target = lotka_volterra, .master = master, .step = step});
  EXPECT_EQ(result.verdict, Verdict::unverified);
  EXPECT_EQ(result.exit_code, ExitCode::ok);
  const auto steps = static_cast<long>(std::lround(100 / step));
  EXPECT_EQ(result.statistics.steps, steps);
  ASSERT_EQ(result.statistics.components.size(), 2U);
  for (const auto& component : result.statistics.components) EXPECT_EQ(component.do_step, steps);
  ASSERT_EQ(result.trajectory.rows(), static_cast<std::size_t>(steps) + 1);
  const auto x = result.trajectory.real("prey.x"), y = result.trajectory.real("predator.y");
  for (const test::SpeciesRow& row : *table) {
    const auto k = static_cast<std::size_t>(std::lround(row.t / step));
    EXPECT_EQ(result.trajectory.times()[k],
              k == x.size() - 1 ? 100.0 : static_cast<double>(k) * step);
    EXPECT_NEAR(x[k], row.x, 1e-12 * row.x) << row.t;
    EXPECT_NEAR(y[k], row.y, 1e-12 * row.y) << row.t;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Run, LotkaVolterra,
    testing::Values(Figures{"gauss-seidel", 0.1, &test::lotka_volterra::gauss_seidel_0_1},
                    Figures{"gauss-seidel", 0.5, &test::lotka_volterra::gauss_seidel_0_5},
                    Figures{"jacobi", 0.1, &test::lotka_volterra::jacobi_0_1},
                    Figures{"jacobi", 0.5, &test::lotka_volterra::jacobi_0_5}),
    [](const auto& item) {
      return std::string(item.param.master == "jacobi" ? "jacobi" : "gauss_seidel") +
             (item.param.step == 0.1 ? "_0_1" : "_0_5");
    });

// The solution of Math 003: up, hold, down, hold, up, hold.
double x4_of_math_003(double t) {
  const auto ramp = [&](double begin, double length) { return std::clamp(t - begin, 0.0, length); };
  return 6 * (ramp(1, 2.5 / 6) - ramp(3, 5.0 / 6) + ramp(5, 5.0 / 6));
}

class Math003 : public testing::TestWithParam<std::pair<const char*, double>> {};

TEST_P(Math003, HasTheCountsTheTimesAndTheErrorOfItsMaster) {
  const auto& [master, error] = GetParam();
  const RunResult result = run({.target = math_003, .master = master, .step = 0.01});
  EXPECT_EQ(result.exit_code, ExitCode::ok);
  EXPECT_EQ(result.statistics.steps, 1000);
  for (const auto& component : result.statistics.components)
    EXPECT_EQ(component.do_step, 1000) << component.name;
  ASSERT_EQ(result.trajectory.rows(), 1001U);
  const auto x4 = result.trajectory.real("part3.x4");
  double largest = 0;
  for (std::size_t k = 0; k < 1001; ++k) {
    const double t = result.trajectory.times()[k];
    EXPECT_EQ(t, static_cast<double>(k) / 100);
    largest = std::max(largest, std::abs(x4[k] - x4_of_math_003(t)));
  }
  EXPECT_NEAR(largest, error, 0.005);
}

INSTANTIATE_TEST_SUITE_P(
    Run, Math003, testing::Values(std::pair("gauss-seidel", 0.06), std::pair("jacobi", 0.14)),
    [](const auto& item) { return std::string(item.index == 0 ? "gauss_seidel" : "jacobi"); });

// ---- rows ----

TEST(Run, ByItselfItWritesRowsAtExactTimes) {
  const RunResult result = run({.target = lotka_volterra});
  ASSERT_EQ(result.trajectory.rows(), 501U);
  for (std::size_t k = 0; k < 501; ++k)
    EXPECT_EQ(result.trajectory.times()[k], static_cast<double>(k) / 5);
  EXPECT_EQ(result.verdict, Verdict::trusted);
  EXPECT_EQ(result.master, "alternating");
}

TEST(Run, WithoutAnEstimateItTakesAThousandSteps) {
  const RunResult result = run({.target = lotka_volterra, .certify = false});
  EXPECT_EQ(result.trajectory.rows(), 501U);
  EXPECT_EQ(result.statistics.steps, 1000);
  EXPECT_EQ(result.verdict, Verdict::unverified);
  EXPECT_EQ(result.master, "gauss-seidel");
}

TEST(Run, AnIntervalThatDoesNotDivideTheRunEndsAtTheStopAllTheSame) {
  const RunResult result = run({.target = lotka_volterra, .stop = 10, .interval = 3});
  const auto times = result.trajectory.times();
  EXPECT_EQ(std::vector<double>(times.begin(), times.end()), (std::vector<double>{0, 3, 6, 9, 10}));
}

TEST(Run, ANamedMasterKeepsItsStepsAndPicksRows) {
  const RunResult result =
      run({.target = lotka_volterra, .stop = 10, .interval = 2.5, .master = "jacobi", .step = 1});
  const auto times = result.trajectory.times();
  EXPECT_EQ(std::vector<double>(times.begin(), times.end()), (std::vector<double>{0, 3, 5, 8, 10}));
  EXPECT_EQ(result.statistics.steps, 10);
}

TEST(Run, WhatIsRecordedDoesNotChangeTheNumbers) {
  const RunResult all = run({.target = lotka_volterra, .record = {"*"}, .step = 0.1});
  const RunResult outputs = run({.target = lotka_volterra, .step = 0.1});
  EXPECT_EQ(all.trajectory.real("prey.x"), outputs.trajectory.real("prey.x"));
  EXPECT_EQ(all.trajectory.real("prey.A")[7], 0.1);
}

TEST(Run, TheSameRunGivesTheSameBits) {
  const RunSpec spec{.target = lotka_volterra, .step = 0.1};
  EXPECT_EQ(run(spec).trajectory.real("predator.y"), run(spec).trajectory.real("predator.y"));
}

TEST(Run, StartValuesChangeTheRun) {
  const RunResult result =
      run({.target = lotka_volterra, .set = {"prey.x=20", "predator.y=5"}, .step = 0.1});
  EXPECT_NEAR(result.trajectory.real("prey.x").back(), 20, 1e-9) << "the point of rest stays there";
}

TEST(Run, FinalValuesAreThoseOfTheLastRow) {
  const RunResult result = run({.target = lotka_volterra, .step = 0.1});
  ASSERT_EQ(result.final_values.size(), 2U);
  EXPECT_EQ(result.final_values[0].first, "prey.x");
  EXPECT_EQ(std::get<double>(result.final_values[0].second),
            result.trajectory.real("prey.x").back());
}

TEST(Run, ASingleFmuIsASystem) {
  const RunResult result = run({.target = std::string(BW_TEST_FMUS) + "/decay.fmu"});
  EXPECT_NEAR(result.trajectory.real("y").back(), std::exp(-1.0), 1e-12);
}

TEST(Run, AComponentOfOneStepSizeIsSteppedAsItProposes) {
  const RunResult result = run({.target = std::string(BW_TEST_FMUS) + "/fixed_step.fmu"});
  EXPECT_EQ(result.exit_code, ExitCode::ok);
  EXPECT_EQ(result.statistics.steps, 10);
}

TEST(Run, RowsOfAFileAreNotKeptInMemory) {
  const test::ScratchFolder scratch;
  const RunResult result = run({.target = lotka_volterra, .output = scratch / "lv.csv"});
  EXPECT_EQ(result.trajectory.rows(), 0U);
  EXPECT_EQ(result.output, scratch / "lv.csv");
  EXPECT_TRUE(contains(test::read_file(scratch / "lv.csv"),
                       "\"time\",\"prey.x\",\"predator.y\"\n0,10,10\n"));
}

TEST(Run, TheCommandLinesRowsTakeThePlaceOfTheFiles) {
  const test::ScratchFolder scratch;
  const std::string file = scratch / "s.toml";
  test::write_file(file,
                   "[components]\na = \"" BW_TEST_FMUS "/decay.fmu\"\n[run]\nevery_step = true\n");
  EXPECT_EQ(run({.target = file, .interval = 0.5}).trajectory.rows(), 3U);
  EXPECT_EQ(run({.target = file}).trajectory.rows(), 1001U);
}

// ---- ends ----

TEST(Run, ANotANumberIsRefusedWithTheRowsBefore) {
  for (const char* misdeed : {"nan", "infinity"}) {
    const RunResult result = misbehave(misdeed);
    EXPECT_EQ(result.verdict, Verdict::rejected);
    EXPECT_EQ(result.exit_code, ExitCode::rejected);
    EXPECT_TRUE(has_bell(result, BellCode::nan));
    EXPECT_EQ(result.trajectory.rows(), 5U);
    EXPECT_EQ(result.bells.front().subject, "y");
    EXPECT_EQ(result.bells.front().time, 0.625);
  }
}

TEST(Run, AnErrorOfAComponentComesBackAsAResult) {
  const RunResult result = misbehave("error");
  EXPECT_EQ(result.verdict, Verdict::rejected);
  EXPECT_EQ(result.exit_code, ExitCode::stopped);
  EXPECT_TRUE(has_bell(result, BellCode::fmu_error));
  EXPECT_EQ(result.bells.front().subject, "misbehaving");
  EXPECT_EQ(result.reached, 0.5);
  EXPECT_EQ(result.bells.front().time, 0.5);
  EXPECT_EQ(result.statistics.steps, 4);
  EXPECT_EQ(result.trajectory.rows(), 5U);
  ASSERT_EQ(result.statistics.components.size(), 1U);
  EXPECT_EQ(result.statistics.components[0].do_step, 5);
}

TEST(Run, AnErrorDuringInitialisationComesBackAsAResult) {
  RunSpec spec;
  spec.set = {"misbehaving.place=initialise"};
  const RunResult result = misbehave("error", spec);
  EXPECT_EQ(result.exit_code, ExitCode::stopped);
  EXPECT_TRUE(contains(result.bells.at(0).message, "fmi2ExitInitializationMode"));
  EXPECT_EQ(result.trajectory.rows(), 0U);
}

TEST(Run, AnErrorAfterTheLastRowIsAWarning) {
  RunSpec spec;
  spec.set = {"misbehaving.place=terminate"};
  const RunResult result = misbehave("error", spec);
  EXPECT_EQ(result.exit_code, ExitCode::ok);
  EXPECT_TRUE(has_bell(result, BellCode::fmu_end_failed));
  EXPECT_TRUE(contains(result.bells.at(0).message, "fmi2Terminate at t = 1"));
  EXPECT_EQ(result.trajectory.rows(), 9U);
}

TEST(Run, ADiscardedFixedStepCannotGoOn) {
  const RunResult result = misbehave("discard", {.step = 0.2});
  EXPECT_EQ(result.exit_code, ExitCode::stopped);
  EXPECT_TRUE(has_bell(result, BellCode::fmu_discard));
  EXPECT_EQ(result.bells.front().measured, 0.5);
  EXPECT_TRUE(
      contains(result.bells.front().message, "The step size is fixed and cannot be reduced."));
  EXPECT_EQ(result.trajectory.rows(), 3U);
}

TEST(Run, AnEndThatAComponentRequestsIsNoMishap) {
  const RunResult result = misbehave("terminate-request");
  EXPECT_EQ(result.exit_code, ExitCode::ok);
  EXPECT_TRUE(has_bell(result, BellCode::fmu_terminated));
  EXPECT_EQ(result.reached, 0.5);
  EXPECT_EQ(result.stop, 1);
}

TEST(Run, AnInterruptKeepsTheRowsUntilThen) {
  std::atomic<bool> interrupt{false};
  RunSpec spec{.target = lotka_volterra, .stop = 1e9, .step = 1};
  spec.interrupt = &interrupt;
  int looks = 0;
  spec.on_progress = [&](const Progress&) { interrupt = ++looks > 3; };
  const RunResult result = run(spec);
  EXPECT_EQ(result.verdict, Verdict::rejected);
  EXPECT_EQ(result.exit_code, ExitCode::interrupted);
  EXPECT_TRUE(has_bell(result, BellCode::interrupted));
  EXPECT_EQ(result.trajectory.times().back(), result.reached);
}

TEST(Run, WarningsAreCounted) {
  const RunResult result = misbehave("warning");
  EXPECT_EQ(result.exit_code, ExitCode::ok);
  EXPECT_EQ(result.verdict, Verdict::unverified);
  ASSERT_EQ(result.bells.size(), 1U);
  EXPECT_EQ(result.bells[0].count, 4);
}

// ---- the summary ----

TEST(Run, TheSummaryIsWrittenAlsoOfARefusedRun) {
  const test::ScratchFolder scratch;
  misbehave("nan", {.summary = scratch / "s.json"});
  const std::string json = test::read_file(scratch / "s.json");
  EXPECT_TRUE(contains(json, "\"verdict\": \"rejected\""));
  EXPECT_TRUE(contains(json, "\"code\": \"nan\""));
}

TEST(Run, ASummaryThatCannotBeWrittenIsKnownBeforeTheRun) {
  EXPECT_TRUE(
      contains(refusal<InputError>({.target = lotka_volterra, .summary = "/nowhere/at/all.json"}),
               "/nowhere"));
}

// ---- nothing ran ----

TEST(Run, OptionsThatMakeNoSenseAreErrorsOfUsage) {
  EXPECT_TRUE(
      contains(refusal<UsageError>({.target = lotka_volterra, .stop = -1}), "after the start"));
  EXPECT_TRUE(contains(refusal<UsageError>({.target = lotka_volterra, .step = -1}), "positive"));
  EXPECT_TRUE(
      contains(refusal<UsageError>({.target = lotka_volterra, .master = "x"}), "no master"));
}

TEST(Run, AWrongRunSectionIsAnErrorOfTheFile) {
  const test::ScratchFolder scratch;
  const std::string file = scratch / "s.toml";
  test::write_file(file, "[components]\na = \"" BW_TEST_FMUS "/decay.fmu\"\n[run]\nstep = -1\n");
  const std::string said = refusal<InputError>({.target = file});
  EXPECT_TRUE(contains(said, "s.toml:4:1: step must be a positive number, not -1."));
}

TEST(Run, MissingFilesAndUnknownEndingsAreErrorsOfInput) {
  EXPECT_TRUE(
      contains(refusal<InputError>({.target = "gone.toml"}), "gone.toml: there is no such file"));
  EXPECT_TRUE(contains(refusal<InputError>({.target = examples}), "is a folder"));
  const test::ScratchFolder scratch;
  test::write_file(scratch / "a.txt", "x");
  EXPECT_TRUE(contains(refusal<InputError>({.target = scratch / "a.txt"}),
                       "the extension '.txt' is not known"));
}

TEST(Run, AnOutputThatCannotBeWrittenIsKnownBeforeTheRun) {
  EXPECT_TRUE(contains(refusal<InputError>({.target = lotka_volterra, .output = "/nowhere/lv.csv"}),
                       "'/nowhere' does not exist"));
  EXPECT_NE(refusal<UsageError>({.target = lotka_volterra, .output = "lv.xyz"}), "accepted");
}

}  // namespace
}  // namespace bw::run::run_test
