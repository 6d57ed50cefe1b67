// `run --report` and `bellwether report` as their users see them.

#include <gtest/gtest.h>

#include <filesystem>

#include "support/contains.h"
#include "support/make_zip.h"
#include "support/program_test.h"
#include "support/ssp_text.h"

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

// Each file beside the rows is too large or has no place; the rows are there, and accepted.
TEST_F(ReportPage, ComesBehindTheReportIfItCannotBeWritten) {
  std::string noise;
  for (unsigned i = 0, x = 1; i < 60000; ++i) {
    x = x * 1664525U + 1013904223U;
    noise += static_cast<char>(x >> 24U);
  }
  test::write_file(
      scratch / "x.ssp",
      test::make_zip(
          {{"SystemStructure.ssd", test::ssd(test::elements(test::component("d", "decay.mo", "")))},
           {"decay.mo", contents("decay.mo")},
           {"documentation/1", noise},
           {"documentation/2", noise},
           {"documentation/3", noise}}));
  auto circumstances = here();
  circumstances.largest_file = 100 * 1024;
  const Outcome outcome =
      test::run_program({"run", "x.ssp", "--stop", "1", "-o", "a.csv", "--report", "a.html",
                         "--package-result", "out.ssp", "--summary", "/dev/full"},
                        circumstances);
  EXPECT_EQ(outcome.code, 4) << outcome.err;
  EXPECT_TRUE(exists("a.csv"));
  EXPECT_FALSE(exists("a.html") || exists("out.ssp"));
  const std::string& all = outcome.err;
  EXPECT_TRUE(all.starts_with("TRUSTED ")) << all;
  EXPECT_FALSE(contains(all, "  page ")) << all;
  for (const char* problem : {"out.ssp: cannot be written", "The summary '/dev/full' cannot be",
                              "The page 'a.html' cannot be written"})
    EXPECT_GT(all.find(problem), all.find("  cost ")) << problem << all;
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

TEST_F(ReportPage, SaysWhereItIs) {
  const Outcome outcome = run({"run", "decay.mo", "--stop", "1", "--report", "decay.html"});
  EXPECT_TRUE(contains(outcome.err, "  page     decay.html\n")) << outcome.err;
}

TEST_F(ReportPage, HasStepsAndErrorsAndChangesNoRow) {
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "--error-columns", "-o", "a.csv"}).code, 0);
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "-o", "b.csv", "--report", "b.html"}).code, 0);
  EXPECT_EQ(contents("a.csv"), contents("b.csv"));
  EXPECT_TRUE(contains(contents("b.html"), "\"shortest\":\""));
  EXPECT_FALSE(contains(contents("b.html"), "\"error_history\":null"));
  EXPECT_TRUE(contains(contents("b.html"), "\"eigenvalues\":null"));
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "--diagnose", "--report", "c.html"}).code, 0);
  EXPECT_TRUE(contains(contents("c.html"), "\"imaginary\":\""));
}

TEST_F(ReportPage, DrawsASystem) {
  const std::string system = BW_EXAMPLES "/lotka_volterra/system.toml";
  EXPECT_EQ(run({"run", system, "--stop", "1", "-o", "a.csv", "--report", "a.html"}).code, 0);
  EXPECT_TRUE(contains(contents("a.html"), "\\u003csvg"));
  EXPECT_EQ(run({"run", system, "--stop", "1", "--error-test", "step-doubling", "-o", "b.csv",
                 "--report", "b.html"})
                .code,
            0);
  EXPECT_TRUE(contains(contents("b.html"), "\"shortest\":\""));
}

TEST_F(ReportPage, ShowsAComparison) {
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "-o", "a.csv"}).code, 0);
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "--tolerance", "1e-2", "-o", "b.csv"}).code, 0);
  EXPECT_EQ(run({"compare", "a.csv", "b.csv", "--report", "d.html", "--tolerance", "0.1"}).code, 0);
  EXPECT_TRUE(contains(contents("d.html"), "\"same\":true"));
  const Outcome different =
      run({"compare", "a.csv", "b.csv", "--report", "d.html", "--tolerance", "1e-14"});
  EXPECT_EQ(different.code, 3);
  EXPECT_TRUE(contains(contents("d.html"), "\"same\":false"));
  EXPECT_TRUE(contains(different.out, "values")) << different.out;
  EXPECT_EQ(run({"compare", "a.csv", "b.csv", "--report", "a.csv"}).code, 1);
  EXPECT_EQ(run({"report", "a.csv", "--steps", "b.csv"}).code, 2);
}

TEST_F(ReportPage, ComparesARunWithAnotherResult) {
  test::write_file(scratch / "other.mo",
                   "model other\n  Real x(start = 1, fixed = true);\nequation\n"
                   "  der(x) = -1.0001*x;\nend other;\n");
  EXPECT_EQ(run({"run", "other.mo", "--stop", "1", "--error-columns", "-o", "old.csv"}).code, 0);
  const Outcome same = run({"run", "decay.mo", "--stop", "1", "--tolerance", "1e-8", "--compare",
                            "old.csv", "-o", "new.csv", "--report", "new.html"});
  EXPECT_EQ(same.code, 0) << same.err;
  const std::string page = contents("new.html");
  EXPECT_TRUE(contains(page, "\"verdict\":\"trusted\""));
  EXPECT_TRUE(contains(page, "\"same\":false")) << "compared within 1e-8";
  EXPECT_TRUE(contains(page, "\"values\":501")) << "errors are not compared";
  EXPECT_TRUE(contains(page, "\"difference\":\""));
  EXPECT_FALSE(contains(page, "\"error_history\":null"));
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "--tolerance", "1e-3", "--compare", "old.csv",
                 "-o", "new.csv", "--report", "new.html"})
                .code,
            0);
  EXPECT_TRUE(contains(contents("new.html"), "\"same\":true"));
}

TEST_F(ReportPage, RefusesAComparisonBeforeTheRun) {
  EXPECT_EQ(run({"run", "decay.mo", "--stop", "1", "-o", "old.csv"}).code, 0);
  const std::string old = contents("old.csv");
  const Outcome alone = run({"run", "decay.mo", "--stop", "1", "--compare", "old.csv"});
  EXPECT_EQ(alone.code, 1);
  EXPECT_TRUE(contains(alone.err, "give --report FILE.html, too")) << alone.err;
  EXPECT_EQ(
      run({"run", "decay.mo", "--stop", "1", "--compare", "gone.csv", "--report", "a.html"}).code,
      2);
  EXPECT_FALSE(fs::exists(scratch / "decay.csv"));
  const Outcome over = run({"run", "decay.mo", "--stop", "2", "-o", "old.csv", "--compare",
                            "old.csv", "--report", "a.html"});
  EXPECT_EQ(over.code, 1);
  EXPECT_TRUE(contains(over.err, "would overwrite 'old.csv'")) << over.err;
  EXPECT_EQ(contents("old.csv"), old);
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
