// Man pages: one for the program and one for each command, which roff formats without a warning.

#include <gtest/gtest.h>

#include <sstream>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::man_test {
namespace {

using test::contains;

class ManPages : public test::ProgramTest {
 protected:
  void SetUp() override { ASSERT_EQ(run({"__generate", "man", "pages"}).code, 0); }
  const std::vector<std::string> commands = {"run",   "resume",  "compare", "info",
                                             "check", "convert", "export",  "list"};
};

TEST_F(ManPages, HaveTheUsualSections) {
  for (const std::string& command : commands) {
    const std::string page = contents("pages/bellwether-" + command + ".1");
    for (const char* section :
         {".TH BELLWETHER\\-", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n", ".SH OPTIONS\n",
          ".SH EXAMPLES\n", ".SH EXIT STATUS\n", ".SH SEE ALSO\n"})
      EXPECT_TRUE(contains(page, section)) << command << section;
    EXPECT_TRUE(contains(contents("pages/bellwether.1"), "\\fBbellwether\\-" + command)) << command;
  }
  const std::string of_run = contents("pages/bellwether-run.1");
  EXPECT_TRUE(contains(of_run, ".SS Master algorithm\n"));
  EXPECT_TRUE(contains(of_run, "\\fB\\-\\-tolerance\\fR \\fIR\\fR\n"));
  EXPECT_TRUE(contains(of_run, "Also \\fB\\-\\-relative\\-tolerance\\fR."));
}

TEST_F(ManPages, EveryLineIsTextOrAKnownRequest) {
  std::istringstream lines(contents("pages/bellwether-run.1") + contents("pages/bellwether.1"));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_FALSE(line.empty() || line.starts_with("'"));
    EXPECT_TRUE(!line.starts_with(".") || line.starts_with(".SH ") || line.starts_with(".SS ") ||
                line == ".TP" || line == ".PP" || line.starts_with(".TH "))
        << line;
  }
}

TEST_F(ManPages, AreFormattedWithoutAWarning) {
  if (shell("command -v groff > found") != 0) GTEST_SKIP() << "groff is not installed";
  for (const std::string& command : commands) {
    EXPECT_EQ(shell("groff -man -Tutf8 -ww pages/bellwether-" + command + ".1 > text 2> warnings"),
              0);
    EXPECT_EQ(contents("warnings"), "") << command;
    EXPECT_TRUE(contains(contents("text"), "bellwether"));
  }
}

}  // namespace
}  // namespace bw::cli::man_test
