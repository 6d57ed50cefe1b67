#include "equation/flatten/flatten_when.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::flatten_when_test {
namespace {

using test::complaint;
using test::contains;
using test::read_body;
using test::whens_of;

using Lines = std::vector<std::string>;

const std::string state = "Real x(start = 1); Integer n; Boolean b; Real h; ";
const std::string moves = " der(x) = 1; b = x > 3; ";

Lines whens(const std::string& equations) {
  return whens_of(state + "equation" + moves + equations);
}
std::string said(const std::string& equations) {
  return complaint(state + "equation" + moves + equations);
}

TEST(Whens, AssignWhenTheirConditionBecomesTrue) {
  EXPECT_EQ(whens("when x > 2 then n = pre(n) + 1; h = x; end when;"),
            Lines{"when (x > 2): n = (pre(n) + 1); h = x"});
  const FlatModel model =
      read_body(state + "equation" + moves + "when x > 2 then h = x; end when;").model;
  EXPECT_EQ(model.variables[3].variability, Variability::discrete);
}

TEST(Whens, TakeTheFirstBranchThatBegins) {
  EXPECT_EQ(
      whens("when x > 2 then n = 1; elsewhen {b, sample(0, 0.1), initial()} then n = 2; end when;"),
      Lines{"when (x > 2): n = 1 elsewhen b, sample(0, 0.1), initial(): n = 2"});
}

TEST(Whens, AskForNoEventsInTheirBody) {
  EXPECT_EQ(whens("when x > 2 then n = if x > 5 then 1 else 2; end when;"),
            Lines{"when (x > 2): n = (if (x >~ 5) then 1 else 2)"});
}

TEST(Whens, ReinitTerminateAndAssert) {
  EXPECT_EQ(whens("when x > 2 then reinit(x, -0.5*x); terminate(\"done\"); assert(x < 3, \"a\"); "
                  "end when;"),
            Lines{"when (x > 2): reinit(x, (-(0.5*x))); terminate(done); assert((x <~ 3), a)"});
}

TEST(Whens, ChooseBetweenBranchesOfAnIf) {
  EXPECT_EQ(
      whens("when b then if x > 1 then n = 1; reinit(x, 0); else n = 2; end if; end when;"),
      Lines{"when b: n = (if (x >~ 1) then 1 else 2); reinit(x, (if (x >~ 1) then 0 else x))"});
}

TEST(Whens, StandInLoops) {
  EXPECT_EQ(whens_of("Real x[2]; Integer n[2]; equation der(x) = {1, 2}; for i in 1:2 loop when "
                     "x[i] > i then n[i] = i; "
                     "end when; end for;"),
            (Lines{"when (x[1] > 1): n[1] = 1", "when (x[2] > 2): n[2] = 2"}));
}

TEST(Whens, StandUnderParametersThatDecide) {
  EXPECT_EQ(whens("if 1 < 2 then when b then n = 1; end when; end if;").size(), 1U);
  EXPECT_TRUE(contains(said("if x > 1 then when b then n = 1; end when; end if;"),
                       "A when is allowed inside an if only"));
}

TEST(Whens, ThatAreWrongAreShown) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"when x then n = 1; end when;", "The condition of a when must be a Boolean"},
      {"when fill(true, 0) then n = 1; end when;", "The condition of a when must be a Boolean"},
      {"when noEvent(x > 1) then n = 1; end when;", "relations within noEvent() generate none"},
      {"when b then n = 1; end when; when x > 2 then n = 2; end when;",
       "'n' is assigned in two whens"},
      {"when b then n = 1; n = 2; end when;", "'n' is assigned twice in this when"},
      {"when b then n + 1 = 2; end when;",
       "The left side of an equation in a when must be a variable"},
      {"when b then n = 1.5; end when;", "Integer cannot take the value of Real"},
      {"when b then when x > 2 then n = 1; end when; end when;",
       "A when is not allowed inside a when"},
      {"when b then if x > 1 then n = 1; end if; end when;",
       "Write 'n = pre(n)' where it keeps its value"},
      {"when b then if x > 1 then terminate(\"a\"); end if; end when;", "'terminate' inside an if"},
      {"when b then reinit(n, 1); end when;", "'reinit' needs a Real variable and a value"},
      {"when b then reinit(h, 1); end when;", "'h' is not a state"},
      {"when b then reinit(x); end when;", "write reinit(x, new_value)"},
      {"when b then sin(x); end when;", "This is not an equation"},
  };
  for (const auto& [equations, sentence] : wrong) {
    SCOPED_TRACE(equations);
    EXPECT_TRUE(contains(said(equations), sentence));
  }
  EXPECT_TRUE(contains(
      complaint(
          "parameter Integer p = 1; input Real u; equation when time > 1 then p = 2; end when;"),
      "not parameters, constants or inputs"));
}

}  // namespace
}  // namespace bw::equation::flatten_when_test
