// Components that run at the same time, as the user of the program sees it: not at all, but for the
// time.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "result/read_csv.h"
#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::parallel_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Outcome;
using test::Words;

// Two FMUs that take milliseconds for a step, the first the longer, and a third one beside the
// second, on a thread that is not the program's first. Parallel from the fifth step on.
class Parallel : public test::ProgramTest {
 protected:
  Parallel() {
    for (const char* name : {"a.fmu", "b.fmu"})  // two files: instances of one share their code
      fs::copy_file(BW_TEST_FMUS "/toiling.fmu", scratch / name);
  }

  void write(const std::string& misdeed, double when) const {
    test::write_file(
        scratch / "s.toml",
        "[components]\na = \"a.fmu\"\nb = \"b.fmu\"\nm = \"" BW_TEST_FMUS
        "/misbehaving.fmu\"\n[connections]\n\"a.u\" = \"b.y\"\n\"b.u\" = \"a.y\"\n"
        "\"m.u\" = \"b.y\"\n[parameters]\n\"a.rounds\" = 600000\n\"b.rounds\" = 400000\n"
        "\"m.misdeed\" = \"" +
            misdeed + "\"\n\"m.when\" = " + std::to_string(when) +
            "\n[run]\nstop = 3\nstep = 0.125\nmaster = \"jacobi\"\n");
  }
  Words words(const std::string& threads) const {
    return {"run", "s.toml", "--threads", threads, "-o", threads + ".csv"};
  }
  Outcome run(const std::string& threads) const { return ProgramTest::run(words(threads)); }
};

constexpr double never = 100;
constexpr double while_parallel = 0.8;  // in the seventh step

TEST_F(Parallel, TheRowsAreTheSameByteByByte) {
  write("none", never);
  EXPECT_EQ(run("1").code, 0);
  EXPECT_EQ(run("2").code, 0);
  EXPECT_EQ(run("4").code, 0);
  EXPECT_EQ(result::read_csv(scratch / "1.csv").times.size(), 25U);
  EXPECT_EQ(contents("2.csv"), contents("1.csv"));
  EXPECT_EQ(contents("4.csv"), contents("1.csv"));
}

TEST_F(Parallel, AnFmuThatAnswersErrorIsNamedAndTheRowsStay) {
  write("error", while_parallel);
  EXPECT_EQ(run("1").code, 4);
  const Outcome outcome = run("3");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "component 'm': fmi2DoStep at t = 0.75 returned error"));
  EXPECT_EQ(contents("3.csv.partial"), contents("1.csv.partial"));
}

TEST_F(Parallel, ACrashSaysWhereAndTheRowsStay) {
  write("crash", while_parallel);
  EXPECT_EQ(run("1").code, 4);
  const Outcome outcome = run("2");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(),
                       "component 'm' crashed (signal 11, SIGSEGV) in fmi2DoStep at t = 0.75"))
      << outcome.err;
  EXPECT_GE(result::read_csv(scratch / "2.csv.partial").times.size(), 6U);
  EXPECT_EQ(contents("2.csv.partial"), contents("1.csv.partial"));
}

TEST_F(Parallel, AnExitIsNotTheEndOfTheRun) {
  write("exit", while_parallel);
  const Outcome outcome = run("2");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "component 'm' ended the process (exit code "));
  EXPECT_TRUE(contains(outcome.said(), "in fmi2DoStep at t = 0.75"));
}

TEST_F(Parallel, AChangedRoundingIsPutBackOnTheThreadWhereItHappened) {
  write("none", never);
  EXPECT_EQ(run("1").code, 0);
  write("rounding", while_parallel);
  Words with_notes = words("2");
  with_notes.emplace_back("--verbose");
  const Outcome outcome = ProgramTest::run(with_notes);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.said(), "component 'm' changed the floating-point environment"));
  EXPECT_EQ(contents("2.csv"), contents("1.csv"));
}

TEST_F(Parallel, AComponentThatHangsIsNamedAndLeftAfterASecond) {
  write("hang", while_parallel);
  const Outcome outcome = interrupt_hanging(words("2"));
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(
      outcome.said(),
      "ended by the user (Ctrl-C); component 'm' did not return from fmi2DoStep at t = 0.75"))
      << outcome.err;
}

TEST_F(Parallel, AnInterruptEndsTheRunCleanly) {
  write("none", never);
  Words long_run = words("2");
  long_run.insert(long_run.end(), {"--stop", "10000"});
  test::Program program(long_run, here());
  for (int k = 0; k < 5000 && !fs::exists(scratch / "2.csv.partial"); ++k) usleep(1000);
  usleep(300'000);
  program.send(SIGINT);
  EXPECT_EQ(program.wait(30).code, 130);
  EXPECT_FALSE(fs::exists(scratch / "2.csv"));
}

}  // namespace
}  // namespace bw::cli::parallel_test
