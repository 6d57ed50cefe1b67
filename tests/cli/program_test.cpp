// The program as its users see it: exit codes, files, and what is said where.

#include "support/program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "fmi/instance/binary.h"
#include "result/read_csv.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/scratch_folder.h"

namespace bw::cli::program_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Outcome;
using Words = std::vector<std::string>;

const std::string lotka_volterra = BW_EXAMPLES "/lotka_volterra/system.toml";

class ProgramTest : public testing::Test {
 protected:
  Outcome run(const Words& words) const { return test::run_program(words, here()); }
  // By a shell, for what only a shell does; its exit code.
  int shell(const std::string& line) const {
    const std::string all = "cd '" + scratch.path().string() + "' && " + line;
    const int status = std::system(all.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  test::Circumstances here() const { return {.folder = scratch.path().string()}; }
  bool exists(const std::string& name) const { return fs::exists(scratch / name); }
  std::string contents(const std::string& name) const { return test::read_file(scratch / name); }
  result::Table table(const std::string& name) const { return result::read_csv(scratch / name); }

  const test::ScratchFolder scratch;
};

// ---- words ----

TEST_F(ProgramTest, EveryCommandDoesItsOwn) {
  test::write_file(scratch / "m.mo",
                   "model m Real x(start=1, fixed=true); equation der(x) = -x; end m;");
  test::write_file(scratch / "a.csv", "time,x\n0,1\n");
  const std::pair<Words, const char*> expected[] = {
      {{"run", "m.mo", "--stop", "1", "--quiet", "-o", "-"}, "time"},
      {{"compare", "a.csv", "a.csv"}, "a.csv"},
      {{"info", "m.mo"}, "der(x)"},
      {{"check", "m.mo"}, "m.mo"},
      {{"export", "m.mo"}, "m.fmu"},
      {{"list", "masters"}, "gauss-seidel"}};
  for (const auto& [words, shown] : expected) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0) << words[0] << outcome.err;
    EXPECT_TRUE(contains(outcome.out + outcome.err, shown))
        << words[0] << outcome.out << outcome.err;
  }
}

TEST_F(ProgramTest, TheStepHistoryNeedsNoSummary) {
  const Outcome outcome =
      run({"run", lotka_volterra, "--step", "0.1", "-o", "a.csv", "--steps", "s.csv"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(exists("s.csv"));
}

TEST_F(ProgramTest, HelpListsTheCommandsAndTheOptions) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.code, 0);
  for (const char* command : {"run", "compare", "list"})
    EXPECT_TRUE(contains(outcome.out, command));
  const Outcome of_run = run({"run", "--help"});
  EXPECT_EQ(of_run.code, 0);
  for (const char* option : {"--stop", "--tolerance", "--set", "--master", "--output", "--summary"})
    EXPECT_TRUE(contains(of_run.out, option));
}

TEST_F(ProgramTest, VersionIsToldOnStandardOutput) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "bellwether "));
}

TEST_F(ProgramTest, WithoutACommandItSaysSo) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "bellwether --help"));
}

TEST_F(ProgramTest, AWrongOptionIsNamedWithTheNearest) {
  const Outcome outcome = run({"run", lotka_volterra, "--tolerence", "1e-3"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "--tolerence"));
  EXPECT_TRUE(contains(outcome.err, "Did you mean '--tolerance'?"));
  EXPECT_EQ(outcome.out, "");
}

TEST_F(ProgramTest, AWrongCommandIsNamedWithTheNearest) {
  const Outcome outcome = run({"compar", "a.csv", "b.csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "Did you mean 'compare'?"));
}

TEST_F(ProgramTest, AnOptionOfTheWrongTypeIsAnErrorOfUsage) {
  const Outcome outcome = run({"run", lotka_volterra, "--stop", "soon"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "--stop: stop must be a number, not \"soon\"."));
}

TEST_F(ProgramTest, AMissingFileAWrongEndingAndAFolderAreErrorsOfInput) {
  EXPECT_EQ(run({"run", "gone.toml"}).code, 2);
  EXPECT_TRUE(
      contains(run({"run", "gone.toml"}).err, "bellwether: gone.toml: there is no such file."));
  test::write_file(scratch / "a.txt", "");
  EXPECT_EQ(run({"run", "a.txt"}).code, 2);
  EXPECT_EQ(run({"run", "."}).code, 2);
}

TEST_F(ProgramTest, ATargetIsNeeded) { EXPECT_EQ(run({"run"}).code, 1); }

TEST_F(ProgramTest, NegativeTimesAreNumbersNotOptions) {
  const Outcome outcome =
      run({"run", BW_TEST_FMUS "/decay.fmu", "--start", "-1", "--stop=-0.5", "-o", "a.csv"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("a.csv").times.front(), -1);
}

TEST_F(ProgramTest, TheSpellingsOfOtherProgramsAreUnderstood) {
  const Outcome outcome = run({"run", lotka_volterra, "--start-time", "1", "--stop-time", "3",
                               "--output-interval", "1", "--output-file", "a.csv", "--start-value",
                               "prey.x", "20", "--start-value", "prey.A", "0.2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("a.csv").times, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(table("a.csv").find("prey.x")->numbers[0], 20);
}

TEST_F(ProgramTest, NoStopTimeIsAskedFor) {
  std::string text = "[parts]\na = \"" BW_TEST_FMUS "/decay.fmu\"\nb = \"" BW_EXAMPLES
                     "/lotka_volterra/prey.fmu\"\n";
  test::write_file(scratch / "s.toml", text);
  const Outcome outcome = run({"run", "s.toml"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "--stop"));
}

TEST_F(ProgramTest, ListShowsMastersBellsAndWriters) {
  EXPECT_TRUE(contains(run({"list", "masters"}).out, "gauss-seidel  order 1"));
  EXPECT_TRUE(contains(run({"list", "bells"}).out, "fmu-warning"));
  EXPECT_TRUE(contains(run({"list", "writers"}).out, ".csv"));
  const Outcome wrong = run({"list", "master"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(contains(wrong.err, "Did you mean 'masters'?"));
}

// ---- files ----

TEST_F(ProgramTest, TheResultIsNamedAfterTheTarget) {
  const Outcome outcome = run({"run", lotka_volterra});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "trusted, coupling error only: estimated error "));
  EXPECT_TRUE(contains(outcome.err, " of the tolerance 1e-06, largest in "));
  EXPECT_TRUE(contains(outcome.err, "501 from t = 0 to 100 in system.csv"));
  EXPECT_EQ(table("system.csv").times.size(), 501U);
  EXPECT_FALSE(exists("system.csv.partial"));
}

TEST_F(ProgramTest, WithoutAnEstimateItSaysSo) {
  const Outcome outcome = run({"run", lotka_volterra, "--no-certify"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.err, "doubtful: the error of this result was not estimated"));
  EXPECT_TRUE(contains(outcome.err, "501 from t = 0 to 100 in system.csv"));
}

TEST_F(ProgramTest, TheFilesOutputWinsOverTheDefaultAndTheUsersOverBoth) {
  test::write_file(scratch / "s.toml",
                   "[parts]\na = \"" BW_TEST_FMUS "/decay.fmu\"\n[run]\noutput = \"file.csv\"\n");
  EXPECT_EQ(run({"run", "s.toml"}).code, 0);
  EXPECT_TRUE(exists("file.csv"));
  EXPECT_EQ(run({"run", "s.toml", "-o", "user.csv"}).code, 0);
  EXPECT_TRUE(exists("user.csv"));
  EXPECT_FALSE(exists("s.csv"));
}

TEST_F(ProgramTest, QuietSaysNothing) {
  const Outcome outcome = run({"run", lotka_volterra, "--quiet"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_TRUE(exists("system.csv"));
}

TEST_F(ProgramTest, TheSummaryIsAFileOfItsOwn) {
  EXPECT_EQ(run({"run", lotka_volterra, "--quiet", "--summary", "s.json"}).code, 0);
  for (const char* key :
       {"\"verdict\": \"trusted\"", "\"coupling_error_only\": true", "\"tolerance\": 1e-06",
        "\"exit_code\": 0", "\"master\": \"alternating\"", "\"code\": \"internal-error-unknown\"",
        "\"worst_variable\": \"predator.y\""})
    EXPECT_TRUE(contains(contents("s.json"), key));
  EXPECT_FALSE(contains(contents("s.json"), "\"estimated_error\": null"));
  EXPECT_EQ(run({"run", lotka_volterra, "--no-certify", "--quiet", "--summary", "s.json"}).code, 0);
  for (const char* key :
       {"\"verdict\": \"doubtful\"", "\"estimated_error\": null", "\"certificate\": null",
        "\"do_step\": 1000", "\"exit_code\": 0", "\"master\": \"gauss-seidel\""})
    EXPECT_TRUE(contains(contents("s.json"), key));
}

TEST_F(ProgramTest, AFolderThatDoesNotExistIsNamedBeforeTheRun) {
  const Outcome outcome = run({"run", lotka_volterra, "-o", "nowhere/a.csv"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "the folder 'nowhere' does not exist"));
}

TEST_F(ProgramTest, AFolderThatIsNotWritableIsNamedBeforeTheRun) {
  if (geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  fs::create_directory(scratch / "closed");
  fs::permissions(scratch / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  const Outcome outcome = run({"run", lotka_volterra, "-o", "closed/a.csv"});
  fs::permissions(scratch / "closed", fs::perms::owner_all);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "is not writable"));
}

TEST_F(ProgramTest, AFullDiskEndsTheRunWithTheReason) {
  auto circumstances = here();
  circumstances.largest_file = 200 * 1024;  // room for the FMUs, not for the rows
  const Outcome outcome =
      test::run_program({"run", lotka_volterra, "--step", "0.005", "-o", "a.csv"}, circumstances);
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "a.csv.partial"));
  EXPECT_FALSE(exists("a.csv"));
  const std::string rows = contents("a.csv.partial");
  EXPECT_EQ(rows.back(), '\n');
  EXPECT_GT(rows.size(), 200 * 1024 - 100U) << "what fits is kept";
}

// A certified run writes its rows when it has all of them.
TEST_F(ProgramTest, AFullDiskEndsACertifiedRunLikewise) {
  auto circumstances = here();
  circumstances.largest_file = 200 * 1024;
  const Outcome outcome = test::run_program(
      {"run", lotka_volterra, "--interval", "0.01", "-o", "a.csv"}, circumstances);
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "a.csv.partial"));
  EXPECT_FALSE(exists("a.csv"));
  EXPECT_EQ(contents("a.csv.partial").back(), '\n');
}

TEST_F(ProgramTest, TheSummaryOfAnEarlierRunDoesNotOutliveAFailedOne) {
  test::write_file(scratch / "s.json", "earlier");
  auto circumstances = here();
  circumstances.largest_file = 200 * 1024;
  const Outcome outcome = test::run_program(
      {"run", lotka_volterra, "--step", "0.005", "-o", "a.csv", "--summary", "s.json"},
      circumstances);
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_FALSE(exists("s.json"));
}

TEST_F(ProgramTest, ClosedStandardStreamsDoNotBecomeTheResult) {
  EXPECT_EQ(
      shell(BW_PROGRAM " run '" + lotka_volterra + "' --stop 1 --verbose -o a.csv <&- >&- 2>&-"),
      0);
  EXPECT_EQ(table("a.csv").times.size(), 501U);
  EXPECT_EQ(contents("a.csv").find("trusted"), std::string::npos);
}

TEST_F(ProgramTest, RowsForAClosedStandardOutputAreNotLostInSilence) {
  EXPECT_EQ(shell(BW_PROGRAM " run '" + lotka_volterra + "' --stop 1 -o - >&- 2> said"), 4);
  EXPECT_TRUE(contains(contents("said"), "cannot be written to standard output: Bad file"));
}

TEST_F(ProgramTest, AReaderThatLeavesIsToldAboutButIsNoFailure) {
  EXPECT_EQ(shell("{ " BW_PROGRAM " run '" + lotka_volterra +
                  "' --step 0.005 -o - 2> said; echo $? > code; } | head -1 > first"),
            0);
  EXPECT_EQ(contents("code"), "0\n");
  EXPECT_TRUE(contains(contents("first"), "\"time\""));
  EXPECT_TRUE(contains(contents("said"), "standard output was closed before it had all of them"));
}

TEST_F(ProgramTest, AReportThatNobodyReadsDoesNotChangeTheExitCode) {
  const auto code_unread = [&](const std::string& words) {
    // The reader is gone before the program starts.
    shell("mkfifo pipe; { sleep 0.3; " BW_PROGRAM " run " + words +
          "; echo $? > code; } 2> pipe & : < pipe; wait; rm pipe");
    return contents("code");
  };
  EXPECT_EQ(code_unread("'" + lotka_volterra + "' --stop 1"), "0\n");
  EXPECT_EQ(code_unread("gone.toml"), "2\n");
}

TEST_F(ProgramTest, RowsForStandardOutputAreAlone) {
  const Outcome outcome =
      run({"run", lotka_volterra, "--stop", "1", "--interval", "0.5", "-o", "-"});
  EXPECT_EQ(outcome.code, 0);
  const auto rows = result::parse_csv(outcome.out, "standard output");
  EXPECT_EQ(rows.times, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4);
  EXPECT_TRUE(contains(outcome.err, "trusted"));
  EXPECT_TRUE(contains(contents(".standard_output"), "\"time\""));
  EXPECT_FALSE(exists("system.csv"));
}

TEST_F(ProgramTest, WithoutATerminalThereIsNoProgressBar) {
  const Outcome outcome = run({"run", lotka_volterra, "--stop", "1500", "--step", "0.01"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err.find('\r'), std::string::npos);
  EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
}

// ---- compare ----

TEST_F(ProgramTest, CompareTellsEqualFromDifferentFromUnreadable) {
  test::write_file(scratch / "a.csv", "\"time\",\"p.x\"\n0,1\n1,2\n");
  test::write_file(scratch / "b.csv", "\"time\",\"p.x\"\n0,1\n1,2.0000000001\n");
  test::write_file(scratch / "c.csv", "\"time\",\"p.x\"\n0,1\n1,3\n");
  EXPECT_EQ(run({"compare", "a.csv", "b.csv"}).code, 0);
  const Outcome different = run({"compare", "a.csv", "c.csv"});
  EXPECT_EQ(different.code, 3);
  EXPECT_TRUE(contains(different.out, "p.x at t = 1: 2 and 3"));
  EXPECT_EQ(run({"compare", "a.csv", "c.csv", "--tolerance", "1"}).code, 0);
  EXPECT_EQ(run({"compare", "a.csv", "gone.csv"}).code, 2);
  test::write_file(scratch / "empty.csv", "\"time\",\"p.x\"\n");
  const Outcome nothing = run({"compare", "empty.csv", "empty.csv"});
  EXPECT_EQ(nothing.code, 3);
  EXPECT_TRUE(contains(nothing.out, "There is nothing to compare"));
  EXPECT_EQ(run({"compare", "a.csv"}).code, 1);
  EXPECT_EQ(run({"compare", "a.csv", "b.csv", "--tolerance", "-1"}).code, 1);
}

// ---- components that misbehave ----

class Misdeed : public ProgramTest {
 protected:
  // Ten steps of dy/dt = 1, with the misdeed in the sixth.
  void write(const std::string& misdeed, const std::string& place = "step",
             double when = 0.55) const {
    test::write_file(scratch / "m.toml", "[parts]\nm = \"" BW_TEST_FMUS
                                         "/misbehaving.fmu\"\n[parameters]\n\"m.u\" = 1\n"
                                         "\"m.misdeed\" = \"" +
                                             misdeed + "\"\n\"m.place\" = \"" + place +
                                             "\"\n\"m.when\" = " + std::to_string(when) +
                                             "\n[run]\nstop = 1\nstep = 0.1\n");
  }
  // An FMU that answered fatal is not freed, on purpose: no leak check.
  Outcome run_it(const std::string& misdeed, const Words& more = {}) const {
    write(misdeed);
    Words words = {"run", "m.toml", "-o", "m.csv"};
    words.insert(words.end(), more.begin(), more.end());
    auto circumstances = here();
    if (misdeed == "fatal" || misdeed == "exception")
      circumstances.environment = {"ASAN_OPTIONS=detect_leaks=0"};
    return test::run_program(words, circumstances);
  }
  // From 0 to `last` in tenths, each value the time itself.
  void expect_rows(const std::string& file, int last) const {
    ASSERT_TRUE(exists(file)) << file;
    const auto rows = table(file);
    ASSERT_EQ(rows.times.size(), static_cast<std::size_t>(last) + 1);
    for (std::size_t k = 0; k < rows.times.size(); ++k) {
      EXPECT_NEAR(rows.times[k], 0.1 * static_cast<double>(k), 1e-12);
      EXPECT_NEAR(rows.columns[0].numbers[k], rows.times[k], 1e-12);
    }
  }
};

class RefusedMisdeed : public Misdeed, public testing::WithParamInterface<const char*> {};

TEST_P(RefusedMisdeed, EndsWithThreeAndIsFiledAsRefused) {
  const Outcome outcome = run_it(GetParam());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(contains(outcome.err, "refused: an alarm rang"));
  EXPECT_TRUE(contains(outcome.err, "m.y is not a finite number at t = 0.6"));
  EXPECT_FALSE(exists("m.csv"));
  EXPECT_FALSE(exists("m.csv.partial"));
  expect_rows("m.refused.csv", 5);
}

INSTANTIATE_TEST_SUITE_P(Program, RefusedMisdeed, testing::Values("nan", "infinity"),
                         [](const auto& item) { return std::string(item.param); });

struct Stop {
  const char* misdeed;
  const char* words;
};
class StoppingMisdeed : public Misdeed, public testing::WithParamInterface<Stop> {};

TEST_P(StoppingMisdeed, EndsWithFourKeepsTheRowsAndNamesComponentCallAndTime) {
  const Outcome outcome = run_it(GetParam().misdeed);
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.err, "refused: the run could not go on"));
  EXPECT_TRUE(contains(outcome.err, "part 'm': fmi2DoStep at t = 0.5 "));
  EXPECT_TRUE(contains(outcome.err, GetParam().words));
  EXPECT_FALSE(exists("m.csv"));
  EXPECT_FALSE(exists("m.refused.csv"));
  expect_rows("m.csv.partial", 5);
}

INSTANTIATE_TEST_SUITE_P(Program, StoppingMisdeed,
                         testing::Values(Stop{"error", "answered error: An error, as asked for."},
                                         Stop{"fatal", "answered fatal: A fatal error, as asked"},
                                         Stop{"exception", "threw an exception: An exception from"},
                                         Stop{"discard", "answered discard; it got to t = 0.55"}),
                         [](const auto& item) { return std::string(item.param.misdeed); });

class HarmlessMisdeed : public Misdeed, public testing::WithParamInterface<Stop> {};

TEST_P(HarmlessMisdeed, EndsWithNoughtAndTheRightNumbers) {
  const Outcome outcome = run_it(GetParam().misdeed);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, GetParam().words));
  expect_rows("m.csv", 10);
}

INSTANTIATE_TEST_SUITE_P(
    Program, HarmlessMisdeed,
    testing::Values(Stop{"none", "doubtful"},
                    Stop{"warning", "fmu-warning: part 'm': fmi2DoStep at t"},
                    Stop{"pending", "doubtful"}, Stop{"print", "an FMU wrote this with printf"},
                    Stop{"rounding", "changed the floating-point environment"},
                    Stop{"flush-to-zero", "changed the floating-point environment"},
                    Stop{"trap", "changed the floating-point environment"},
                    Stop{"directory", "changed during the steps: working directory"},
                    Stop{"locale", "changed during the steps: locale"},
                    Stop{"signal", "changed during the steps: signal handlers"}),
    [](const auto& item) {
      std::string name = item.param.misdeed;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

TEST_F(Misdeed, ARequestToEndPublishesWhatThereIs) {
  const Outcome outcome = run_it("terminate-request");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(
      contains(outcome.err, "note fmu-terminated: part 'm': fmi2DoStep at t = 0.5 asked to end"));
  EXPECT_TRUE(contains(outcome.err, "(asked: 1)"));
  expect_rows("m.csv", 5);
}

TEST_F(Misdeed, ACrashSaysWhere) {
  const Outcome outcome = run_it("crash");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.err, "signal 11 (crash) in part 'm', fmi2DoStep at t = 0.5;"));
  EXPECT_FALSE(exists("m.csv"));
}

TEST_F(Misdeed, AnExitIsNotTheEndOfTheRun) {
  const Outcome outcome = run_it("exit");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.err, "exit() was called in part 'm', fmi2DoStep at t = 0.5;"));
  EXPECT_FALSE(exists("m.csv"));
}

TEST_F(Misdeed, AWrongTypeIsAnErrorOfTheCall) {
  const Outcome outcome = run_it("wrong-type");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.err, "part 'm': fmi2GetReal at t = 0 answered error"));
}

TEST_F(Misdeed, WhatAPartPrintsDoesNotReachTheRowsOnStandardOutput) {
  write("print");
  const Outcome outcome = run({"run", "m.toml", "-o", "-"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.rfind("\"time\",\"m.y\"\n0,0\n", 0), 0U);
  EXPECT_EQ(outcome.out.find("FMU"), std::string::npos);
  EXPECT_TRUE(contains(outcome.err, "an FMU wrote this with printf"));
  EXPECT_TRUE(contains(outcome.err, "an FMU wrote this with std::cout"));
}

TEST_F(Misdeed, RefusedRowsForStandardOutputGoToAFile) {
  write("nan");
  const Outcome outcome = run({"run", "m.toml", "-o", "-"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  expect_rows("m.refused.csv", 5);
}

TEST_F(Misdeed, VerboseShowsWhatComponentsSay) {
  EXPECT_TRUE(
      contains(run_it("warning", {"--verbose"}).err, "[m] warning (logStatusError): A warning"));
}

TEST_F(Misdeed, QuietStillWritesAndEndsWithTheCode) {
  const Outcome outcome = run_it("nan", {"--quiet"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(exists("m.refused.csv"));
}

TEST_F(Misdeed, AnOlderResultSurvivesARefusedRunAndIsSaidToBeOlder) {
  test::write_file(scratch / "m.csv", "older");
  for (const char* misdeed : {"nan", "error"}) {
    const Outcome outcome = run_it(misdeed);
    EXPECT_EQ(contents("m.csv"), "older");
    EXPECT_TRUE(contains(outcome.err, "m.csv is of an earlier run"));
  }
}

TEST_F(Misdeed, TheReportTellsTheLastRowAndHowFarTheRunGot) {
  const Outcome outcome = run_it("error", {"--interval", "0.2"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_EQ(table("m.csv.partial").times.size(), 3U);
  EXPECT_TRUE(
      contains(outcome.err, "3 from t = 0 to 0.4 (reached: 0.5, asked: 1) in m.csv.partial"));
}

TEST_F(Misdeed, ALinkToAnOlderResultDoesNotMakeTheNewOneOlder) {
  test::write_file(scratch / "target.csv", "older");
  fs::create_symlink("target.csv", scratch / "m.csv");
  const Outcome good = run_it("none");
  EXPECT_EQ(good.code, 0);
  EXPECT_FALSE(contains(good.err, "is of an earlier run"));
  expect_rows("target.csv", 10);
  const Outcome bad = run_it("nan");
  EXPECT_TRUE(contains(bad.err, "m.csv is of an earlier run"));
}

TEST_F(Misdeed, AGoodRunReplacesTheOlderResult) {
  test::write_file(scratch / "m.csv", "older");
  EXPECT_EQ(run_it("none").code, 0);
  expect_rows("m.csv", 10);
}

// ---- foreign code outside of any call ----

class ForeignCode : public ProgramTest {
 protected:
  // A library that does something when it is loaded; false: there is no compiler.
  bool compile(const std::string& deed) const {
    test::write_file(scratch / "deed.c",
                     "#include <pthread.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n"
                     "#include <unistd.h>\n" +
                         deed);
    return shell("cc -shared -fPIC -o deed.so deed.c -pthread") == 0;
  }
  // A thread that acts as soon as there are rows on the disk.
  static std::string in_a_thread(const std::string& act) {
    return "static void* act(void* nothing) {\n"
           "  struct stat rows;\n"
           "  while (stat(\"a.csv.partial\", &rows) != 0 || rows.st_size == 0) usleep(1000);\n  " +
           act +
           "\n  return nothing;\n}\n"
           "__attribute__((constructor)) static void load(void) {\n"
           "  pthread_t thread;\n  unsetenv(\"LD_PRELOAD\");\n"
           "  pthread_create(&thread, 0, act, 0);\n}\n";
  }
  Outcome run_beside_the_deed() const {
    auto circumstances = here();
    circumstances.environment = {"LD_PRELOAD=" + scratch / "deed.so",
                                 "ASAN_OPTIONS=verify_asan_link_order=0"};
    return test::run_program(
        {"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"}, circumstances);
  }
  void expect_whole_rows() const {
    const std::string rows = contents("a.csv.partial");
    ASSERT_FALSE(rows.empty());
    EXPECT_EQ(rows.back(), '\n');
    const auto times = table("a.csv.partial").times;
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end(), std::less_equal<>()))
        << "no row is written twice";
  }
};

TEST_F(ForeignCode, ThatCallsExitInAThreadOfItsOwnDoesNotChooseTheExitCode) {
  if (!compile(in_a_thread("exit(0);"))) GTEST_SKIP() << "no compiler";
  const Outcome outcome = run_beside_the_deed();
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.err,
                       "bellwether: exit() was called by foreign code; the run ends here, rows "
                       "until then are in a.csv.partial."));
  EXPECT_FALSE(exists("a.csv"));
  expect_whole_rows();
}

TEST_F(ForeignCode, ThatCrashesInAThreadOfItsOwnLeavesWordsAndRows) {
  if (!compile(in_a_thread("*(volatile int*)8 = 1;"))) GTEST_SKIP() << "no compiler";
  const Outcome outcome = run_beside_the_deed();
  EXPECT_NE(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.err,
                       "bellwether: the program crashed (signal 11); the run ends here, rows "
                       "until then are in a.csv.partial."));
  expect_whole_rows();
}

TEST_F(ForeignCode, ThatCallsExitWhenItIsLoadedDoesNotChooseTheExitCode) {
  if (!compile("__attribute__((constructor)) static void load(void) { exit(0); }\n"))
    GTEST_SKIP() << "no compiler";
  const std::string description =
      R"(<fmiModelDescription fmiVersion="2.0" modelName="d" guid="d"><CoSimulation
      modelIdentifier="deed"/><ModelVariables/><ModelStructure/></fmiModelDescription>)";
  test::write_file(
      scratch / "deed.fmu",
      test::make_zip({{.name = "modelDescription.xml", .bytes = description},
                      {.name = "binaries/" + fmi::platform_folders().front() + "/deed.so",
                       .bytes = contents("deed.so"),
                       .unix_mode = 0100755}}));
  const Outcome outcome = run({"run", "deed.fmu", "--stop", "1"});
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "exit() was called"));
}

// ---- interruptions ----

bool wait_for_bytes(const fs::path& file) {
  for (int k = 0; k < 5000; ++k) {
    std::error_code missing;
    const auto size = fs::file_size(file, missing);
    if (!missing && size > 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

class Interrupted : public ProgramTest, public testing::WithParamInterface<int> {};

TEST_P(Interrupted, ALongRunEndsCleanlyWithCompleteRows) {
  test::Program program({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"},
                        here());
  ASSERT_TRUE(wait_for_bytes(scratch / "a.csv.partial"));
  program.send(GetParam());
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.err, "refused: the run was interrupted"));
  EXPECT_FALSE(exists("a.csv"));
  const auto rows = table("a.csv.partial");
  EXPECT_GT(rows.times.size(), 100U);
  EXPECT_EQ(contents("a.csv.partial").back(), '\n');
  EXPECT_EQ(rows.columns.size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(Program, Interrupted, testing::Values(SIGINT, SIGTERM),
                         [](const auto& item) {
                           return std::string(item.param == SIGINT ? "SIGINT" : "SIGTERM");
                         });

TEST_F(Misdeed, AComponentThatHangsIsLeftAtTheSecondInterrupt) {
  write("hang");
  test::Program program({"run", "m.toml", "-o", "m.csv"}, here());
  ASSERT_TRUE(program.wait_until_asleep());
  program.send(SIGINT);
  ASSERT_TRUE(program.wait_until_asleep()) << "the first one is a request";
  program.send(SIGINT);
  const Outcome outcome = program.wait(10);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.err, "stopped in part 'm', fmi2DoStep at t = 0.5;"));
}

}  // namespace
}  // namespace bw::cli::program_test
