// Runs of a study in this process.

#include "study/work/runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "study/work/worker.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::study::runner_test {
namespace {

using test::contains;

class RunnerTest : public testing::Test {
 protected:
  Study study(const std::string& results,
              const std::string& parameters = "k = { values = [1, 2] }") {
    test::write_file(scratch_ / "decay.mo",
                     "model Decay\n  parameter Real k = 1;\n  Real x(start=1, fixed=true);\n"
                     "equation\n  der(x) = -k*x;\nend Decay;\n");
    return parse_study("[study]\ntarget = \"decay.mo\"\n[study.parameters]\n" + parameters +
                           "\n[study.results]\n" + results +
                           "\n[run]\nstop = 1\ntolerance = 1e-6\n",
                       scratch_ / "s.toml");
  }

  test::ScratchFolder scratch_;
  std::atomic<bool> interrupt_{false};
};

TEST_F(RunnerTest, ResultsAreWithinTheirErrors) {
  const Study made = study("end = \"final(x)\"\nhalf = \"time(x < 0.5)\"");
  Runner runner(made, interrupt_);
  for (const std::uint64_t run : {0U, 1U, 0U}) {
    const double k = run == 0 ? 1 : 2;
    const auto record = runner.run(run);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->ending, RowVerdict::trusted);
    EXPECT_LE(std::abs(record->values[0] - std::exp(-k)), record->errors[0]);
    EXPECT_LE(std::abs(record->values[1] - std::log(2) / k), record->errors[1]);
    EXPECT_LT(record->errors[0], 1e-6);
    EXPECT_GT(record->cost, 0U);
    EXPECT_GT(record->cost_exponent, 0);
  }
}

TEST_F(RunnerTest, MistakesAreFoundBeforeAnythingRuns) {
  const auto mistake = [&](const Study& made) {
    return test::refusal<InputError>([&] { Runner(made, interrupt_); });
  };
  EXPECT_TRUE(contains(mistake(study("y = \"max(z)\"")), "the result 'y'"));
  EXPECT_TRUE(contains(mistake(study("y = \"max(x)\"", "kk = { values = [1] }")), "'kk'"));
  EXPECT_FALSE(contains(mistake(study("y = \"max(x)\"", "kk = { values = [1] }")), "--set"));
}

TEST_F(RunnerTest, AnInterruptedRunIsNoRecord) {
  const Study made = study("end = \"final(x)\"");
  Runner runner(made, interrupt_);
  interrupt_ = true;
  EXPECT_FALSE(runner.run(0));
}

TEST_F(RunnerTest, AWorkerComputesAllBlocks) {
  const Study made = study("end = \"final(x)\"", "k = { from = 1, to = 2, steps = 40 }");
  const Protected here = [&](const auto& work, const auto&) { return Ended{work(interrupt_)}; };
  EXPECT_EQ(work(made, {scratch_ / "w"}, here), 0);
  const WorkFolder folder(scratch_ / "w", made);
  DoneRuns done(folder.logs(), 40);
  done.refresh();
  EXPECT_EQ(done.count(), 40U);
}

TEST_F(RunnerTest, ADamagedRecordIsComputedAgain) {
  const Study made = study("end = \"final(x)\"", "k = { from = 1, to = 2, steps = 40 }");
  const Protected here = [&](const auto& work, const auto&) { return Ended{work(interrupt_)}; };
  const WorkPlan plan{scratch_ / "w", {}, 0.1};
  EXPECT_EQ(work(made, plan, here), 0);
  const WorkFolder folder(scratch_ / "w", made);
  for (const auto& log : std::filesystem::directory_iterator(folder.logs())) {
    std::string bytes = test::read_file(log.path().string());
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    test::write_file(log.path().string(), bytes);
  }
  const auto recorded = [&] {
    DoneRuns done(folder.logs(), 40);
    done.refresh();
    return done.count();
  };
  EXPECT_LT(recorded(), 40U);
  EXPECT_EQ(work(made, plan, here), 0);
  EXPECT_EQ(recorded(), 40U);
}

TEST_F(RunnerTest, ATimeLimitThatIsKeptChangesNothing) {
  Study made = study("end = \"final(x)\"", "k = { from = 1, to = 2, steps = 4 }");
  made.time_limit = 60;
  const Protected here = [&](const auto& work, const auto&) { return Ended{work(interrupt_)}; };
  EXPECT_EQ(work(made, {scratch_ / "w"}, here), 0);
  const WorkFolder folder(scratch_ / "w", made);
  DoneRuns done(folder.logs(), 4);
  done.refresh();
  EXPECT_EQ(done.count(), 4U);
}

TEST_F(RunnerTest, ADeathWithoutARunIsAnError) {
  const Study made = study("end = \"final(x)\"");
  const Protected dies = [](const auto&, const auto&) { return Ended{4, Death{}}; };
  EXPECT_TRUE(contains(test::refusal<Error>([&] { work(made, {scratch_ / "w"}, dies); }), "crash"));
}

}  // namespace
}  // namespace bw::study::runner_test
