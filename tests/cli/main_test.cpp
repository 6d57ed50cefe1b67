// The words of the command line, and what is said about wrong ones.

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::main_test {
namespace {

using test::contains;
using test::lotka_volterra;
using test::Outcome;
using test::Words;

class CommandLine : public test::ProgramTest {};

TEST_F(CommandLine, EveryCommandDoesItsOwn) {
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

TEST_F(CommandLine, HelpListsTheCommandsAndTheOptions) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.code, 0);
  for (const char* command : {"run", "compare", "list"})
    EXPECT_TRUE(contains(outcome.out, command));
  const Outcome of_run = run({"run", "--help"});
  EXPECT_EQ(of_run.code, 0);
  for (const char* option : {"--stop", "--tolerance", "--set", "--master", "--output", "--summary"})
    EXPECT_TRUE(contains(of_run.out, option));
}

TEST_F(CommandLine, VersionIsReportedOnStandardOutput) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "bellwether "));
}

TEST_F(CommandLine, WithoutACommandItSaysSo) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "bellwether --help"));
}

TEST_F(CommandLine, AWrongOptionIsNamedWithTheNearest) {
  const Outcome outcome = run({"run", lotka_volterra, "--tolerence", "1e-3"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "--tolerence"));
  EXPECT_TRUE(contains(outcome.err, "unknown option --tolerence. Did you mean --tolerance?"));
  EXPECT_EQ(outcome.out, "");
}

TEST_F(CommandLine, AWrongCommandIsNamedWithTheNearest) {
  const Outcome outcome = run({"compar", "a.csv", "b.csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "Did you mean compare?"));
}

TEST_F(CommandLine, AnOptionOfTheWrongTypeIsAnErrorOfUsage) {
  const Outcome outcome = run({"run", lotka_volterra, "--stop", "soon"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(
      outcome.err,
      "--stop needs a number or a number with a unit, such as 10, 1h or \"90 min\"; it got "
      "'soon'."));
}

TEST_F(CommandLine, AMissingFileAWrongEndingAndAFolderAreErrorsOfInput) {
  EXPECT_EQ(run({"run", "gone.toml"}).code, 2);
  EXPECT_TRUE(
      contains(run({"run", "gone.toml"}).err, "bellwether: gone.toml: there is no such file."));
  test::write_file(scratch / "a.txt", "");
  EXPECT_EQ(run({"run", "a.txt"}).code, 2);
  EXPECT_EQ(run({"run", "."}).code, 2);
}

TEST_F(CommandLine, ATargetIsNeeded) { EXPECT_EQ(run({"run"}).code, 1); }

TEST_F(CommandLine, NegativeTimesAreNumbersNotOptions) {
  const Outcome outcome =
      run({"run", BW_TEST_FMUS "/decay.fmu", "--start", "-1", "--stop=-0.5", "-o", "a.csv"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("a.csv").times.front(), -1);
}

TEST_F(CommandLine, TheSpellingsOfOtherProgramsAreUnderstood) {
  const Outcome outcome = run({"run", lotka_volterra, "--start-time", "1", "--stop-time", "3",
                               "--output-interval", "1", "--output-file", "a.csv", "--start-value",
                               "prey.x", "20", "--start-value", "prey.A", "0.2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("a.csv").times, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(table("a.csv").find("prey.x")->numbers[0], 20);
}

TEST_F(CommandLine, AMissingStopTimeIsRequested) {
  std::string text = "[components]\na = \"" BW_TEST_FMUS "/decay.fmu\"\nb = \"" BW_EXAMPLES
                     "/lotka_volterra/prey.fmu\"\n";
  test::write_file(scratch / "s.toml", text);
  const Outcome outcome = run({"run", "s.toml"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "--stop"));
}

}  // namespace
}  // namespace bw::cli::main_test
