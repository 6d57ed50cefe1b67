#include "equation/text/lexer.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::lexer_test {
namespace {

using test::complaint;
using test::contains;

std::string words(const std::string& text) {
  const SourceText source(text, "m.mo");
  Mistakes mistakes(source);
  Lexer lexer(source, mistakes);
  std::string all;
  for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next())
    all += (all.empty() ? "" : "|") + std::string(token.word);
  return mistakes.empty() ? all : "mistakes";
}

double number(const std::string& text) {
  const SourceText source(text, "m.mo");
  Mistakes mistakes(source);
  return Lexer(source, mistakes).next().number;
}

TEST(Tokens, AreWordsNumbersTextsAndSymbols) {
  EXPECT_EQ(words("der(x)=-2.5e-3*y_1;"), "der|(|x|)|=|-|2.5e-3|*|y_1|;");
  EXPECT_EQ(words("a<=b<>c==d:=e.*f.^g"), "a|<=|b|<>|c|==|d|:=|e|.*|f|.^|g");
  EXPECT_EQ(words("1:3"), "1|:|3");
  EXPECT_EQ(words("a . b"), "a|.|b");
}

TEST(Tokens, LeaveCommentsOut) {
  EXPECT_EQ(words("a // b\n/* c \n d */ e"), "a|e");
  EXPECT_EQ(words("\xEF\xBB\xBF"
                  "a"),
            "a");
}

TEST(Tokens, KeepNamesInQuotes) { EXPECT_EQ(words("'a b;'+1"), "'a b;'|+|1"); }

TEST(Tokens, KnowEscapesInTexts) {
  EXPECT_EQ(words(R"("a\"b" c)"), R"(a\"b|c)");
  EXPECT_EQ(unescaped(R"(a\"b\n\\)"), "a\"b\n\\");
  EXPECT_TRUE(contains(complaint("Real x \"a\\qb\";"), "Unknown escape sequence"));
}

TEST(Tokens, ReadNumbersToTheLastBit) {
  EXPECT_EQ(number("0.1"), 0.1);
  EXPECT_EQ(number("12"), 12.0);
  EXPECT_EQ(number("1.e3"), 1000.0);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("1E-3"), 1e-3);
}

TEST(Tokens, ThatDoNotEndAreNamed) {
  EXPECT_TRUE(contains(complaint("Real x; /* never"), "m.mo:2:9: Missing end of a comment"));
  EXPECT_TRUE(contains(complaint("Real x \"never;"), "Missing closing quote"));
  EXPECT_TRUE(contains(complaint("Real 'x;\n"), "Missing closing quote of a name"));
}

TEST(Tokens, OfOtherLanguagesAreTranslated) {
  const std::string said = complaint("Boolean b, c; equation b = c && c; c = b || !b; b = c != b;");
  EXPECT_TRUE(contains(said, "'&&' is not Modelica: 'and' is written in words."));
  EXPECT_TRUE(contains(said, "'||' is not Modelica: 'or' is written in words."));
  EXPECT_TRUE(contains(said, "'!' is not Modelica: 'not' is written in words."));
  EXPECT_TRUE(contains(said, "'!=' is not Modelica: '<>' means not equal."));
  EXPECT_EQ(said.find("Expected"), std::string::npos) << said;
}

TEST(Tokens, ThatBelongNowhereAreShown) {
  EXPECT_TRUE(
      contains(complaint("Real x; equation x = 2 § 3;"), "The character '§' is not allowed"));
  EXPECT_TRUE(contains(complaint("Real x; equation x = 2x;"), "A number is followed by a name"));
  EXPECT_TRUE(contains(complaint("Real x; equation x = 1e999;"), "too large for a double"));
  EXPECT_TRUE(contains(complaint("Real x;\x01"), "A control character"));
}

TEST(Tokens, CountColumnsInCharacters) {
  EXPECT_TRUE(
      contains(complaint("Real x \"Größe µ\" ; Real y; equation z = 1;"), "m.mo:2:37: 'z'"));
}

}  // namespace
}  // namespace bw::equation::lexer_test
