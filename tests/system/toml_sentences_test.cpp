#include "system/toml_sentences.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/refusal.h"
#include "system/load_toml.h"

namespace bw::system::toml_sentences_test {
namespace {

std::string said(const std::string& line) {
  return test::refusal<InputError>([&] { load_toml(line + "\n", "s.toml"); });
}

TEST(TomlSentences, CommonMistakesAreSaidPlainly) {
  EXPECT_EQ(said("a = \"x"), "s.toml:1:7: missing closing quote.");
  EXPECT_EQ(said("a = 'x"), "s.toml:1:7: missing closing quote.");
  EXPECT_EQ(said("a  1"), "s.toml:1:4: missing '=' after 'a'.");
  EXPECT_EQ(said("a : 1"), "s.toml:1:3: '=' must stand between name and value, not ':'.");
  EXPECT_EQ(said("größe = 1"),
            "s.toml:1:3: a name with letters other than a-z needs quotes: \"größe\".");
  EXPECT_EQ(said("[run"), "s.toml:1:5: missing ']' after the name of the section.");
  EXPECT_EQ(said("[]"), "s.toml:1:2: the section has no name.");
  EXPECT_EQ(said("[run]]"), "s.toml:1:6: nothing may follow the name of the section.");
  EXPECT_EQ(said("a ="), "s.toml:1:4: missing value after '='.");
  EXPECT_EQ(said("= 3"), "s.toml:1:1: a line is a [section], a name = value or a # comment.");
  EXPECT_EQ(said("a.b. = 1"), "s.toml:1:6: the name is not complete.");
}

TEST(TomlSentences, ValuesThatAreNoneAreQuoted) {
  EXPECT_EQ(said("a = prey.fmu"),
            "s.toml:1:5: 'prey.fmu' is neither a number nor true or false; a text needs quotes: "
            "\"prey.fmu\".");
  EXPECT_EQ(said("a = 1.2.3"), "s.toml:1:8: '1.2.3' is no number; a text needs quotes: \"1.2.3\".");
  EXPECT_EQ(said("a = .5"), "s.toml:1:5: '.5': a decimal point needs digits on both sides.");
  EXPECT_EQ(said("a = 1,5"), "s.toml:1:6: a number has a decimal point, not a comma: 1.5.");
  EXPECT_EQ(
      said("a = 10 ms"),
      "s.toml:1:8: '10 ms' is not one value; a text needs quotes, a number with a unit, too.");
  EXPECT_EQ(said("a = 1e400"), "s.toml:1:10: '1e400' is too large for a number.");
  EXPECT_EQ(said("a == 1"), "s.toml:1:4: there is one '=' too many.");
  EXPECT_EQ(said("a = \"c:\\dir\""),
            "s.toml:1:9: '\\' begins a special character in double quotes; write '\\\\', or use "
            "single quotes.");
}

TEST(TomlSentences, BracketsThatDoNotCloseAreNamed) {
  EXPECT_EQ(said("a = [1 2]"), "s.toml:1:8: missing ',' or ']' in a list.");
  EXPECT_EQ(said("a = [1,,2]"), "s.toml:1:8: a value is missing before ','.");
  EXPECT_EQ(said("a = { file = \"x\""), "s.toml:1:17: missing '}' at the end of the line.");
  EXPECT_EQ(said("a = { file = \"x\", }"), "s.toml:1:19: there is one ',' too many.");
  EXPECT_EQ(said("a = { b = 1 c = 2 }"), "s.toml:1:13: missing ',' or '}'.");
}

TEST(TomlSentences, ReadingGoesOnBehindALineButNotWithinAValueOfSeveralLines) {
  const TomlMistake quote{"Error while parsing string: x", "a = \"b", 7};
  EXPECT_EQ(without_mistake(quote), "");
  const TomlMistake header{"Error while parsing table header: expected ']', saw 'x'", "[run", 5};
  EXPECT_EQ(without_mistake(header), "[run]");
  const TomlMistake list{"Error while parsing array: expected comma", "b = 3", 1};
  EXPECT_EQ(without_mistake(list), std::nullopt);
}

}  // namespace
}  // namespace bw::system::toml_sentences_test
