#include "equation/flatten/flatten_algorithm.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::flatten_algorithm_test {
namespace {

using test::complaint;
using test::contains;
using test::equations_of;
using test::whens_of;

using Lines = std::vector<std::string>;

const std::string names = "Real x, y, z, s; Integer n, m; Boolean b, c; ";

Lines equations(const std::string& statements) {
  return equations_of(names + "algorithm " + statements);
}
Lines whens(const std::string& statements) { return whens_of(names + "algorithm " + statements); }
std::string said(const std::string& statements) {
  return complaint(names + "algorithm " + statements);
}

TEST(Algorithms, LeaveWhatWasAssignedLast) {
  EXPECT_EQ(equations("y := x; z := y + 1; y := 2*z;"), (Lines{"y = (2*z)", "z = (x + 1)"}));
}

TEST(Algorithms, ChooseInIfs) {
  EXPECT_EQ(equations("y := 0; if x > 1 then y := 1; elseif x > 0 then y := y + 2; end if;"),
            Lines{"y = (if (x > 1) then 1 else (if (x > 0) then 2 else 0))"});
  EXPECT_EQ(equations("if x > 1 then y := 1; else y := 2; end if;"),
            Lines{"y = (if (x > 1) then 1 else 2)"});
}

TEST(Algorithms, UnrollLoops) {
  EXPECT_EQ(equations("s := 0; for i in 1:3 loop s := s + i*x; end for;"),
            Lines{"s = ((x + (2*x)) + (3*x))"});
}

TEST(Algorithms, NameTheFinalValuesOfOthers) {
  EXPECT_EQ(
      equations_of("Real x, s[3]; algorithm s[1] := 5*x; for i in 2:3 loop s[i] := s[i - 1] + "
                   "i*x; end for;"),
      (Lines{"s[1] = (5*x)", "s[2] = (s[1] + (2*x))", "s[3] = (s[2] + (3*x))"}));
  EXPECT_EQ(equations("y := x + 1; z := y; n := integer(y); b := y > 2; y := y + sin(z);"),
            (Lines{"y = (z + sin(z))", "z = (x + 1)", "n = integer(z)", "b = (z > 2)"}));
  EXPECT_EQ(test::initial_equations_of("Real x, y; initial algorithm x := 2*time; y := x + 1;"),
            (Lines{"x = (2*time)", "y = ((2*time) + 1)"}));
}

TEST(Algorithms, AssignArrays) {
  EXPECT_EQ(
      equations_of("Real a[3], x; algorithm a := fill(x, 3); a[2] := a[1] + 1; a[3:3] := {7};"),
      (Lines{"a[1] = x", "a[2] = (x + 1)", "a[3] = 7"}));
}

TEST(Algorithms, LetDiscreteVariablesKeepTheirValue) {
  EXPECT_EQ(equations("if x > 1 then n := 1; end if; b := x > 2;"),
            (Lines{"n = (if (x > 1) then 1 else pre(n))", "b = (x > 2)"}));
}

TEST(Algorithms, HaveWhens) {
  EXPECT_EQ(whens("when x > 1 then n := n + 1; m := n; elsewhen x < 0 then n := 0; end when;"),
            Lines{"when (x > 1): n = (pre(n) + 1); m = (pre(n) + 1) elsewhen (x < 0): n = 0"});
  EXPECT_EQ(equations("when x > 1 then n := n + 1; end when; y := n;"), Lines{"y = n"});
}

TEST(Algorithms, JoinWhensThatAssignTheSameVariable) {
  EXPECT_EQ(whens("when x > 1 then n := n + 1; end when; when {x < 0, sample(0, 1)} then n := 0; "
                  "end when;"),
            Lines{"when (x > 1), (x < 0), sample(0, 1): n = (if (edge((x < 0)) or sample(0, 1)) "
                  "then 0 else (if "
                  "edge((x > 1)) then (pre(n) + 1) else pre(n)))"});
}

TEST(Algorithms, MixWhensWithOtherAssignments) {
  EXPECT_EQ(equations("n := 0; when x > 1 then n := 5; end when;"),
            Lines{"n = (if edge((x > 1)) then 5 else 0)"});
}

TEST(Algorithms, AssertUnderTheirConditions) {
  const FlatModel model =
      test::read_body(names + "algorithm y := 2*x; if x > 1 then assert(y < 3, \"a\"); end if;")
          .model;
  EXPECT_EQ(test::written(model, model.asserts.at(0).condition), "(not((x > 1)) or ((2*x) < 3))");
  EXPECT_EQ(whens("when x > 1 then terminate(\"a\"); end when;"),
            Lines{"when (x > 1): terminate(a)"});
}

// Written out this would be 2^20000 terms; the graph shares what both branches hold.
TEST(Algorithms, OfManyBranchesStayLinear) {
  const FlatModel model =
      test::read_body(
          "Real s, x; algorithm s := 0; for i in 1:20000 loop if x > i then s := s + i; end "
          "if; end for;")
          .model;
  EXPECT_EQ(model.equations.size(), 1U);
  EXPECT_LT(model.graph.size(), 6U * 20'000U);
}

TEST(Algorithms, ThatAreWrongAreShown) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"y := y + 1;", "'y' is used before the algorithm assigns it"},
      {"if x > 1 then y := 1; end if;", "'y' is used before the algorithm assigns it"},
      {"y := true;", "Real cannot take the value of Boolean"},
      {"n := x;", "Integer cannot take the value of Real"},
      {"x + 1 := y;", "An assignment needs a variable"},
      {"nobody := 1;", "'nobody' is not declared"},
      {"reinit(x, 1);", "is allowed only in a when of an equation section"},
      {"terminate(\"a\");", "is allowed only in a when"},
      {"when x > 1 then when x > 2 then n := 1; end when; end when;",
       "A when is not allowed inside"},
      {"if x > 1 then when x > 2 then n := 1; end when; end if;", "A when is not allowed inside"},
      {"when x > 1 then if b then terminate(\"a\"); end if; end when;", "'terminate' inside an if"},
  };
  for (const auto& [statements, sentence] : wrong) {
    SCOPED_TRACE(statements);
    EXPECT_TRUE(contains(said(statements), sentence));
  }
  EXPECT_TRUE(contains(complaint("parameter Real p = 1; algorithm p := 2;"), "cannot be assigned"));
  EXPECT_TRUE(contains(complaint("Real x; initial algorithm when x > 1 then x := 1; end when;"),
                       "is not allowed in an initial section"));
}

}  // namespace
}  // namespace bw::equation::flatten_algorithm_test
