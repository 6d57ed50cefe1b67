#include "equation/flatten/evaluate.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/text.h"
#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::evaluate_test {
namespace {

using test::complaint;
using test::contains;
using test::equations_of;
using test::value_of;
using test::warnings_of;

using Lines = std::vector<std::string>;

const std::string vectors = "Real x[3], y[3], A[2, 3], s; parameter Integer n = 3;";

TEST(ExpressionValues, OfElementaryFunctionsKeepTheirNames) {
  for (const std::string name : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
                                 "tanh", "exp", "log", "log10", "sqrt", "abs", "floor", "ceil"})
    EXPECT_EQ(value_of(name + "(s)", vectors), name + "(s)");
  EXPECT_EQ(value_of("atan2(s, 2)", vectors), "atan2(s, 2)");
  EXPECT_EQ(value_of("min(s, 2) + max(s, 3)", vectors), "(min(s, 2) + max(s, 3))");
  EXPECT_EQ(value_of("div(s, 2) + mod(s, 3) + rem(s, 4)", vectors),
            "((div(s, 2) + mod(s, 3)) + rem(s, 4))");
  EXPECT_EQ(value_of("integer(s) + sign(s)", vectors), "(integer(s) + sign(s))");
  EXPECT_EQ(value_of("Modelica.Math.sin(s)", vectors), "sin(s)");
}

TEST(ExpressionValues, OfConstantsOfTheLibraryAreKnown) {
  EXPECT_EQ(value_of("Modelica.Constants.pi"), shortest(std::numbers::pi));
  EXPECT_TRUE(
      contains(complaint("Real x = Modelica.Constants.nothing;"), "is not a known constant"));
}

TEST(ExpressionValues, WithinNoEventAreSilent) {
  EXPECT_EQ(value_of("noEvent(if s > 1 then floor(s) else s)", vectors),
            "(if (s >~ 1) then floor~(s) else s)");
  EXPECT_EQ(value_of("(if s > 1 then 2 else noEvent(mod(s, 2)))", vectors),
            "(if (s > 1) then 2 else mod~(s, 2))");
}

TEST(ExpressionValues, OfSmoothExpressionsCarryTheirOrder) {
  EXPECT_EQ(value_of("smooth(1, if s > 0 then s^2 else 0)", vectors),
            "smooth((if (s > 0) then (s^2) else 0))");
}

TEST(ExpressionValues, OfHomotopyHaveBothExpressions) {
  EXPECT_EQ(value_of("homotopy(actual = s^2, simplified = s)", vectors), "homotopy((s^2), s)");
}

TEST(ExpressionValues, OfArraysAreTakenApart) {
  EXPECT_EQ(equations_of(vectors + "equation x = 2*y + {1, 2, 3}/s; y = -x; s = x*y;"),
            (Lines{"x[1] = ((2*y[1]) + (1/s))", "x[2] = ((2*y[2]) + (2/s))",
                   "x[3] = ((2*y[3]) + (3/s))", "y[1] = (-x[1])", "y[2] = (-x[2])",
                   "y[3] = (-x[3])", "s = (((x[1]*y[1]) + (x[2]*y[2])) + (x[3]*y[3]))"}));
  EXPECT_EQ(value_of("sum(x .* y .^ 2)", vectors),
            "(((x[1]*(y[1]^2)) + (x[2]*(y[2]^2))) + (x[3]*(y[3]^2)))");
  EXPECT_EQ(value_of("sum(sin(x))", vectors), "((sin(x[1]) + sin(x[2])) + sin(x[3]))");
}

TEST(ExpressionValues, OfMatricesMultiply) {
  EXPECT_EQ(equations_of("Real x[2]; Real y[2] = [1, 2; 3, 4]*x;"),
            (Lines{"y[1] = (x[1] + (2*x[2]))", "y[2] = ((3*x[1]) + (4*x[2]))"}));
  EXPECT_EQ(equations_of("Real B[2, 2] = {{1, 2}, {3, 4}}*transpose({{5, 6}, {7, 8}});"),
            (Lines{"B[1,1] = 17", "B[1,2] = 23", "B[2,1] = 39", "B[2,2] = 53"}));
  EXPECT_EQ(equations_of("Real r[2] = {1, 2}*identity(2);"), (Lines{"r[1] = 1", "r[2] = 2"}));
}

TEST(ExpressionValues, OfSlicesAreThoseElements) {
  EXPECT_EQ(value_of("sum(x[2:end])", vectors), "(x[2] + x[3])");
  EXPECT_EQ(value_of("sum(x[{1, 3}])", vectors), "(x[1] + x[3])");
  EXPECT_EQ(value_of("sum(x[end:-1:1])", vectors), "((x[3] + x[2]) + x[1])");
  EXPECT_EQ(value_of("sum(A[:, 2])", vectors), "(A[1,2] + A[2,2])");
  EXPECT_EQ(value_of("sum(A[2])", vectors), "((A[2,1] + A[2,2]) + A[2,3])");
  EXPECT_EQ(value_of("x[n - 1]", vectors), "x[2]");
  EXPECT_EQ(value_of("x[integer(n/2)]", vectors), "x[1]");
  EXPECT_EQ(value_of("A[end, end]", vectors), "A[2,3]");
}

TEST(ExpressionValues, OfReductionsAreWrittenOut) {
  EXPECT_EQ(value_of("sum(x[i]^i for i in 1:n)", vectors), "((x[1] + (x[2]^2)) + (x[3]^3))");
  EXPECT_EQ(value_of("product(x)", vectors), "((x[1]*x[2])*x[3])");
  EXPECT_EQ(value_of("min(x)", vectors), "min(min(x[1], x[2]), x[3])");
  EXPECT_EQ(value_of("max(i*s for i in {2, 3})", vectors), "max((2*s), (3*s))");
  EXPECT_EQ(value_of("sum(zeros(0))", vectors), "0");
  EXPECT_EQ(value_of("sum({10*i + j for i in 1:2, j in 1:3})", vectors), "102");
}

TEST(ExpressionValues, OfSizesAndFillingsAreKnown) {
  EXPECT_EQ(value_of("size(A, 2) + 10*size(A)*{1, 0} + ndims(A)", vectors), "25");
  EXPECT_EQ(value_of("sum(fill(s, 2)) + sum(ones(2, 2)) + sum(linspace(0, 1, 3))", vectors),
            "(((s + s) + 4) + 1.5)");
  EXPECT_EQ(value_of("sum(diagonal({1, 2})*{3, 4}) + scalar({{5}}) + sum(vector([6; 7]))", vectors),
            "29");
  EXPECT_EQ(value_of("sum(cross({1, 0, 0}, {0, 1, 0}).*{1, 2, 3})", vectors), "3");
}

TEST(ExpressionValues, OfBranchesThatAreNotTakenAreNotLookedAt) {
  EXPECT_EQ(
      equations_of(
          "Real x[2]; equation for i in 1:2 loop x[i] = if i == 1 then 0 else x[i - 1]; end for;"),
      (Lines{"x[1] = 0", "x[2] = x[1]"}));
}

TEST(ExpressionValues, OfDerivativesFollowTheChainRule) {
  EXPECT_EQ(value_of("der(s)", vectors), "der(s)");
  EXPECT_EQ(value_of("der(2*s + time)", vectors), "((2*der(s)) + 1)");
  EXPECT_EQ(value_of("der(s*sin(s))", vectors), "((sin(s) + (s*cos(s)))*der(s))");
  EXPECT_EQ(value_of("der(n*s^2)", vectors), "((n*(2*s))*der(s))");
  EXPECT_EQ(equations_of("Real x[2000]; Real y = der(sum(x));").size(), 1U);
  EXPECT_EQ(value_of("der(max(s, time))", vectors),
            "(((if (s >=~ time) then 1 else 0)*der(s)) + (if (s >=~ time) then 0 else 1))");
  EXPECT_TRUE(contains(complaint("Real x = der(if time > 1 then 1 else 0);"), "is not supported"));
  EXPECT_TRUE(contains(complaint("Real x = der(floor(time));"), "is not supported"));
  EXPECT_TRUE(contains(complaint("Integer n; Real x = der(n);"),
                       "changes at events only and has no derivative"));
}

TEST(ExpressionValues, OfWrongTypesAreRefused) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"Real x = true;", "'x' is Real, but this is Boolean"},
      {"Real x = 1 + true;", "'+' needs numbers, but here are Integer and Boolean"},
      {"Boolean b = 1;", "'b' is Boolean, but this is Integer"},
      {"Boolean b = not 1;", "'not' needs a Boolean"},
      {"Real x = -true;", "A sign needs a number"},
      {"Boolean b = true and 1;", "'and' needs two Booleans"},
      {"Boolean b = true < false;", "'<' cannot compare Boolean and Boolean"},
      {"Boolean b = {1, 2} < {3, 4};", "compares scalars"},
      {"Real x = if 1 then 2 else 3;", "A condition must be a Boolean"},
      {"Real x = if time > 1 then 2 else false;", "The branches of an if must have the same type"},
      {"Real x[2] = if time > 1 then {1, 2} else {1, 2, 3};",
       "The branches of an if must have the same shape"},
      {"Real x = sin(true);", "'sin' needs numbers"},
      {"Real x[2] = {1, true};", "The elements of an array must have the same type"},
      {"Real x[2] = [1, 2; 3];", "The rows of a matrix must have the same type and length"},
      {"Real x = {1, 2} + {1, 2, 3};", "'+' does not fit"},
      {"Real x = {1, 2}*{1, 2, 3};", "A product of"},
      {"Real x = {1, 2}^2;", "with a dot in front works element by element"},
      {"Real x, y; Boolean b = x == y;", "hardly ever exactly equal"},
      {"Real x[2]; Real y = x[3];", "'x' has the elements 1 to 2, but here is 3"},
      {"Real x[2]; Real y = x[0];", "but here is 0"},
      {"Real x[2]; Real y = x[1.0];", "A subscript must be an Integer"},
      {"Real x[2]; Integer i; Real y = x[i];", "A subscript must be known before the run"},
      {"Real x; Real y = x[1];", "'x' is not an array, but here are 1 subscripts"},
      {"Real x = end;", "'end' is allowed in a subscript only"},
      {"Real x = sum(1);", "needs an array"},
      {"Real x = min(3);", "needs two numbers or one array"},
      {"Real x = min(zeros(0));", "has no value"},
      {"Real x = sin();", "'sin' takes 1 argument, but there are 0"},
      {"Real x = sin(1, 2);", "'sin' takes 1 argument, but there are 2"},
      {"Real x = fill(1);", "at least one size"},
      {"Real x = size({1}, 2);", "does not have"},
      {"Real x = sin(u = 1);", "in their order, without names"},
      {"Real x = sni(1);", "There is no function 'sni'. Did you mean 'sin'?"},
      {"Real x = pow(2, 3);", "There is no function 'pow': a power is written a^b"},
      {"Real x = 2*pi;", "The constant is written Modelica.Constants.pi"},
      {"Real x; Real y = x(1);", "'x' is a variable, not a function"},
      {"Real x = assert(true, \"\");", "'assert' is a statement and has no value"},
      {"Real x = sum(i for i in 1:0:3);", "The step of a range cannot be 0"},
      {"Real x = sum(i for i in 1:time);", "known before the run"},
      {"Real x = pre(1);", "'pre' takes a variable, but this is an expression"},
      {"Boolean b = edge(1);", "'edge' needs one Boolean"},
      {"Boolean b = sample(0, 0);", "must be larger than 0, but it is 0"},
      {"Real x = smooth(-1, 2);", "'smooth' needs the order"},
      {"Real x = der(true);", "Only a Real has a derivative"},
  };
  for (const auto& [body, sentence] : wrong) {
    SCOPED_TRACE(body);
    EXPECT_TRUE(contains(complaint(body), sentence));
  }
}

TEST(ExpressionValues, OfIntegersDivideAsReals) {
  EXPECT_EQ(value_of("7/2"), "3.5");
  EXPECT_TRUE(
      contains(complaint("parameter Integer n = 7/2;"), "'n' is Integer, but this is Real"));
}

TEST(ExpressionValues, OfTimeVaryingNumbersInMessagesAreReported) {
  EXPECT_TRUE(contains(warnings_of("Real x = 1; equation assert(x > 0, \"x is \" + String(x));"),
                       "they will contain <x> instead of the value"));
}

}  // namespace
}  // namespace bw::equation::evaluate_test
