// Components that misbehave, as the user of the program sees them.

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "support/contains.h"
#include "support/program_test.h"
#include "support/sanitized.h"

namespace bw::cli::misdeed_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Outcome;
using test::Words;

class Misdeed : public test::ProgramTest {
 protected:
  // Ten steps of dy/dt = 1, with the misdeed in the sixth.
  void write(const std::string& misdeed, const std::string& place = "step",
             double when = 0.55) const {
    test::write_file(scratch / "m.toml", "[components]\nm = \"" BW_TEST_FMUS
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
  EXPECT_TRUE(contains(outcome.said(), "REJECTED for the reason below (exit code 3)"));
  EXPECT_TRUE(contains(outcome.said(), "m.y is not a finite number at t = 0.6"));
  EXPECT_FALSE(exists("m.csv"));
  EXPECT_FALSE(exists("m.csv.partial"));
  expect_rows("m.rejected.csv", 5);
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
  EXPECT_TRUE(
      contains(outcome.said(), "REJECTED the run could not go on after t = 0.5 (exit code 4)"));
  EXPECT_TRUE(contains(outcome.said(), "component 'm': fmi2DoStep at t = 0.5 "));
  EXPECT_TRUE(contains(outcome.said(), GetParam().words));
  EXPECT_FALSE(exists("m.csv"));
  EXPECT_FALSE(exists("m.rejected.csv"));
  expect_rows("m.csv.partial", 5);
}

INSTANTIATE_TEST_SUITE_P(Program, StoppingMisdeed,
                         testing::Values(Stop{"error", "returned error: An error, as asked for."},
                                         Stop{"fatal", "returned fatal: A fatal error, as asked"},
                                         Stop{"exception", "threw an exception: An exception from"},
                                         Stop{"discard", "returned discard; it reached t = 0.55"}),
                         [](const auto& item) { return std::string(item.param.misdeed); });

class HarmlessMisdeed : public Misdeed, public testing::WithParamInterface<Stop> {};

TEST_P(HarmlessMisdeed, EndsWithNoughtAndTheRightNumbers) {
  const Outcome outcome = run_it(GetParam().misdeed, {"--verbose"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.said(), GetParam().words));
  expect_rows("m.csv", 10);
}

INSTANTIATE_TEST_SUITE_P(
    Program, HarmlessMisdeed,
    testing::Values(Stop{"none", "UNVERIFIED"},
                    Stop{"warning", "warning component 'm': fmi2DoStep at t"},
                    Stop{"pending", "UNVERIFIED"}, Stop{"print", "an FMU wrote this with printf"},
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
  const Outcome outcome = run_it("terminate-request", {"--verbose"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(
      contains(outcome.said(), "note component 'm': fmi2DoStep at t = 0.5 requested the end"));
  EXPECT_TRUE(contains(outcome.said(), "(stop time 1 not reached)"));
  expect_rows("m.csv", 5);
}

// After the last row nothing can spoil the result.
TEST_F(Misdeed, ACrashAtTheEndIsAWarning) {
  for (const std::string place : {"terminate", "free"}) {
    write("crash", place);
    auto circumstances = here();
    circumstances.environment = {"ASAN_OPTIONS=detect_leaks=0"};
    const Outcome outcome = test::run_program({"run", "m.toml", "-o", "m.csv"}, circumstances);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.said(), place == "free" ? "fmi2FreeInstance" : "fmi2Terminate"));
    EXPECT_TRUE(contains(outcome.said(), "crashed. Rows until then are not affected"));
    EXPECT_TRUE(contains(outcome.said(), "[fmu-end-failed]"));
    EXPECT_TRUE(contains(outcome.said(), "UNVERIFIED"));
    expect_rows("m.csv", 10);
    fs::remove(scratch / "m.csv");
  }
}

TEST_F(Misdeed, AnFmuInCapitalsIsOne) {
  fs::copy_file(BW_TEST_FMUS "/decay.fmu", scratch / "DECAY.FMU");
  const Outcome outcome = test::run_program({"run", "DECAY.FMU", "-o", "m.csv"}, here());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(exists("m.csv"));
}

TEST_F(Misdeed, ACrashSaysWhere) {
  const Outcome outcome = run_it("crash");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(
      contains(outcome.said(), "REJECTED the run could not go on after t = 0.5 (exit code 4)"));
  EXPECT_TRUE(contains(outcome.said(),
                       "component 'm' crashed (signal 11, SIGSEGV) in fmi2DoStep at t = 0.5."));
  EXPECT_TRUE(contains(outcome.said(), "[component-crashed]"));
  EXPECT_TRUE(contains(outcome.said(),
                       "none; 6 points, t = 0 … 0.5 (stop time 1 not reached) in m.csv.partial"));
  EXPECT_FALSE(exists("m.csv"));
  expect_rows("m.csv.partial", 5);
}

TEST_F(Misdeed, ACrashIsInTheSummary) {
  (void)run_it("crash", {"--summary", "s.json"});
  const std::string summary = contents("s.json");
  for (const char* part : {"\"verdict\": \"rejected\"", "\"exit_code\": 4", "\"reached\": 0.5",
                           "\"component-crashed\"", "\"output\": \"m.csv.partial\""})
    EXPECT_TRUE(contains(summary, part)) << part << summary;
}

TEST_F(Misdeed, ACrashInThisProcessIsACrash) {
  const Outcome outcome = run_it("crash", {"--in-process"});
  // The address sanitizer reports a crash by itself and exits.
  EXPECT_EQ(outcome.code, test::sanitized ? 1 : -SIGSEGV);
  EXPECT_EQ(run_it("none", {"--in-process"}).code, 0);
  expect_rows("m.csv", 10);
}

TEST_F(Misdeed, ACallThatDoesNotReturnInItsTimeIsAnError) {
  const Outcome outcome = run_it("hang", {"--call-timeout", "100 ms"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(),
                       "component 'm' did not return from fmi2DoStep at t = 0.5 within 0.1 s "
                       "(--call-timeout) and was ended."));
  EXPECT_TRUE(contains(outcome.said(), "[component-hung]"));
  EXPECT_TRUE(contains(outcome.said(), "a longer --call-timeout"));
  expect_rows("m.csv.partial", 5);
}

// Whoever kills the process of the run: here the FMU's neighbour, as the system would.
TEST_F(Misdeed, AKillFromOutsideTakesNoRows) {
  write("hang");
  test::Program program({"run", "m.toml", "-o", "m.csv"}, here());
  ASSERT_TRUE(program.wait_until_asleep());
  program.send_to_children(SIGKILL);
  const Outcome outcome = program.wait(10);
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(
      contains(outcome.said(), "component 'm' was killed (signal 9, SIGKILL) in fmi2DoStep"))
      << outcome.err;
  expect_rows("m.csv.partial", 5);
}

TEST_F(Misdeed, AnExitIsNotTheEndOfTheRun) {
  const Outcome outcome = run_it("exit");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "component 'm' ended the process (exit code "));
  EXPECT_TRUE(contains(outcome.said(), ") in fmi2DoStep at t = 0.5."));
  EXPECT_TRUE(contains(outcome.said(), "[component-exited]"));
  expect_rows("m.csv.partial", 5);
  EXPECT_FALSE(exists("m.csv"));
}

TEST_F(Misdeed, AWrongTypeIsAnErrorOfTheCall) {
  const Outcome outcome = run_it("wrong-type");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "component 'm': fmi2GetReal at t = 0 returned error"));
}

TEST_F(Misdeed, WhatAComponentPrintsDoesNotReachTheRowsOnStandardOutput) {
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
  expect_rows("m.rejected.csv", 5);
}

TEST_F(Misdeed, VerboseShowsWhatComponentsSay) {
  EXPECT_TRUE(
      contains(run_it("warning", {"--verbose"}).err, "[m] warning (logStatusError): A warning"));
}

TEST_F(Misdeed, QuietStillWritesAndEndsWithTheCode) {
  const Outcome outcome = run_it("nan", {"--quiet"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(contains(outcome.said(), "REJECTED"));
  EXPECT_TRUE(contains(outcome.said(), "[nan]"));
  EXPECT_TRUE(exists("m.rejected.csv"));
}

TEST_F(Misdeed, AnOlderResultSurvivesARefusedRunAndIsSaidToBeOlder) {
  test::write_file(scratch / "m.csv", "older");
  for (const char* misdeed : {"nan", "error"}) {
    const Outcome outcome = run_it(misdeed);
    EXPECT_EQ(contents("m.csv"), "older");
    EXPECT_TRUE(contains(outcome.said(), "m.csv is of an earlier run"));
  }
}

TEST_F(Misdeed, TheReportNamesTheLastRowAndHowFarTheRunGot) {
  const Outcome outcome = run_it("error", {"--interval", "0.2"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_EQ(table("m.csv.partial").times.size(), 3U);
  EXPECT_TRUE(contains(outcome.said(),
                       "none; 3 points, t = 0 … 0.4 (stop time 1 not reached) in m.csv.partial"));
}

TEST_F(Misdeed, ALinkToAnOlderResultDoesNotMakeTheNewOneOlder) {
  test::write_file(scratch / "target.csv", "older");
  fs::create_symlink("target.csv", scratch / "m.csv");
  const Outcome good = run_it("none");
  EXPECT_EQ(good.code, 0);
  EXPECT_FALSE(contains(good.said(), "is of an earlier run"));
  expect_rows("target.csv", 10);
  const Outcome bad = run_it("nan");
  EXPECT_TRUE(contains(bad.said(), "m.csv is of an earlier run"));
}

TEST_F(Misdeed, AGoodRunReplacesTheOlderResult) {
  test::write_file(scratch / "m.csv", "older");
  EXPECT_EQ(run_it("none").code, 0);
  expect_rows("m.csv", 10);
}

TEST_F(Misdeed, AComponentThatHangsIsLeftAfterASecond) {
  write("hang");
  const Outcome outcome = interrupt_hanging({"run", "m.toml", "-o", "m.csv"});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(
      outcome.said(),
      "ended by the user (Ctrl-C); component 'm' did not return from fmi2DoStep at t = 0.5"));
  EXPECT_TRUE(contains(outcome.said(), "REJECTED interrupted at t = 0.5 (exit code 130)"));
  EXPECT_TRUE(contains(outcome.said(), "in m.csv.partial"));
  expect_rows("m.csv.partial", 5);
}

TEST_F(Misdeed, AComponentThatHangsTakesNoRowsOfStandardOutputWithIt) {
  write("hang");
  const Outcome outcome = interrupt_hanging({"run", "m.toml", "-o", "-"});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.said(), "in m.csv.partial"));
  expect_rows("m.csv.partial", 5);
}

TEST_F(Misdeed, ACrashTakesNoRowsOfStandardOutputWithIt) {
  write("crash");
  const Outcome outcome = run({"run", "m.toml", "-o", "-"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.said(), "6 points, t = 0 … 0.5"));
  EXPECT_TRUE(contains(outcome.said(), "in m.csv.partial"));
  expect_rows("m.csv.partial", 5);
}

TEST_F(Misdeed, LeavesNoTemporaryFiles) {
  std::filesystem::create_directory(scratch / "tmp");
  for (const char* misdeed : {"crash", "exit"}) {
    write(misdeed);
    auto circumstances = here();
    circumstances.environment = {"TMPDIR=" + scratch / "tmp"};
    const Outcome outcome = test::run_program({"run", "m.toml", "-o", "m.csv"}, circumstances);
    EXPECT_EQ(outcome.code, 4) << misdeed;
    EXPECT_TRUE(std::filesystem::is_empty(scratch / "tmp")) << misdeed;
  }
}

TEST_F(Misdeed, AComponentThatHangsIsLeftWhenItsTimeIsUp) {
  write("hang");
  const Outcome outcome = run({"run", "m.toml", "-o", "m.csv", "--time-limit", "200 ms"});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.said(),
                       "ended by --time-limit 0.2 s; component 'm' did not return from "
                       "fmi2DoStep at t = 0.5"));
  EXPECT_TRUE(contains(outcome.said(), "in m.csv.partial"));
  expect_rows("m.csv.partial", 5);
}

}  // namespace
}  // namespace bw::cli::misdeed_test
