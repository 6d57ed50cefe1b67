#include "equation/flatten/flatten_equations.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::flatten_equations_test {
namespace {

using test::complaint;
using test::contains;
using test::equations_of;
using test::initial_equations_of;
using test::read_body;
using test::written;

using Lines = std::vector<std::string>;

TEST(WrittenLoops, AreUnrolled) {
  EXPECT_EQ(equations_of("Real x[3]; equation for i in 1:3 loop x[i] = i*time; end for;"),
            (Lines{"x[1] = time", "x[2] = (2*time)", "x[3] = (3*time)"}));
}

TEST(WrittenLoops, MayBeNestedAndHaveSeveralCounters) {
  const Lines expected{"A[1,1] = 11", "A[1,2] = 12", "A[2,1] = 21", "A[2,2] = 22"};
  EXPECT_EQ(equations_of(
                "Real A[2, 2]; equation for i in 1:2, j in 1:2 loop A[i, j] = 10*i + j; end for;"),
            expected);
  EXPECT_EQ(
      equations_of(
          "Real A[2, 2]; equation for i in 1:2 loop for j in 1:2 loop A[i, j] = 10*i + j; end for; "
          "end for;"),
      expected);
}

TEST(WrittenLoops, RunThroughSteppedRangesAndLists) {
  EXPECT_EQ(
      equations_of(
          "Real x[5]; equation for i in 5:-2:1 loop x[i] = i; end for; for i in {2, 4} loop x[i] = "
          "-i; end for;"),
      (Lines{"x[5] = 5", "x[3] = 3", "x[1] = 1", "x[2] = -2", "x[4] = -4"}));
}

TEST(WrittenLoops, SayTheirRoundInTheText) {
  EXPECT_EQ(
      read_body("Real x[2]; equation for i in 1:2 loop x[i] = i; end for;").model.equations[1].text,
      "x[i] = i (i = 2)");
}

TEST(IfEquations, BecomeChoices) {
  EXPECT_EQ(
      equations_of(
          "Real x, y; equation if time > 1 then x = 1; y = 2; elseif time > 0.5 then y = 3; x = 4; "
          "else x = 5; y = 6; end if;"),
      (Lines{"x = (if (time > 1) then 1 else (if (time > 0.5) then 4 else 5))",
             "y = (if (time > 1) then 2 else (if (time > 0.5) then 3 else 6))"}));
}

TEST(IfEquations, WithOtherLeftSidesBecomeResiduals) {
  EXPECT_EQ(
      equations_of("Real x, y; equation if time > 1 then x = 1; else y = 2; end if; x + y = 3;"),
      (Lines{"0 = (if (time > 1) then (x - 1) else (y - 2))", "(x + y) = 3"}));
}

TEST(IfEquations, OfConstantsAreDecidedImmediately) {
  EXPECT_EQ(equations_of("constant Boolean c = true; Real x; equation if c then x = 1; else x = 2; "
                         "x = 3; end if;"),
            Lines{"x = 1"});
  EXPECT_EQ(equations_of("Real x; equation x = 1; if false then x = nobody; end if;").size(), 1U);
}

TEST(IfEquations, OfParametersStayOpenWhereTheyCan) {
  const FlatModel model =
      read_body("parameter Boolean p = true; Real x; equation if p then x = 1; else x = 2; end if;")
          .model;
  EXPECT_EQ(written(model, model.equations[0].right), "(if p then 1 else 2)");
  EXPECT_FALSE(model.variables[0].is_structural);
}

TEST(IfEquations, OfParametersWithOtherCountsAreDecidedAndMarked) {
  const FlatModel model = read_body(
                              "parameter Boolean p = true; Real x, y; equation if p then x = 1; y "
                              "= 2; else x = y; end if;")
                              .model;
  EXPECT_EQ(model.equations.size(), 2U);
  EXPECT_TRUE(model.variables[0].is_structural);
}

TEST(IfEquations, WithOtherCountsOtherwiseAreRefused) {
  EXPECT_TRUE(
      contains(complaint("Real x, y; equation if time > 1 then x = 1; y = 2; else x = 3; end if;"),
               "have the same number of equations, but here are 2 and 1"));
  EXPECT_TRUE(
      contains(complaint("Real x; equation if time > 1 then x = 1; end if;"), "here are 1 and 0"));
  EXPECT_TRUE(contains(
      complaint("Real x; Boolean b, c; equation if x > 1 then b = true; else c = true; end if;"),
      "Boolean equations inside an if"));
}

TEST(Asserts, HoldUnderTheirConditionOnly) {
  const FlatModel model =
      read_body(
          "Real x = time; equation if x > 1 then assert(x < 2, \"a\"); else assert(x > 0, "
          "\"b\", level = AssertionLevel.warning); end if; assert(x < 9, \"c\");")
          .model;
  ASSERT_EQ(model.asserts.size(), 3U);
  EXPECT_EQ(written(model, model.asserts[0].condition), "(not((x > 1)) or (x < 2))");
  EXPECT_EQ(written(model, model.asserts[1].condition), "((x > 1) or (x > 0))");
  EXPECT_TRUE(model.asserts[1].warning);
  EXPECT_EQ(written(model, model.asserts[2].condition), "(x < 9)");
  EXPECT_EQ(model.asserts[2].message, "c");
  EXPECT_EQ(model.assert_places.size(), 3U);
}

TEST(Asserts, ThatAreWrongAreShown) {
  EXPECT_TRUE(
      contains(complaint("equation assert(true);"), "An argument is missing: write assert("));
  EXPECT_TRUE(
      contains(complaint("equation assert(true, 3);"), "A message must be a string in quotes"));
  EXPECT_TRUE(contains(complaint("equation assert(1, \"a\");"), "A condition must be a Boolean"));
  EXPECT_TRUE(contains(complaint("equation assert(true, \"a\", AssertionLevel.none);"),
                       "The level must be"));
  EXPECT_TRUE(contains(complaint("equation assert(true, \"a\", loud = true);"),
                       "does not have this argument"));
}

TEST(Messages, MayBePutTogether) {
  EXPECT_EQ(read_body("parameter String s = \"b\"; Real x = 1; equation assert(x > 0, \"a\" + s + "
                      "String(2.5));")
                .model.asserts[0]
                .message,
            "ab2.5");
}

TEST(InitialEquations, AreKeptApartAndSilent) {
  EXPECT_EQ(initial_equations_of(
                "Real x; initial equation x = if time > 1 then 1 else 2; equation der(x) = 1;"),
            Lines{"x = (if (time >~ 1) then 1 else 2)"});
  EXPECT_EQ(
      initial_equations_of("Real x; initial algorithm x := 1; x := x + 1; equation der(x) = 1;"),
      Lines{"x = 2"});
  EXPECT_TRUE(contains(complaint("Real x; initial equation when time > 1 then x = 1; end when;"),
                       "is not allowed in an initial section"));
}

TEST(Equations, ThatDoNotFitAreRefused) {
  EXPECT_TRUE(contains(complaint("Real x; equation x = true;"),
                       "The sides of an equation must have the same type"));
  EXPECT_TRUE(contains(complaint("Real x[2]; equation x = {1, 2, 3};"),
                       "The sides of an equation must have the same shape"));
  EXPECT_TRUE(contains(complaint("Integer n; equation n = time/2;"),
                       "An Integer cannot be equal to a Real"));
  EXPECT_TRUE(
      contains(complaint("Real x; equation terminate(\"a\");"), "is allowed only in a when"));
  EXPECT_TRUE(contains(complaint("Real x; equation reinit(x, 1);"), "is allowed only in a when"));
  EXPECT_EQ(complaint("Integer n; Real x; equation n = integer(time); x = n; der(x) + 0*x = n;"),
            "accepted");
}

}  // namespace
}  // namespace bw::equation::flatten_equations_test
