// The program in two processes: the one that runs components, and the one that was started.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "support/contains.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/make_zip.h"
#include "support/program_test.h"

namespace bw::cli::supervise_test {
namespace {

using test::contains;
using test::lotka_volterra;
using test::Outcome;
using test::Words;

class Supervised : public test::ProgramTest {
 protected:
  void write_pair(const std::string& misdeed) const {
    const std::string fmu = "\"" BW_TEST_FMUS "/misbehaving.fmu\"\n";
    test::write_file(scratch / "pair.toml",
                     "[components]\na = " + fmu + "b = " + fmu +
                         "[connections]\n\"a.u\" = \"-1 * b.y\"\n\"b.u\" = \"a.y\"\n"
                         "[parameters]\n\"a.misdeed\" = \"" +
                         misdeed + "\"\n\"a.when\" = 0.5\n[run]\nstop = 1\n");
  }
};

bool is_gone(pid_t process) {
  for (int k = 0; k < 5000 && test::state_of(process) != 'Z'; ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return test::state_of(process) == 'Z';
}

TEST_F(Supervised, RowsAreTheSameInOneProcess) {
  for (const Words& how : {Words{"--step", "0.01"}, Words{}}) {
    Words words = {"run", lotka_volterra, "--stop", "5", "-o", "two.csv"};
    words.insert(words.end(), how.begin(), how.end());
    ASSERT_EQ(run(words).code, 0);
    words[5] = "one.csv";
    words.emplace_back("--in-process");
    ASSERT_EQ(run(words).code, 0);
    EXPECT_EQ(contents("two.csv"), contents("one.csv"));
  }
}

TEST_F(Supervised, TheRunDiesWithTheProgramThatWasStarted) {
  test::Program program({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o", "a.csv"},
                        here());
  for (int k = 0; k < 5000 && program.children().empty(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const auto children = program.children();
  ASSERT_EQ(children.size(), 1U);
  program.send(SIGKILL);
  EXPECT_EQ(program.wait().code, -SIGKILL);
  EXPECT_TRUE(is_gone(children.front()));
}

TEST_F(Supervised, ACrashInAnEstimateKeepsTheRowsUntilThen) {
  write_pair("crash");
  const Outcome outcome = run({"run", "pair.toml", "-o", "a.csv"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "component 'a' crashed (signal 11, SIGSEGV) in fmi2DoStep"))
      << outcome.err;
  const auto rows = table("a.csv.partial");
  EXPECT_GT(rows.times.size(), 100U);
  EXPECT_NEAR(rows.times.back(), 0.5, 0.01);
  EXPECT_EQ(rows.columns.size(), 2U);
}

TEST_F(Supervised, ACallThatHangsInAProcessOfAChainIsSeen) {
  write_pair("hang");
  const Outcome outcome =
      run({"run", "pair.toml", "-o", "a.csv", "--threads", "2", "--call-timeout", "100 ms"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "component 'a' did not return from fmi2DoStep at t = "))
      << outcome.err;
  EXPECT_TRUE(contains(outcome.said(), "[component-hung]"));
}

// What it had until then was delivered before its library hung.
TEST_F(Supervised, ARunThatHangsAfterItWasInterruptedWasEndedByTheInterrupt) {
  test::FmuPieces pieces("hostile", BW_TEST_FMUS "/../hostile");
  auto entries = pieces.entries();
  entries.push_back({.name = "resources/misdeed", .bytes = "sleep unload 0"});
  test::write_file(scratch / "bad.fmu", test::make_zip(entries));
  const Outcome outcome = run({"run", "bad.fmu", "--interface", "cs", "--stop", "1e9", "--step",
                               "0.1", "--interval", "1e5", "-o", "a.csv", "--time-limit", "0.4"});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.said(),
                       "did not return from unloading its library and was ended by --time-limit "
                       "0.4 s. The rows until then and the report are not affected."))
      << outcome.said();
}

// Isolated, the process of the chain sees it; another base method would hang, too, and processes
// that were killed with their chain hang in nothing.
TEST_F(Supervised, AnIsolatedComponentThatHangsInAChainIsNamed) {
  write_pair("hang");
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = run({"run", "pair.toml", "-o", "a.csv", "--isolate", "--threads", "2",
                               "--call-timeout", "300 ms"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "component 'a' did not return from fmi2DoStep at t = "))
      << outcome.err;
  EXPECT_TRUE(contains(outcome.said(), "[component-hung]"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

// Whoever waits for it, a march, a run of an estimate or an integration, ends the call itself.
TEST_F(Supervised, AnEndedRunNamesTheIsolatedComponentThatDidNotReturn) {
  write_pair("hang");
  for (const Words& how : {Words{"pair.toml", "--step", "0.1"}, Words{"pair.toml"},
                           Words{BW_TEST_FMUS "/misbehaving.fmu", "--set", "misdeed=hang"}}) {
    Words words = {"run", "--isolate", "-o", "a.csv", "--time-limit", "0.7"};
    words.insert(words.begin() + 1, how.begin(), how.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 130);
    EXPECT_TRUE(contains(outcome.said(), "did not return from fmi2DoStep at t = "))
        << how.back() << outcome.err;
    EXPECT_TRUE(contains(outcome.said(), "component '")) << outcome.err;
  }
}

// A host that takes over is started where the death of the one before it is handled.
TEST_F(Supervised, AnIsolatedComponentThatEndsItsThreadTwiceHasExited) {
  write_pair("end-thread");
  const Outcome outcome = run({"run", "pair.toml", "-o", "a.csv", "--step", "0.1", "--isolate"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "component 'a' ended the process (exit code 0)"))
      << outcome.err;
  EXPECT_TRUE(contains(outcome.said(), "[component-exited]"));
}

TEST_F(Supervised, APlanIsPrintedToStandardOutput) {
  const Outcome plan = run({"run", lotka_volterra, "--dry-run"});
  EXPECT_EQ(plan.code, 0);
  EXPECT_FALSE(plan.out.empty());
  EXPECT_EQ(run({"run", lotka_volterra, "--dry-run", "--in-process"}).out, plan.out);
}

TEST_F(Supervised, TheEndOfARunThatDiedIsAmongItsProgress) {
  write_pair("crash");
  const Outcome outcome = run({"run", "pair.toml", "-o", "a.csv", "--progress", "json"});
  EXPECT_TRUE(contains(outcome.err, "\"phase\": \"ended\"}"));
}

TEST_F(Supervised, TheTimeOfACallIsATime) {
  EXPECT_TRUE(contains(run({"run", lotka_volterra, "--call-timeout", "never"}).err,
                       "--call-timeout must be a positive time"));
}

// Its phase is a text that it made itself. A compiler that stops it stands for a machine so loaded
// that it does not answer.
TEST_F(Supervised, ARunThatDoesNotAnswerWhileItCompilesIsEndedWithItsPhase) {
  test::write_file(scratch / "a.fmu",
                   test::make_zip({{.name = "modelDescription.xml",
                                    .bytes = R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="a" guid="{1}"><CoSimulation modelIdentifier="a">
<SourceFiles><File name="a.c"/></SourceFiles></CoSimulation><ModelVariables>
<ScalarVariable name="y" valueReference="0" causality="output"><Real/></ScalarVariable></ModelVariables>
<ModelStructure><Outputs><Unknown index="1"/></Outputs></ModelStructure></fmiModelDescription>)"},
                                   {.name = "sources/a.c", .bytes = "int a;"}}));
  test::write_file(scratch / "cc", "#!/bin/sh\nkill -STOP $PPID\nexec sleep 20\n");
  std::filesystem::permissions(scratch / "cc", std::filesystem::perms::owner_all);
  auto circumstances = here();
  circumstances.environment = {"CC=" + scratch / "cc", "XDG_CACHE_HOME=" + scratch / "cache"};
  test::Program program({"run", "a.fmu", "--stop", "1", "--time-limit", "0.5"}, circumstances);
  const Outcome outcome = program.wait(15);
  EXPECT_EQ(outcome.code, 130) << outcome.said();
  EXPECT_TRUE(contains(outcome.said(), "while compiling the FMU, file 1 of 1")) << outcome.said();
}

TEST_F(Supervised, ATimeLimitHoldsInOneProcess) {
  const Outcome outcome = run({"run", lotka_volterra, "--stop", "1e9", "--step", "0.01", "-o",
                               "a.csv", "--time-limit", "0.25", "--in-process"});
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.said(), "ended by --time-limit 0.25 s at t = ")) << outcome.said();
}

}  // namespace
}  // namespace bw::cli::supervise_test
