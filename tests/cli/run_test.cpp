// The files of `bellwether run`: which there are after a run, and what is in them.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::run_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::lotka_volterra;
using test::Outcome;

class RunCommand : public test::ProgramTest {};

TEST_F(RunCommand, TheStepHistoryNeedsNoSummary) {
  const Outcome outcome =
      run({"run", lotka_volterra, "--step", "0.1", "-o", "a.csv", "--steps", "s.csv"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(exists("s.csv"));
}

TEST_F(RunCommand, ADryRunPrintsThePlanAndWritesNoFile) {
  const Outcome outcome = run({"run", lotka_volterra, "--dry-run", "--summary", "s.json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(
      outcome.out.starts_with("PLAN  the coupling error will be estimated, tolerance 1e-6\n"));
  EXPECT_TRUE(contains(outcome.out, "  time     t = 0 … 100\n"));
  EXPECT_TRUE(
      contains(outcome.out, "  method   alternating, because no output in the loop has direct "));
  EXPECT_FALSE(exists("system.csv"));
  EXPECT_FALSE(exists("s.json"));
  // What a run would refuse a dry run refuses.
  EXPECT_EQ(run({"run", lotka_volterra, "--dry-run", "--step", "-1"}).code, 1);
  EXPECT_EQ(run({"run", lotka_volterra, "--dry-run", "--conserved", "x + q"}).code, 1);
  EXPECT_EQ(run({"run", lotka_volterra, "--dry-run", "--data-accuracy", "0.1"}).code, 1);
  EXPECT_EQ(run({"run", lotka_volterra, "--dry-run", "-o", "x.foo"}).code, 1);
  const Outcome no_folder = run({"run", lotka_volterra, "--dry-run", "-o", "gone/x.csv"});
  EXPECT_EQ(no_folder.code, 2);
  EXPECT_TRUE(contains(no_folder.err, "gone")) << no_folder.err;
  EXPECT_EQ(run({"run", lotka_volterra, "--dry-run", "--summary", lotka_volterra}).code, 1);
}

TEST_F(RunCommand, NoInputIsEverOverwritten) {
  test::write_file(scratch / "t.csv", "time,u\n0,0\n1,1\n");
  const std::string decay = BW_TEST_FMUS "/decay.fmu";
  const Outcome outcome = run({"run", decay, "--input", "t.csv", "-o", "./t.csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "the result './t.csv' would overwrite 't.csv'"));
  EXPECT_EQ(contents("t.csv"), "time,u\n0,0\n1,1\n");
  std::filesystem::create_directory(scratch / "sub");
  EXPECT_EQ(run({"run", decay, "-o", "a.csv", "--summary", "sub/../a.csv"}).code, 1);
  EXPECT_FALSE(exists("a.csv"));
}

TEST_F(RunCommand, TheDefaultNameOfTheResultIsNeverThatOfAnInput) {
  const std::string table = "time,u\n0,0\n1,1\n";
  std::filesystem::copy(BW_TEST_FMUS "/decay.fmu", scratch / "room.fmu");
  test::write_file(scratch / "room.csv", table);
  std::filesystem::create_hard_link(scratch / "room.csv", scratch / "inputs.csv");
  for (const char* name : {"room.csv", "./room.csv", "inputs.csv"}) {
    const Outcome outcome = run({"run", "room.fmu", "--stop", "1", "--input", name});
    EXPECT_EQ(outcome.code, 1) << name;
    EXPECT_TRUE(contains(outcome.err, "such as -o other.csv.")) << outcome.err;
    EXPECT_EQ(contents("room.csv"), table);
  }
}

TEST_F(RunCommand, TheResultIsNamedAfterTheTarget) {
  const Outcome outcome = run({"run", lotka_volterra});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("TRUSTED  "));
  EXPECT_TRUE(contains(outcome.err, " % of the tolerance 1e-6  (coupling error only)\n"));
  EXPECT_TRUE(contains(outcome.err, "  result   system.csv   501 points, t = 0 … 100\n"));
  EXPECT_EQ(table("system.csv").times.size(), 501U);
  EXPECT_FALSE(exists("system.csv.partial"));
}

TEST_F(RunCommand, WithoutAnEstimateItSaysSo) {
  const Outcome outcome = run({"run", lotka_volterra, "--no-certify"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(
      outcome.err.starts_with("UNVERIFIED  error not estimated, because --no-certify was given\n"));
  EXPECT_TRUE(contains(outcome.err, "  result   system.csv   501 points, t = 0 … 100\n"));
}

TEST_F(RunCommand, TheFilesOutputWinsOverTheDefaultAndTheUsersOverBoth) {
  test::write_file(scratch / "s.toml", "[components]\na = \"" BW_TEST_FMUS
                                       "/decay.fmu\"\n[run]\noutput = \"file.csv\"\n");
  EXPECT_EQ(run({"run", "s.toml"}).code, 0);
  EXPECT_TRUE(exists("file.csv"));
  EXPECT_EQ(run({"run", "s.toml", "-o", "user.csv"}).code, 0);
  EXPECT_TRUE(exists("user.csv"));
  EXPECT_FALSE(exists("s.csv"));
}

TEST_F(RunCommand, QuietSaysNothing) {
  const Outcome outcome = run({"run", lotka_volterra, "--quiet"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_TRUE(exists("system.csv"));
}

TEST_F(RunCommand, TheSummaryIsAFileOfItsOwn) {
  EXPECT_EQ(run({"run", lotka_volterra, "--quiet", "--summary", "s.json"}).code, 0);
  for (const char* key :
       {"\"verdict\": \"trusted\"", "\"coupling_error_only\": true", "\"tolerance\": 1e-06",
        "\"exit_code\": 0", "\"master\": \"alternating\"", "\"code\": \"internal-error-unknown\"",
        "\"worst_variable\": \"predator.y\""})
    EXPECT_TRUE(contains(contents("s.json"), key));
  EXPECT_FALSE(contains(contents("s.json"), "\"estimated_error\": null"));
  EXPECT_EQ(run({"run", lotka_volterra, "--no-certify", "--quiet", "--summary", "s.json"}).code, 0);
  for (const char* key :
       {"\"verdict\": \"unverified\"", "\"estimated_error\": null", "\"certificate\": null",
        "\"do_step\": 1000", "\"exit_code\": 0", "\"master\": \"gauss-seidel\""})
    EXPECT_TRUE(contains(contents("s.json"), key));
}

TEST_F(RunCommand, AFolderThatDoesNotExistIsNamedBeforeTheRun) {
  const Outcome outcome = run({"run", lotka_volterra, "-o", "nowhere/a.csv"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "the folder 'nowhere' does not exist"));
}

TEST_F(RunCommand, AFolderThatIsNotWritableIsNamedBeforeTheRun) {
  if (geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  fs::create_directory(scratch / "closed");
  fs::permissions(scratch / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  const Outcome outcome = run({"run", lotka_volterra, "-o", "closed/a.csv"});
  fs::permissions(scratch / "closed", fs::perms::owner_all);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "is not writable"));
}

TEST_F(RunCommand, AFullDiskEndsTheRunWithTheReason) {
  auto circumstances = here();
  circumstances.largest_file = 200 * 1024;  // enough for the FMUs, not for the rows
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
TEST_F(RunCommand, AFullDiskEndsACertifiedRunLikewise) {
  auto circumstances = here();
  circumstances.largest_file = 200 * 1024;
  const Outcome outcome = test::run_program(
      {"run", lotka_volterra, "--interval", "0.01", "-o", "a.csv"}, circumstances);
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "a.csv.partial"));
  EXPECT_FALSE(exists("a.csv"));
  EXPECT_EQ(contents("a.csv.partial").back(), '\n');
  EXPECT_EQ(outcome.err.find("cannot be written"), outcome.err.rfind("cannot be written"))
      << outcome.err;
}

// What is left is not completed where there is no space for it.
TEST_F(RunCommand, AFullDiskIsReportedOnceForNetcdf) {
  auto circumstances = here();
  circumstances.largest_file = 200 * 1024;
  const Outcome outcome = test::run_program(
      {"run", lotka_volterra, "--interval", "0.005", "-o", "a.nc"}, circumstances);
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "The rows cannot be written to 'a.nc.partial'"));
  EXPECT_EQ(outcome.err.find("cannot be written"), outcome.err.rfind("cannot be written"))
      << outcome.err;
  EXPECT_EQ(run({"convert", "a.nc.partial", "-o", "rescued.csv"}).code, 0);
}

TEST_F(RunCommand, TheSummaryOfAnEarlierRunDoesNotOutliveAFailedOne) {
  test::write_file(scratch / "s.json", "earlier");
  auto circumstances = here();
  circumstances.largest_file = 200 * 1024;
  const Outcome outcome = test::run_program(
      {"run", lotka_volterra, "--step", "0.005", "-o", "a.csv", "--summary", "s.json"},
      circumstances);
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_FALSE(exists("s.json"));
}

TEST_F(RunCommand, WithoutATerminalThereIsNoProgressBar) {
  const Outcome outcome = run({"run", lotka_volterra, "--stop", "1500", "--step", "0.01"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err.find('\r'), std::string::npos);
  EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace bw::cli::run_test
