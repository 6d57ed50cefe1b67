// Runs of a study in this process.

#include "study/work/runner.h"

#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/process/death.h"
#include "run/run.h"
#include "study/design/points.h"
#include "study/work/logs.h"
#include "study/work/work_folder.h"
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

  // Of runs that take a while.
  Study long_study(const std::string& parameters, const std::string& stop) {
    test::write_file(scratch_ / "swing.mo",
                     "model Swing\n  parameter Real k = 1;\n  Real x(start=1, fixed=true), "
                     "v(start=0, fixed=true);\nequation\n  der(x) = v;\n  der(v) = -k*x;\n"
                     "end Swing;\n");
    return parse_study("[study]\ntarget = \"swing.mo\"\n[study.parameters]\n" + parameters +
                           "\n[study.results]\nend = \"final(x)\"\n[run]\nmethod = \"dop853\"\n"
                           "stop = " +
                           stop + "\n",
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

TEST_F(RunnerTest, TheCostOfAModelIsThatOfItsEvaluations) {
  const Study made = study("end = \"final(x)\"");
  run::RunSpec spec = made.run;
  spec.set = Points(made.design, made.parameters).settings(0);
  spec.record = {"x"};
  spec.writes_nothing = spec.errors_where_estimated = spec.events_where_located = true;
  spec.threads = 1;
  const auto alone = run::run(spec).statistics.rhs_evaluations;
  const auto record = Runner(made, interrupt_).run(0);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->cost, static_cast<std::uint64_t>(alone));
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

// Runs the work in a process of its own, which is killed after a while, the first `kills` times.
class Killer {
 public:
  explicit Killer(int kills, std::chrono::milliseconds after) : kills_(kills), after_(after) {}
  Ended operator()(const std::function<int(const std::atomic<bool>&)>& work,
                   const std::function<void()>&) {
    const std::atomic<bool> never{false};
    const pid_t pid = fork();
    if (pid == 0) _exit(work(never));
    if (++made <= kills_) {
      std::this_thread::sleep_for(after_);
      kill(pid, SIGKILL);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    if (WIFEXITED(status)) return {WEXITSTATUS(status)};
    return {4, death_of(status, {})};
  }
  int made = 0;

 private:
  int kills_;
  std::chrono::milliseconds after_;
};

std::vector<Record> records_in(const WorkFolder& folder) {
  std::vector<Record> all;
  LogReader(folder.logs()).refresh([&](std::string_view bytes) {
    EXPECT_TRUE(read_record(bytes, all.emplace_back()));
  });
  return all;
}

TEST_F(RunnerTest, AProcessKilledFromOutsideIsNoRow) {
  const Study made = long_study("k = { from = 1, to = 2, steps = 40 }", "2000");
  Killer killer(1, std::chrono::milliseconds(30));
  EXPECT_EQ(work(made, {scratch_ / "w", {}, 0.5}, std::ref(killer)), 0);
  EXPECT_EQ(killer.made, 2);
  const auto records = records_in({scratch_ / "w", made});
  EXPECT_EQ(records.size(), 40U);
  for (const Record& record : records) EXPECT_NE(record.ending, RowVerdict::failed);
}

TEST_F(RunnerTest, ARunKilledTwiceIsARow) {
  const Study made = long_study("k = { values = [1] }", "1e7");
  Killer killer(2, std::chrono::milliseconds(100));
  EXPECT_EQ(work(made, {scratch_ / "w", {}, 0.5}, std::ref(killer)), 0);
  const auto records = records_in({scratch_ / "w", made});
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records.front().ending, RowVerdict::failed);
  EXPECT_TRUE(contains(records.front().message, "SIGKILL")) << records.front().message;
}

TEST_F(RunnerTest, AFileThatChangesEndsTheWork) {
  const Study made = study("end = \"final(x)\"", "k = { from = 1, to = 2, steps = 40 }");
  const Protected here = [&](const auto& work, const auto&) {
    test::write_file(scratch_ / "decay.mo",
                     "model Decay\n  parameter Real k = 1;\n  Real x(start=2, fixed=true);\n"
                     "equation\n  der(x) = -k*x;\n  // another one\nend Decay;\n");
    return Ended{work(interrupt_)};
  };
  const WorkFolder before(scratch_ / "w", made);
  EXPECT_TRUE(contains(test::refusal<Error>([&] { work(made, {scratch_ / "w"}, here); }),
                       "changed while the study ran"));
  EXPECT_TRUE(records_in(before).empty());
}

// A sawtooth: its largest value is just before each jump, and rows seldom hit it.
TEST_F(RunnerTest, BothSidesOfJumpsCount) {
  test::write_file(scratch_ / "saw.mo",
                   "model Saw\n  parameter Real top = 1;\n  Real x(start=0, fixed=true);\n"
                   "equation\n  der(x) = 1;\n  when x > top then\n    reinit(x, 0);\n  end when;\n"
                   "end Saw;\n");
  const Study made = parse_study(
      "[study]\ntarget = \"saw.mo\"\n[study.parameters]\ntop = { values = [1, 0.83] }\n"
      "[study.results]\npeak = \"max(x)\"\nlow = \"min(x)\"\nwhole = \"integral(x)\"\n"
      "[run]\nstop = 3.3\ninterval = 0.37\ntolerance = 1e-6\n",
      scratch_ / "saw.toml");
  Runner runner(made, interrupt_);
  for (const std::uint64_t run : {0U, 1U}) {
    const double top = run == 0 ? 1 : 0.83, left = std::fmod(3.3, top);
    const auto record = runner.run(run);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->ending, RowVerdict::trusted) << record->codes;
    EXPECT_NEAR(record->values[0], top, 1e-5);
    EXPECT_NEAR(record->values[1], 0, 1e-5);
    const double whole = std::floor(3.3 / top) * top * top / 2 + left * left / 2;
    EXPECT_LE(std::abs(record->values[2] - whole), record->errors[2]);
  }
}

}  // namespace
}  // namespace bw::study::runner_test
