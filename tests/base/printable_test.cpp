#include "base/printable.h"

#include <gtest/gtest.h>

#include <string>

namespace bw::printable_test {
namespace {

std::string printable(std::string text) {
  make_printable(text.data(), text.size());
  return text;
}

TEST(Printable, KeepsTextOfAnyLanguage) {
  for (const char* text : {"", "prey at t = 0.5", "räuber λ → 捕食者 🐺", "\xc2\xa0"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ReplacesControlCharacters) {
  EXPECT_EQ(printable("a\x1b[2Jb\x7f\n"), "a?[2Jb??");
  EXPECT_EQ(printable("a\xc2\x9b"
                      "31m"),
            "a??31m");  // U+009B begins a command, too
}

TEST(Printable, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(printable("caf\xe9 "), "caf? ");  // Latin-1
  EXPECT_EQ(printable("\xff\xfe\x80"), "???");
  EXPECT_EQ(printable("\xc0\xaf"), "??");  // too long
  EXPECT_EQ(printable("\xe0\x80\xaf"), "???");
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");       // half of a pair
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");  // beyond Unicode
  EXPECT_EQ(printable("r\xc3"), "r?");               // cut off
  EXPECT_EQ(printable("\xe2\x86"), "??");
}

}  // namespace
}  // namespace bw::printable_test
