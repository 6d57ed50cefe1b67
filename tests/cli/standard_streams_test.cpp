// Standard output and error: who reads them, and what goes there.

#include "cli/report/standard_streams.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "result/read_csv.h"
#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::standard_streams_test {
namespace {

using test::contains;
using test::lotka_volterra;
using test::Outcome;

class StandardStreams : public test::ProgramTest {};

TEST_F(StandardStreams, ClosedStandardStreamsDoNotBecomeTheResult) {
  EXPECT_EQ(
      shell(BW_PROGRAM " run '" + lotka_volterra + "' --stop 1 --verbose -o a.csv <&- >&- 2>&-"),
      0);
  EXPECT_EQ(table("a.csv").times.size(), 501U);
  EXPECT_EQ(contents("a.csv").find("trusted"), std::string::npos);
}

TEST_F(StandardStreams, RowsForAClosedStandardOutputAreNotLostInSilence) {
  EXPECT_EQ(shell(BW_PROGRAM " run '" + lotka_volterra + "' --stop 1 -o - >&- 2> said"), 4);
  EXPECT_TRUE(contains(contents("said"), "cannot be written to standard output: Bad file"));
}

TEST_F(StandardStreams, AReaderThatLeavesIsReportedButIsNoFailure) {
  EXPECT_EQ(shell("{ " BW_PROGRAM " run '" + lotka_volterra +
                  "' --step 0.005 -o - 2> said; echo $? > code; } | head -1 > first"),
            0);
  EXPECT_EQ(contents("code"), "0\n");
  EXPECT_TRUE(contains(contents("first"), "\"time\""));
  EXPECT_TRUE(contains(test::Outcome{.err = contents("said")}.said(),
                       "standard output was closed before the last row"));
}

TEST_F(StandardStreams, AReportThatNobodyReadsDoesNotChangeTheExitCode) {
  const auto code_unread = [&](const std::string& words) {
    // The reader is gone before the program starts.
    shell("mkfifo pipe; { sleep 0.3; " BW_PROGRAM " run " + words +
          "; echo $? > code; } 2> pipe & : < pipe; wait; rm pipe");
    return contents("code");
  };
  EXPECT_EQ(code_unread("'" + lotka_volterra + "' --stop 1"), "0\n");
  EXPECT_EQ(code_unread("gone.toml"), "2\n");
}

TEST_F(StandardStreams, AListOrAComparisonThatCannotBeWrittenIsAFailure) {
  test::write_file(scratch / "a.csv", "time,x\n0,1\n1,2\n");
  for (const char* words : {"list masters", "list diagnostics", "compare a.csv a.csv"}) {
    EXPECT_EQ(shell(BW_PROGRAM " " + std::string(words) + " > /dev/full 2> said"), 4) << words;
    EXPECT_TRUE(contains(contents("said"), "standard output cannot be written")) << words;
  }
}

TEST_F(StandardStreams, RowsForStandardOutputAreAlone) {
  const Outcome outcome =
      run({"run", lotka_volterra, "--stop", "1", "--interval", "0.5", "-o", "-"});
  EXPECT_EQ(outcome.code, 0);
  const auto rows = result::parse_csv(outcome.out, "standard output");
  EXPECT_EQ(rows.times, (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4);
  EXPECT_TRUE(contains(outcome.err, "TRUSTED"));
  EXPECT_TRUE(contains(contents(".standard_output"), "\"time\""));
  EXPECT_FALSE(exists("system.csv"));
}

TEST(Escaped, LeavesWhatIsHarmless) {
  for (const char* text : {"", "a b\tc\nd", "größe ≤ 5 °C", "日本語", "\U0001F600"})
    EXPECT_EQ(escaped(text), text);
}

TEST(Escaped, ShowsControlCharactersByTheirNumber) {
  EXPECT_EQ(escaped("a\x1b[31mb\r\x7f"), "a\\x1b[31mb\\x0d\\x7f");
  EXPECT_EQ(escaped(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(escaped("\u0085"), "\\u0085");
  EXPECT_EQ(escaped("x\u202ey\u2069z\u2028"), "x\\u202ey\\u2069z\\u2028");
}

TEST(Escaped, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(escaped("gr\xf6\xdf"
                    "e"),
            "gr\\xf6\\xdfe");
  EXPECT_EQ(escaped("\xc3"), "\\xc3");                             // cut off
  EXPECT_EQ(escaped("\xc0\xaf"), "\\xc0\\xaf");                    // not the shortest form
  EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a pair
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above the last one
}

TEST_F(StandardStreams, ANameOfAMillionCharactersIsShownInPart) {
  const std::string name(1'000'000, 'n');
  test::write_file(
      scratch / "a.mo",
      "model A\n  Real x(start=0, fixed=true);\nequation\n  der(x) = " + name + ";\nend A;\n");
  test::write_file(scratch / "b.mo", "model B\n  Real " + name +
                                         "(start=0, fixed=true);\nequation\n  der(" + name +
                                         ") = sqrt(-1 - time);\nend B;\n");
  for (const char* file : {"a.mo", "b.mo"}) {
    EXPECT_NE(shell(BW_PROGRAM " run " + std::string(file) + " --stop 1 2> said"), 0);
    const std::string said = contents("said");
    EXPECT_LT(said.size(), 3000U) << file;
    EXPECT_TRUE(contains(said, "nnn…nnn")) << said;
  }
}

TEST(WithShortWords, KeepsShortWordsAndWholeCharacters) {
  EXPECT_EQ(with_short_words("two words\n and a third"), "two words\n and a third");
  EXPECT_EQ(with_short_words(""), "");
  std::string umlauts;
  for (int k = 0; k < 200; ++k) umlauts += "ü";
  const std::string shown = with_short_words("x" + umlauts + " end");
  EXPECT_EQ(escaped(shown), shown);
  EXPECT_LT(shown.size(), 280U);
  EXPECT_TRUE(shown.ends_with("ü end"));
}

}  // namespace
}  // namespace bw::cli::standard_streams_test
