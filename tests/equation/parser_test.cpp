#include "equation/text/parser.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::parser_test {
namespace {

using test::complaint;
using test::contains;
using test::value_of;

const std::string names = "Real a, b, c; Boolean p, q, r;";

TEST(WrittenExpressions, BindAsInMathematics) {
  EXPECT_EQ(value_of("a + b*c^2", names), "(a + (b*(c^2)))");
  EXPECT_EQ(value_of("a - b - c", names), "((a - b) - c)");
  EXPECT_EQ(value_of("a/b/c", names), "((a/b)/c)");
  EXPECT_EQ(value_of("-a^2", names), "(-(a^2))");
  EXPECT_EQ(value_of("-a*b + c", names), "(c - (a*b))");
  EXPECT_EQ(value_of("2*(a + b)", names), "(2*(a + b))");
  EXPECT_EQ(value_of("+a", names), "a");
  EXPECT_EQ(value_of("if p or q and not r then a else b", names),
            "(if (p or (q and not(r))) then a else b)");
  EXPECT_EQ(value_of("if a < b then 1 elseif a > b then 2 else 3", names),
            "(if (a < b) then 1 else (if (a > b) then 2 else 3))");
}

TEST(WrittenExpressions, ThatAreHalfWrittenAreShown) {
  EXPECT_TRUE(contains(complaint("Real x; equation x = 2*;"), "Expected a value, found ';'"));
  EXPECT_TRUE(
      contains(complaint("Real x; equation x = (1 + 2;"), "Expected ')' to close the parenthesis"));
  EXPECT_TRUE(contains(complaint("Real x; equation x = 2*-x;"), "in parentheses, as in a*(-b)"));
  EXPECT_TRUE(contains(complaint("Real x; equation x = x**2;"), "A power is written '^'"));
  EXPECT_TRUE(contains(complaint("Real x; equation x = x^2^3;"), "Powers cannot be chained"));
  EXPECT_TRUE(contains(complaint("Real x; Boolean b = 1 < x < 3;"), "Relations cannot be chained"));
  EXPECT_TRUE(contains(complaint("Real x = if time > 1 then 2;"), "needs an else"));
  EXPECT_TRUE(contains(complaint("Real x; equation x = sin(x;"),
                       "Expected ',' or ')' after the arguments of 'sin'"));
  EXPECT_TRUE(contains(complaint("Real x[2]; equation x[1 = 3;"),
                       "Expected ',' or ']' after the subscripts"));
  EXPECT_TRUE(contains(complaint("Real x[2] = {1, 2;"), "Expected ',' or '}' to close the array"));
  EXPECT_TRUE(contains(complaint("Real x[0] = {};"), "at least one element"));
  EXPECT_TRUE(contains(complaint("Real x, y; equation (x, y) = (1, 2);"),
                       "Several results need a call of a function"));
}

TEST(Statements, KnowTheirSection) {
  EXPECT_TRUE(contains(complaint("Real x; equation x := 1;"), "Use '=' in an equation section"));
  EXPECT_TRUE(contains(complaint("Real x; algorithm x = 1;"), "Use ':=' in an algorithm"));
  EXPECT_TRUE(contains(complaint("Real x := 1;"), "Write '=' in a declaration, not ':='"));
  EXPECT_TRUE(
      contains(complaint("Real x; equation x == 1;"), "Write an equation with a single '='"));
  EXPECT_TRUE(
      contains(complaint("Real x; equation x = 1; Real y;"), "This looks like a declaration"));
  EXPECT_TRUE(contains(complaint("Real x; equation x = 1; parameter Real y = 1;"),
                       "Declarations come before the first equation"));
  EXPECT_TRUE(
      contains(complaint("Real x; equation sin(x);"), "This is not an equation: '=' is missing"));
  EXPECT_TRUE(contains(complaint("Real x; algorithm sin(x);"),
                       "This is not an assignment: ':=' is missing"));
  EXPECT_TRUE(contains(complaint("Real x; equation x + 1;"), "Expected '=' in an equation"));
}

TEST(Statements, ThatDoNotEndAreShownWhereTheyBegin) {
  EXPECT_TRUE(contains(complaint("Real x; equation\n for i in 1:3 loop x = 1; end if;"),
                       "m.mo:3:2: This 'for' does not end: found 'end if' before 'end for'"));
  EXPECT_TRUE(
      contains(complaint("Real x; equation\n when x > 1 then x = 1;"), "This 'when' does not end"));
  EXPECT_TRUE(contains(complaint("Real x; equation when x > 1 then x = 1; else x = 2; end when;"),
                       "A when has no else"));
  EXPECT_TRUE(contains(complaint("Real x; equation for i loop x = 1; end for;"),
                       "Expected 'in' and a range"));
}

TEST(Statements, GoOnBehindAMistake) {
  const std::string said = complaint(
      "Real x; equation if x > then x = 1; elseif x < 2 then x = 2; else x = 3; end if; x = "
      "nobody;");
  EXPECT_TRUE(contains(said, "found 'then'"));
  EXPECT_TRUE(contains(said, "'nobody' is not declared"));
  EXPECT_EQ(said.find("Expected a declaration"), std::string::npos);
}

TEST(WrittenDeclarations, ThatAreHalfWrittenAreShown) {
  EXPECT_TRUE(contains(complaint("Real ;"), "Expected the name of a variable"));
  EXPECT_TRUE(contains(complaint("Real if;"), "which is a keyword"));
  EXPECT_TRUE(contains(complaint("3;"), "Expected a declaration"));
  EXPECT_TRUE(contains(complaint("Real x(start);"), "Expected '=' after the attribute 'start'"));
  EXPECT_TRUE(contains(complaint("Real x(start = 1;"), "Expected ',' or ')' after the attributes"));
  EXPECT_TRUE(contains(complaint("type T Real;"), "Expected '=' in the definition of a type"));
  EXPECT_TRUE(contains(complaint("Real x y;"), "Expected ';' after the declaration"));
}

}  // namespace
}  // namespace bw::equation::parser_test
