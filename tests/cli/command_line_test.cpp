// What is right on a command line in more than one spelling.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::command_line_test {
namespace {

using test::contains;
using test::Outcome;

class Spellings : public test::ProgramTest {
 protected:
  void SetUp() override {
    test::write_file(scratch / "m.mo",
                     "model m parameter Real k = 1; Real x(start=1, fixed=true); Real A[1, 2]; "
                     "equation der(x) = -k*x; A[1, 1] = x; A[1, 2] = 2*x; end m;");
  }
};

TEST_F(Spellings, TimesHaveUnitsOnTheCommandLineAndInAFile) {
  const Outcome given =
      run({"run", "m.mo", "--stop", "1min", "--interval=30 s", "--quiet", "-o", "a.csv"});
  EXPECT_EQ(given.code, 0) << given.err;
  EXPECT_EQ(table("a.csv").times, (std::vector<double>{0, 30, 60}));
  test::write_file(scratch / "s.toml",
                   "[components]\nm = \"m.mo\"\n[run]\nstop = \"1 min\"\ninterval = \"0.5 min\"\n");
  EXPECT_EQ(run({"run", "s.toml", "--quiet", "-ob.csv"}).code, 0);
  EXPECT_EQ(table("b.csv").times, (std::vector<double>{0, 30, 60}));
  test::write_file(scratch / "t.toml", "[components]\nm = \"m.mo\"\n[run]\nstop = \"3 kW\"\n");
  const Outcome wrong = run({"run", "t.toml"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(contains(wrong.err, "t.toml:4:1: stop needs a number or")) << wrong.err;
  EXPECT_TRUE(contains(wrong.err, "'kW' is no unit of time")) << wrong.err;
}

TEST_F(Spellings, AShortOptionMayHaveAnEqualsSign) {
  EXPECT_EQ(run({"run", "m.mo", "--stop", "1", "--quiet", "-o=a.csv"}).code, 0);
  EXPECT_TRUE(exists("a.csv"));
  EXPECT_FALSE(exists("=a.csv"));
}

TEST_F(Spellings, AnUnknownFormatIsAMistakeOfTheCommandLine) {
  const Outcome outcome = run({"run", "m.mo", "--stop", "1", "-o", "a.xyz"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "--output: No result can be written to 'a.xyz'"))
      << outcome.err;
}

TEST_F(Spellings, ThePlanWritesTheToleranceAsTheReportDoes) {
  const Outcome outcome = run({"run", "m.mo", "--stop", "1", "--dry-run"});
  EXPECT_TRUE(contains(outcome.out, "tolerance 1e-4\n")) << outcome.out;
}

TEST_F(Spellings, AParameterOfAModelOutsideOfItsRangeIsReported) {
  test::write_file(scratch / "p.mo",
                   "model p parameter Real k(min=0) = -1; Real x(start=1, fixed=true); "
                   "equation der(x) = k*x; end p;");
  const Outcome outcome = run({"run", "p.mo", "--stop", "1"});
  EXPECT_TRUE(contains(outcome.err, "k = -1 is outside the declared range from 0 to inf"))
      << outcome.err;
  const Outcome within = run({"run", "p.mo", "--stop", "1", "--set", "k=1"});
  EXPECT_FALSE(contains(within.err, "outside the declared range")) << within.err;
}

TEST_F(Spellings, AProjectFileDoesNotWriteElsewhere) {
  test::write_file(scratch / "precious.json", "precious");
  std::filesystem::create_directory(scratch / "project");
  std::filesystem::create_directory(scratch / "here");
  test::write_file(scratch / "project/s.toml",
                   "[components]\nm = \"../m.mo\"\n[run]\nstop = 1\nsummary = \"" +
                       (scratch / "precious.json") + "\"\n");
  const test::Circumstances circumstances{.folder = scratch / "here"};
  const Outcome outcome = test::run_program({"run", "../project/s.toml"}, circumstances);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "s.toml:5:1: summary '")) << outcome.err;
  EXPECT_EQ(contents("precious.json"), "precious");
  EXPECT_EQ(
      test::run_program({"run", "../project/s.toml", "--summary", "s.json"}, circumstances).code,
      0);
}

TEST_F(Spellings, RecordTakesAListAndIndicesKeepTheirCommas) {
  EXPECT_EQ(
      run({"run", "m.mo", "--stop", "1", "--record", "x, A[1,2]", "--quiet", "-o", "a.csv"}).code,
      0);
  EXPECT_EQ(table("a.csv").columns.size(), 2U);
  EXPECT_NE(table("a.csv").find("A[1,2]"), nullptr);
}

TEST_F(Spellings, APatternWithoutItsComponentIsCompleted) {
  test::write_file(scratch / "s.toml", "[components]\nm = \"m.mo\"\n");
  const Outcome outcome = run({"run", "s.toml", "--stop", "1", "--record", "x,m.xx"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err,
            "bellwether: --record: no variable matches 'x'. Did you mean m.x?\n"
            "bellwether: --record: no variable matches 'm.xx'. Did you mean 'm.x'?\n");
}

TEST_F(Spellings, TheSummaryMayGoToStandardOutput) {
  const Outcome outcome =
      run({"run", "m.mo", "--stop", "1", "--quiet", "-o", "a.csv", "--summary", "-"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("{\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\"verdict\""));
  EXPECT_TRUE(exists("a.csv"));
  EXPECT_FALSE(exists("-"));
}

TEST_F(Spellings, TheLaterOfTwoValuesCountsAndTwoDashesEndTheOptions) {
  const Outcome outcome =
      run({"run", "--stop", "5", "--stop", "1", "--quiet", "--set", "k=3", "--start-value", "k",
           "2", "-o", "a.csv", "--no-certify", "--", "m.mo"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("a.csv").times.back(), 1);
  EXPECT_NEAR(table("a.csv").find("x")->numbers.back(), std::exp(-2.0), 1e-3);
}

}  // namespace
}  // namespace bw::cli::command_line_test
