// The command study: tables, failures as rows, kills, interrupts, engines.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::study_test {
namespace {

using test::contains;
using test::Outcome;
using test::Program;
using test::Words;

class StudyTest : public test::ProgramTest {
 protected:
  StudyTest() {
    test::write_file(
        scratch / "swing.mo",
        "model swing\n  parameter Real k = 1, d = 0.1;\n  Real x(start = 1, fixed = true), "
        "v(start = 0, fixed = true);\nequation\n  der(x) = v;\n  der(v) = -k*x - d*v;\n"
        "  annotation(experiment(StopTime=10));\nend swing;\n");
    write_study("s.toml", 300);
  }
  void write_study(const std::string& name, int runs, const std::string& seed = "1") const {
    test::write_file(scratch / name,
                     "[study]\ntarget = \"swing.mo\"\n[study.parameters]\n"
                     "k = { uniform = [1, 3] }\nd = { normal = [0.3, 0.05] }\n[study.design]\n"
                     "kind = \"sobol\"\nruns = " +
                         std::to_string(runs) + "\nseed = " + seed +
                         "\n[study.results]\nlow = \"min(x)\"\nwhen = \"time(x < 0)\"\n");
  }
};

// Suites of their own, because suites run in parallel.
class StudyWorkers : public StudyTest {};
class StudyKills : public StudyTest {};
class StudyFailures : public StudyTest {};

TEST_F(StudyTest, WritesATableAndASummary) {
  const Outcome done = run({"study", "s.toml", "--summary", "s.json"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_TRUE(contains(done.said(), "300 runs: 300 trusted"));
  EXPECT_TRUE(contains(done.said(), "± sampling"));
  EXPECT_TRUE(contains(done.said(), "times faster"));
  EXPECT_EQ(table("s.csv").times.size(), 300U);
  const auto summary = nlohmann::json::parse(contents("s.json"));
  EXPECT_EQ(summary["verdicts"]["trusted"], 300);
  EXPECT_GT(summary["results"]["low"]["sampling_error"],
            summary["results"]["low"]["numerical_error"]);
}

TEST_F(StudyTest, HasAPage) {
  EXPECT_EQ(run({"study", "s.toml", "--summary", "s.json"}).code, 0);
  const Outcome made = run({"report", "s.csv", "--summary", "s.json", "-o", "s.html"});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_TRUE(contains(contents("s.html"), "300 runs: 300 trusted"));
  EXPECT_TRUE(contains(contents("s.html"), "\"sampling_error\":"));
  EXPECT_TRUE(contains(run({"report", "s.csv", "--compare", "s.csv"}).err, "Leave them out"));
}

// Two FMUs that solve their own equations, and a result that is the same in all runs.
TEST_F(StudyTest, SaysWhatTheEstimatesDoNotCover) {
  for (const char* name : {"prey.fmu", "predator.fmu", "system.toml"})
    std::filesystem::copy_file(std::string(BW_EXAMPLES "/lotka_volterra/") + name, scratch / name);
  test::write_file(scratch / "c.toml",
                   "[study]\ntarget = \"system.toml\"\n[study.parameters]\n"
                   "\"prey.A\" = { uniform = [0.09, 0.11] }\n[study.design]\n"
                   "kind = \"sensitivity\"\nsamples = 4\n[study.results]\n"
                   "end = \"final(prey.x)\"\nstart = \"initial(prey.x)\"\n"
                   "[run]\nstop = 10\ntolerance = 1e-3\n");
  const Outcome done = run({"study", "c.toml", "--summary", "c.json"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_TRUE(contains(done.said(), "12 runs: 12 trusted (coupling error only)")) << done.said();
  EXPECT_TRUE(contains(done.said(), "does not vary"));
  EXPECT_FALSE(contains(done.said(), "nan"));
  const auto summary = nlohmann::json::parse(contents("c.json"));
  EXPECT_EQ(summary["limits"], "coupling error only");
  EXPECT_EQ(summary["coupling_error_only"], 12);
  EXPECT_EQ(run({"report", "c.csv", "--summary", "c.json", "-o", "c.html"}).code, 0);
  EXPECT_TRUE(contains(contents("c.html"), "12 runs: 12 trusted  (coupling error only)"));
}

TEST_F(StudyTest, SaysThatASensitivityIsNoBound) {
  std::filesystem::copy_file(BW_EXAMPLES "/models/VanDerPol.fmu", scratch / "one.fmu");
  test::write_file(scratch / "o.toml",
                   "[study]\ntarget = \"one.fmu\"\n[study.parameters]\n"
                   "mu = { values = [1, 1.1] }\n[study.results]\nend = \"final(x0)\"\n"
                   "[run]\ninterface = \"cs\"\nstop = 2\ntolerance = 1e-3\n");
  const Outcome done = run({"study", "o.toml", "--summary", "o.json"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_TRUE(contains(done.said(), "2 runs: 2 trusted (sensitivity")) << done.said();
  EXPECT_EQ(nlohmann::json::parse(contents("o.json"))["sensitivity_only"], 2);
}

TEST_F(StudyWorkers, OneAndThreeWorkersWriteTheSameBytes) {
  EXPECT_EQ(run({"study", "s.toml", "--workers", "1", "-o", "one.csv", "--work", "w1"}).code, 0);
  EXPECT_EQ(run({"study", "s.toml", "--workers", "3", "-o", "three.csv", "--work", "w3"}).code, 0);
  EXPECT_EQ(contents("one.csv"), contents("three.csv"));
}

TEST_F(StudyWorkers, MoreRunsKeepTheOthers) {
  EXPECT_EQ(run({"study", "s.toml", "-o", "few.csv"}).code, 0);
  write_study("s.toml", 350);
  EXPECT_TRUE(contains(run({"study", "status", "s.toml"}).out, "300 of 350 runs (85 %)"));
  EXPECT_EQ(run({"study", "s.toml", "-o", "more.csv"}).code, 0);
  EXPECT_TRUE(contents("more.csv").starts_with(contents("few.csv")));
  EXPECT_EQ(table("more.csv").times.size(), 350U);
}

TEST_F(StudyTest, ARunCanBeRepeatedAlone) {
  EXPECT_EQ(run({"study", "s.toml"}).code, 0);
  const Outcome one = run({"study", "s.toml", "--only", "17", "-o", "run.csv"});
  EXPECT_EQ(one.code, 0) << one.err;
  EXPECT_TRUE(contains(one.said(), "TRUSTED"));
  EXPECT_TRUE(contains(contents("run.csv"), "error("));
  EXPECT_TRUE(contains(run({"study", "s.toml", "--only", "300"}).err, "from 0 to 299"));
}

// Two studies in one folder do not mix.
TEST_F(StudyWorkers, StudiesInOneFolderDoNotMix) {
  write_study("t.toml", 300, "2");
  Program first({"study", "s.toml", "--work", "both", "-o", "s.csv"}, here());
  const Outcome second =
      test::run_program({"study", "t.toml", "--work", "both", "-o", "t.csv"}, here());
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_EQ(first.wait().code, 0);
  EXPECT_EQ(run({"study", "s.toml", "--work", "alone", "-o", "alone.csv"}).code, 0);
  EXPECT_EQ(contents("s.csv"), contents("alone.csv"));
  EXPECT_NE(contents("s.csv"), contents("t.csv"));
}

// The end of everything at once, some times; the table is that of an undisturbed study.
TEST_F(StudyKills, ResumesAfterKills) {
  EXPECT_EQ(run({"study", "s.toml", "-o", "whole.csv", "--work", "whole"}).code, 0);
  std::mt19937 dice(5);
  for (int kill = 0; kill < 5; ++kill) {
    Program program({"study", "s.toml", "-o", "killed.csv"}, here());
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + dice() % 60));
    program.send_to_children(SIGKILL);
    program.send(SIGKILL);
  }
  const Outcome last = run({"study", "s.toml", "-o", "killed.csv"});
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(contents("killed.csv"), contents("whole.csv"));
}

TEST_F(StudyKills, AnInterruptKeepsWhatIsDone) {
  write_study("s.toml", 100'000);
  Program program({"study", "s.toml"}, here());
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  program.send(SIGINT);
  const Outcome ended = program.wait(20);
  EXPECT_EQ(ended.code, 130) << ended.err;
  EXPECT_TRUE(contains(ended.said(), "the same command continues"));
  EXPECT_FALSE(exists("s.csv"));
  EXPECT_EQ(run({"study", "collect", "s.toml"}).code, 0);
  EXPECT_TRUE(exists("s.csv"));
}

TEST_F(StudyFailures, CrashesHangsAndRejectedRunsAreRows) {
  std::string list = "misdeed,place,when\n";
  for (int run = 0; run < 40; ++run)
    list += std::string(run % 10 == 3   ? "crash"
                        : run % 20 == 7 ? "hang"
                        : run % 20 == 9 ? "nan"
                                        : "none") +
            ",step,0.5\n";
  test::write_file(scratch / "runs.csv", list);
  std::filesystem::copy_file(BW_TEST_FMUS "/misbehaving.fmu", scratch / "misbehaving.fmu");
  test::write_file(scratch / "f.toml",
                   "[study]\ntarget = \"misbehaving.fmu\"\ncall-timeout = 0.5\n[study.design]\n"
                   "kind = \"list\"\nfile = \"runs.csv\"\n[study.results]\nend = \"final(y)\"\n"
                   "[run]\ninterval = 0.25\n");
  const Outcome done = run({"study", "f.toml", "--summary", "f.json", "--workers", "2"});
  EXPECT_EQ(done.code, 0) << done.err;
  const auto summary = nlohmann::json::parse(contents("f.json"));
  EXPECT_EQ(summary["recorded"], 40);
  EXPECT_EQ(summary["codes"]["component-crashed"]["count"], 4) << summary.dump(1);
  EXPECT_EQ(summary["codes"]["component-hung"]["count"], 2);
  EXPECT_EQ(summary["verdicts"]["failed"].get<int>() + summary["verdicts"]["rejected"].get<int>(),
            8);
  EXPECT_EQ(summary["results"]["end"]["count"], 32);
  EXPECT_TRUE(contains(done.said(), "[component-crashed]"));
  EXPECT_TRUE(
      contains(done.said(), "mean of 32 of 40 runs; rejected and failed runs are left out"));
}

TEST_F(StudyTest, MistakesAreSentences) {
  const auto said = [&](const Words& words, int code) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    return outcome.said();
  };
  EXPECT_TRUE(contains(said({"study"}, 1), "FILE is missing"));
  EXPECT_TRUE(contains(said({"study", "stats", "s.toml"}, 1), "Did you mean 'status'?"));
  EXPECT_TRUE(contains(said({"study", "none.toml"}, 2), "cannot be read"));
  EXPECT_TRUE(contains(said({"study", "collect", "s.toml"}, 2), "there are no runs"));
  EXPECT_FALSE(exists("s.work"));
  EXPECT_TRUE(contains(said({"study", "s.toml", "--on", "moon"}, 1), "--on must be"));
  EXPECT_TRUE(contains(said({"study", "s.toml", "-o", "swing.mo"}, 1), "would overwrite"));
  EXPECT_TRUE(
      contains(said({"study", "s.toml", "--only", "3", "-o", "swing.mo"}, 1), "would overwrite"));
  test::write_file(scratch / "s.csv", "run\n");
  EXPECT_TRUE(contains(said({"study", "s.toml", "--only", "3", "-o", "s.csv"}, 1),
                       "would overwrite the table of the study"));
  EXPECT_TRUE(contains(said({"study", "s.toml", "--only", "3", "--summary", "s.toml"}, 1),
                       "would overwrite 's.toml'"));
  EXPECT_TRUE(contains(said({"study", "s.toml", "-o", "a.csv", "--summary", "./a.csv"}, 1),
                       "-o and --summary would both write"));
  EXPECT_TRUE(contains(said({"study", "s.toml", "-o", "s.mat"}, 1), "-o must end in .csv"));
  EXPECT_FALSE(exists("s.mat"));
  EXPECT_TRUE(contains(said({"study", "s.toml", "--workers", "0"}, 1), "--workers must be"));
  test::write_file(scratch / "w.toml",
                   "[study]\ntarget = \"swing.mo\"\n[study.parameters]\n"
                   "q = { values = [1] }\n[study.results]\ny = \"max(x)\"\n");
  EXPECT_TRUE(contains(said({"study", "w.toml"}, 2), "'q'"));
  EXPECT_FALSE(exists("w.work/claims"));
}

TEST_F(StudyTest, MpiNeedsMpirun) {
  test::Circumstances without = here();
  without.environment = {"PATH=" + scratch.path().string()};
  const Outcome outcome = test::run_program({"study", "s.toml", "--on", "mpi"}, without);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  EXPECT_TRUE(contains(outcome.said(), "there is no program mpirun")) << outcome.err;
}

TEST_F(StudyTest, ADryRunShowsScriptAndRuns) {
  const Outcome slurm =
      run({"study", "s.toml", "--on", "slurm:long", "--workers", "64", "--dry-run"});
  EXPECT_EQ(slurm.code, 0);
  EXPECT_TRUE(contains(slurm.out, "#SBATCH --array=0-63"));
  EXPECT_TRUE(contains(slurm.out, "300 runs of swing.mo, design sobol"));
  EXPECT_TRUE(contains(run({"study", "s.toml", "--on", "mpi", "--dry-run"}).out, "mpirun "));
  EXPECT_FALSE(exists("s.work"));
}

}  // namespace
}  // namespace bw::cli::study_test
