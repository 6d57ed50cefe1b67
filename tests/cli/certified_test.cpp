// Certified runs as the user of the program sees them: chains in processes of their own do not show
// but in the time they take, and whatever goes wrong in one of them is reported by the first
// process.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "result/read_csv.h"
#include "support/contains.h"
#include "support/fmi/unpacked_fmu.h"
#include "support/program_test.h"

namespace bw::cli::certified_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::contains;
using test::Outcome;
using test::Words;

// Two FMUs that oscillate and take about 50 µs for a step, so that all chains but the first get
// processes; a third one receives commands.
class Certified : public test::ProgramTest {
 protected:
  Certified() {
    // One instance per process: nothing is ever computed in the first one.
    test::FmuPieces pieces("misbehaving");
    pieces.replace("canBeInstantiatedOnlyOncePerProcess=\"false\"",
                   "canBeInstantiatedOnlyOncePerProcess=\"true\"");
    test::write_file(scratch / "once.fmu", test::make_zip(pieces.entries()));
  }

  void write(const std::string& misdeed, const std::string& listener = "once.fmu",
             const std::string& rounds = "3000") const {
    test::write_file(scratch / "s.toml",
                     "[components]\na = \"" BW_TEST_FMUS "/toiling.fmu\"\nb = \"" BW_TEST_FMUS
                     "/toiling.fmu\"\nm = \"" +
                         listener +
                         "\"\n[connections]\n\"a.u\" = \"-1 * b.y\"\n\"b.u\" = \"a.y\"\n\"m.u\" = "
                         "\"b.y\"\n[parameters]\n\"a.rounds\" = " +
                         rounds + "\n\"b.rounds\" = " + rounds + "\n\"m.misdeed\" = \"" + misdeed +
                         "\"\n\"m.when\" = 0.8\n[run]\nstop = 3\ninterval = 0.1\n");
  }
  Words words(const std::string& threads) const {
    return {"run", "s.toml",         "--threads", threads,
            "-o",  threads + ".csv", "--summary", threads + ".json"};
  }
  Outcome run(const std::string& threads) const { return ProgramTest::run(words(threads)); }
  // All of it but what the clock says, and where the rows are.
  Json summary(const std::string& name) const {
    Json json = Json::parse(contents(name));
    json.erase("output");
    json["provenance"] = nullptr;  // the command lines differ
    json["statistics"].erase("seconds");
    for (auto& component : json["statistics"]["components"])
      for (const char* key :
           {"seconds", "do_step_seconds", "get_state_seconds", "set_state_seconds"})
        component.erase(key);
    return json;
  }
  void expect_the_same_with_all_threads(const std::string& listener) const {
    write("none", listener);
    for (const char* threads : {"1", "2", "4"}) {
      const Outcome outcome = run(threads);
      EXPECT_EQ(outcome.code, 0) << outcome.err;
      EXPECT_TRUE(contains(outcome.said(), "TRUSTED ") &&
                  contains(outcome.said(), "(coupling error only)"));
    }
    EXPECT_EQ(result::read_csv(scratch / "1.csv").times.size(), 31U);
    for (const char* threads : {"2", "4"}) {
      EXPECT_EQ(contents(threads + std::string(".csv")), contents("1.csv"));
      EXPECT_EQ(summary(threads + std::string(".json")), summary("1.json"));
    }
  }
};

const std::string ordinary = BW_TEST_FMUS "/misbehaving.fmu";

// What takes seconds is a suite of its own, so that suites run side by side.
using CertifiedThreads = Certified;
using CertifiedSingleInstances = Certified;
using CertifiedHang = Certified;
using CertifiedInterrupt = Certified;

TEST_F(CertifiedThreads, ChangeNeitherRowsNorSummary) {
  expect_the_same_with_all_threads(ordinary);
}

TEST_F(CertifiedSingleInstances, GiveTheSameRowsAndSummaryWithAllThreads) {
  expect_the_same_with_all_threads("once.fmu");
}

TEST_F(Certified, AnErrorInAChainEndsTheRunAndKeepsItsRows) {
  for (const std::string& listener : {ordinary, std::string("once.fmu")}) {
    write("error", listener);
    const Outcome outcome = run("2");
    EXPECT_EQ(outcome.code, 4);
    EXPECT_TRUE(
        contains(outcome.said(), "REJECTED the run could not go on after t = 0.8 (exit code 4)"));
    EXPECT_TRUE(contains(outcome.said(), "component 'm': fmi2DoStep at t = 0.8 returned error"));
    const auto rows = result::read_csv(scratch / "2.csv.partial");
    EXPECT_EQ(rows.times.size(), 9U);
    EXPECT_FALSE(exists("2.csv"));
    EXPECT_EQ(summary("2.json")["verdict"], "rejected");
  }
}

TEST_F(Certified, ANotANumberIsRefusedWithVariableTimeAndRows) {
  write("nan");
  const Outcome outcome = run("2");
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(contains(outcome.said(), "reason m.y is not a finite number at t = 0."));
  EXPECT_EQ(result::read_csv(scratch / "2.rejected.csv").times.size(), 9U);
  EXPECT_FALSE(exists("2.csv"));
  EXPECT_FALSE(exists("2.csv.partial"));
}

TEST_F(Certified, ACrashInAChainIsReportedByTheFirstProcess) {
  write("crash");
  const Outcome outcome = run("2");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(), "reason component 'm' crashed (signal "));
  EXPECT_TRUE(contains(outcome.said(), "in fmi2DoStep at t = 0.8 [component-crashed]"));
  EXPECT_FALSE(contains(outcome.err, "bellwether:"));
  EXPECT_FALSE(exists("2.csv"));
  EXPECT_EQ(summary("2.json")["diagnostics"][0]["subject"], "m");
  EXPECT_EQ(result::read_csv(scratch / "2.csv.partial").times.size(), 9U);
}

TEST_F(Certified, ACrashInTheProcessOfTheRunIsReportedByItsSupervisor) {
  write("crash", ordinary);
  const Outcome outcome = run("1");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(contains(outcome.said(),
                       "component 'm' crashed (signal 11, SIGSEGV) in fmi2DoStep at t = 0.8"));
  EXPECT_FALSE(exists("1.csv"));
  EXPECT_EQ(result::read_csv(scratch / "1.csv.partial").times.size(), 9U);
}

TEST_F(Certified, AnExitInAChainIsNotTheEndOfTheRun) {
  write("exit");
  const Outcome outcome = run("2");
  EXPECT_EQ(outcome.code, 4);
  EXPECT_TRUE(
      contains(outcome.said(), "component 'm' ended the process (exit code 0) in fmi2DoStep"));
  EXPECT_TRUE(contains(outcome.said(), "[component-exited]"));
}

TEST_F(Certified, AnEndThatAComponentRequestsIsTheEndOfAllChains) {
  write("terminate-request");
  const Outcome outcome = run("2");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "TRUSTED"));
  EXPECT_TRUE(contains(outcome.said(), "(stop time 3 not reached)"));
  EXPECT_EQ(result::read_csv(scratch / "2.csv").times.size(), 9U);
}

TEST_F(Certified, WhatComponentsPrintInAChainDoesNotReachTheRows) {
  write("print");
  const Outcome outcome = test::run_program({"run", "s.toml", "--threads", "2", "-o", "-"}, here());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(result::parse_csv(outcome.out, "standard output").times.size(), 31U);
  EXPECT_EQ(outcome.out.find("FMU"), std::string::npos);
  EXPECT_TRUE(contains(outcome.err, "an FMU wrote this with printf"));
}

TEST_F(Certified, AWarningInTheChainThatIsDeliveredIsReported) {
  write("warning");
  const Outcome outcome = run("2");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.said(), ", but 1 warning (coupling error only)"));
  EXPECT_TRUE(contains(outcome.said(), "warning component 'm': fmi2DoStep at t = 0.8"));
}

// ---- interruptions ----

TEST_F(CertifiedInterrupt, EndsAllChains) {
  for (const std::string& listener : {ordinary, std::string("once.fmu")}) {
    write("none", listener, "3000000");
    test::Program program(words("2"), here());
    usleep(1'500'000);
    program.send(SIGINT);
    const Outcome outcome = program.wait(30);
    EXPECT_EQ(outcome.code, 130);
    EXPECT_TRUE(contains(outcome.said(), "REJECTED interrupted at t = "));
    EXPECT_FALSE(exists("2.csv"));
    EXPECT_TRUE(exists("2.csv.partial"));
  }
}

TEST_F(CertifiedHang, OfAComponentInAChainIsNamedAndEnded) {
  write("hang");
  test::Program program(words("2"), here());
  usleep(1'500'000);
  program.send(SIGINT);
  const Outcome outcome = program.wait(10);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.said(),
                       "component 'm' did not return from fmi2DoStep at t = 0.8 and was ended"));
}

// In the process of the run, or in one for a chain, as the load of the machine decides.
TEST_F(Certified, AComponentThatHangsIsLeftAfterASecond) {
  write("hang", ordinary);
  const Outcome outcome = interrupt_hanging(words("2"));
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(contains(outcome.said(), "ended by the user (Ctrl-C)"));
  EXPECT_TRUE(contains(outcome.said(), "component 'm' did not return from fmi2DoStep at t = 0.8"));
  EXPECT_EQ(result::read_csv(scratch / "2.csv.partial").times.size(), 9U);
}

}  // namespace
}  // namespace bw::cli::certified_test
