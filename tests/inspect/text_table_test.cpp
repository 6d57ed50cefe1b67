#include "inspect/text_table.h"

#include <gtest/gtest.h>

namespace bw::inspect::text_table_test {
namespace {

TEST(TextTable, WidthCountsLettersNotBytes) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("äöü"), 3U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("温度"), 4U);
  EXPECT_EQ(display_width("\xff\xfe"), 2U);
  EXPECT_EQ(display_width("\xe2\x82"), 2U);
}

TEST(TextTable, ForeignTextStaysOnItsLine) {
  EXPECT_EQ(on_one_line("  a\n\t b\x1b[2J\u0085c "), "a b [2J c");
  EXPECT_EQ(on_one_line("a\xff"), "a?");
}

TEST(TextTable, ShortenedTextEndsWithDots) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("äbcd", 3), "äb…");
  EXPECT_EQ(shortened("温度温", 4), "温…");
}

TEST(TextTable, EnumerationsAndCountsAreWords) {
  EXPECT_EQ(enumerated({"a", "b", "c"}, 2), "a, b, c");
  EXPECT_EQ(enumerated({"a", "b", "c", "d"}, 2), "a, b … and 2 more");
  EXPECT_EQ(counted(0, "loop"), "no loops");
  EXPECT_EQ(counted(1, "loop"), "1 loop");
}

TEST(TextTable, ColumnsAreAlignedAndEmptyOnesLeftOut) {
  TextTable table({"name", "unit", "text"});
  table.add({"ä", "", "first"});
  table.add({"longer", "", "second"});
  EXPECT_EQ(table.text(" "), " name    text\n ä       first\n longer  second\n");
}

TEST(TextTable, AVeryLongCellMovesOnlyItsOwnLine) {
  const std::string name(100, 'x');
  TextTable table({"", ""});
  table.add({name, "a"});
  table.add({"y", "b"});
  EXPECT_EQ(table.text(""), name + "  a\ny" + std::string(45, ' ') + "b\n");
}

}  // namespace
}  // namespace bw::inspect::text_table_test
