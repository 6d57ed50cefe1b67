// `run --report` and `bellwether report` as their users see them.

#include <gtest/gtest.h>

#include <filesystem>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::page_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Outcome;

class ReportPage : public test::ProgramTest {
 protected:
  ReportPage() {
    test::write_file(scratch / "decay.mo",
                     "model decay\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n"
                     "end decay;\n");
  }
};

TEST_F(ReportPage, ShowsARunWithItsErrors) {
  const Outcome outcome = run({"run", "decay.mo", "--stop", "1", "--report", "decay.html"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(contents("decay.html"), "\"verdict\":\"trusted\""));
  EXPECT_TRUE(contains(contents("decay.csv"), "\"error(x)\""));
  EXPECT_FALSE(fs::exists(scratch / "decay.html.partial"));
  EXPECT_EQ(
      run({"run", "decay.mo", "--stop", "1", "--report", "decay.html", "--no-error-columns"}).code,
      0);
  EXPECT_FALSE(contains(contents("decay.csv"), "error(x)"));
}

TEST_F(ReportPage, ShowsARejectedRun) {
  const Outcome outcome = run({"run", "decay.mo", "--stop", "1", "--step", "0.1", "--method",
                               "euler", "--require", "trusted", "--report", "decay.html"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  EXPECT_TRUE(contains(contents("decay.html"), "error not estimated"));
}

TEST_F(ReportPage, ShowsAResultAfterwards) {
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "--summary", "decay.json"}).code, 0);
  EXPECT_EQ(run({"report", "decay.csv", "--summary", "decay.json", "-o", "a.html"}).code, 0);
  EXPECT_TRUE(contains(contents("a.html"), "\"verdict\":\"trusted\""));
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "--tolerance", "1e-2", "-o", "b.csv"}).code, 0);
  EXPECT_EQ(run({"report", "decay.csv", "--compare", "b.csv"}).code, 0);
  test::write_file(scratch / "other.csv", "\"time\",\"y\"\n0,1\n1,2\n");
  EXPECT_EQ(run({"report", "other.csv", "--summary", "decay.json"}).code, 2);
  test::write_file(scratch / "short.csv", "\"time\",\"x\"\n0,1\n1,2\n");
  EXPECT_EQ(run({"report", "short.csv", "--summary", "decay.json"}).code, 2);
  EXPECT_TRUE(contains(contents("decay.html"), "\"difference\":\""));
}

TEST_F(ReportPage, OverwritesNoOtherFile) {
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "--report", "decay.mo"}).code, 1);
  EXPECT_TRUE(contains(contents("decay.mo"), "der(x)"));
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "--report", "gone/decay.html"}).code, 2);
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "-o", "-", "--report", "a.html"}).code, 1);
  EXPECT_EQ(
      run({"run", "decay.mo", "--stop", "1", "--summary", "a.html", "--report", "a.html"}).code, 1);
  test::write_file(scratch / "old.html", "earlier");
  EXPECT_EQ(run({"run", "gone.mo", "--stop", "1", "--report", "old.html"}).code, 2);
  EXPECT_EQ(contents("old.html"), "earlier");
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1"}).code, 0);
  EXPECT_EQ(run({"report", "decay.csv", "-o", "decay.csv"}).code, 1);
  EXPECT_EQ(run({"report", "gone.csv"}).code, 2);
  test::write_file(scratch / "no.json", "{}");
  EXPECT_EQ(run({"report", "decay.csv", "--summary", "no.json"}).code, 2);
}

}  // namespace
}  // namespace bw::cli::page_test
