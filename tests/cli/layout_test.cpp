#include "cli/report/layout.h"

#include <gtest/gtest.h>

#include "cli/report/figures.h"
#include "inspect/text_table.h"

namespace bw::cli::layout_test {
namespace {

using Lines = std::vector<std::string>;

TEST(Layout, BreaksAtBlanksOnly) {
  EXPECT_EQ(inspect::wrapped("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(inspect::wrapped("a_word_that_is_too_long b", 5),
            (Lines{"a_word_that_is_too_long", "b"}));
  EXPECT_EQ(inspect::wrapped("", 5), Lines{""});
}

TEST(Layout, NeverBreaksWithinANumber) {
  EXPECT_EQ(inspect::wrapped("limit 13 400 reached", 8), (Lines{"limit", "13 400", "reached"}));
  EXPECT_EQ(inspect::wrapped("in 23 runs", 5), (Lines{"in 23", "runs"}));
}

TEST(Layout, CountsColumnsAndNotBytes) {
  EXPECT_EQ(inspect::display_width("≈ 2 µs"), 6U);
  EXPECT_EQ(inspect::wrapped("≈≈≈≈ ≈≈≈≈", 9), Lines{"≈≈≈≈ ≈≈≈≈"});
}

TEST(Layout, ARemarkStandsAtTheRightWhereItFitsAndElseBelow) {
  EXPECT_EQ(labelled("reason", "short", 78, "[code]"),
            "  reason   short" + std::string(50, ' ') + "[code]\n");
  EXPECT_EQ(labelled("reason", std::string(60, 'x'), 78, "[a-code]"),
            "  reason   " + std::string(60, 'x') + "\n" + std::string(64, ' ') + "[a-code]\n");
}

TEST(Layout, LinesAfterTheFirstAreKept) {
  EXPECT_EQ(labelled("warning", "m.mo:1:2: units\n  Real x\n    ^", 78, "[code]"),
            "  warning  m.mo:1:2: units" + std::string(40, ' ') +
                "[code]\n             Real x\n               ^\n");
}

TEST(Layout, AnExcerptThatIsTooLongIsCut) {
  const std::string text = labelled("warning", "a\n" + std::string(100, 'x'), 60);
  EXPECT_EQ(text, "  warning  a\n           " + std::string(48, 'x') + "…\n");
}

TEST(Layout, ATableIsAligned) {
  EXPECT_EQ(table_of({{"name", "µs"}, {"a", "100"}}), "  name   µs\n  a     100\n");
}

TEST(Layout, DigitsAreGrouped) {
  EXPECT_EQ(counted(0), "0");
  EXPECT_EQ(counted(999), "999");
  EXPECT_EQ(counted(9720), "9 720");
  EXPECT_EQ(counted(1234567), "1 234 567");
  EXPECT_EQ(counted(-13400), "-13 400");
  EXPECT_EQ(brief(1e-6), "1e-6");
  EXPECT_EQ(brief(2.5e10), "2.5e10");
  EXPECT_EQ(brief(57.800000000000004), "57.8");
}

}  // namespace
}  // namespace bw::cli::layout_test
