// Functions, records, enumerations and lists of results in hand-written models.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "equation/check/read_model.h"
#include "support/contains.h"
#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"

namespace bw::equation::functions_in_models_test {
namespace {

using test::complaint;
using test::complaint_about_text;
using test::contains;
using test::EquationRun;

double value(const std::string& text, const std::string& name) {
  return EquationRun(read_model(text, "m.mo").model).value(name);
}

constexpr const char* horner = R"(
function horner "A polynomial"
  input Real c[:];
  input Real x = 1;
  output Real y;
  output Integer count;
protected
  Integer k = size(c, 1);
algorithm
  y := 0;
  while k > 0 loop
    y := y*x + c[k];
    k := k - 1;
  end while;
  count := size(c, 1);
end horner;
)";

TEST(FunctionsInModels, StandInFrontOfTheModelBehindItOrInIt) {
  const std::string model = "model M Real y = horner({1, 2, 3}, 2); end M;";
  EXPECT_EQ(value(horner + model, "y"), 17);
  EXPECT_EQ(value(model + horner, "y"), 17);
  EXPECT_EQ(value("model M " + std::string(horner) + " Real y = horner({1, 2, 3}); end M;", "y"),
            6);
  EXPECT_EQ(value("within; pure " + std::string(horner).substr(1) + model, "y"), 17);
}

TEST(FunctionsInModels, HaveSeveralResults) {
  const std::string model =
      "model M Real y, z; Integer n, m; equation (y, n) = horner({1, 2}, x = 3); "
      "(, m) = horner({1}); algorithm (z) := 1; (z, ) := horner({2, 5}, 2); end M;";
  EXPECT_EQ(value(horner + model, "y"), 7);
  EXPECT_EQ(value(horner + model, "n"), 2);
  EXPECT_EQ(value(horner + model, "m"), 1);
  EXPECT_EQ(value(horner + model, "z"), 12);
}

TEST(FunctionsInModels, AreDifferentiatedExactly) {
  const std::string model =
      "model M Real x(start = 0.5, fixed = true); Real v = der(x); "
      "equation horner({0, 1, 2}, x) = 1 + time; end M;";
  EXPECT_NEAR(value(horner + model, "v"), 1 / (1 + 4 * 0.5), 1e-12);
}

// Integers of functions may depend on continuous variables: nothing there makes an event.
TEST(FunctionsInModels, CompareAndUseIntegersThatOnlyTheRunKnows) {
  const std::string text =
      "function pick input Real x; output Real y; protected Integer n; Real table[3] = {5, 6, 7}; "
      "algorithm n := if x > 2 then 3 elseif x > 1 then 2 else 1; y := table[n]; "
      "if n == 2 then y := -y; elseif n <> 1 then y := 2*y; end if; end pick; model M "
      "Real a = pick(time + 1.5), b = pick(time + 3), c = pick(time); end M;";
  EXPECT_EQ(value(text, "a"), -6);
  EXPECT_EQ(value(text, "b"), 14);
  EXPECT_EQ(value(text, "c"), 5);
}

TEST(FunctionsInModels, WithoutResultsAreCalledForTheirAssertions) {
  const std::string function =
      "function check input Real x; algorithm assert(x < 2, \"x is large\"); end check; ";
  for (const std::string section : {"equation ", "algorithm "}) {
    const FlatModel model =
        read_model(function + "model M Real x = 1 + time; " + section + "check(x); end M;", "m.mo")
            .model;
    ASSERT_EQ(model.asserts.size(), 1U);
    EXPECT_TRUE(contains(model.asserts[0].message, "x is large"));
  }
  EXPECT_TRUE(contains(complaint("Real x = 1; equation nothing(x);"), "'=' is missing"));
}

TEST(FunctionsInModels, OfTheLibraryAreSupplied) {
  EXPECT_EQ(value("model M Real x = Modelica.Math.Vectors.length({3, 4}); end M;", "x"), 5);
}

TEST(FunctionsInModels, ReportMistakesWithTheirPlace) {
  const auto said = [](const std::string& body) {
    return complaint("function f input Real x; output Real y; algorithm " + body +
                     " end f; Real y = f(time);");
  };
  EXPECT_TRUE(contains(said("y := x + z;"), "m.mo:2:60: 'z' is not declared"));
  EXPECT_TRUE(contains(said("y = x;"), "m.mo:2:53: Use ':=' in an algorithm"));
  EXPECT_TRUE(contains(complaint("function f input Rael x; output Real y; algorithm y := x; end f; "
                                 "Real y = f(time);"),
                       "m.mo:2:18: Variables of type 'Rael' are not supported in functions"));
  EXPECT_TRUE(contains(complaint("function f output Real y; algorithm y := 1; end g; Real x = 1;"),
                       "m.mo:2:49: Expected 'end f'"));
  EXPECT_TRUE(contains(complaint_about_text("function f end f; model M Real x = f; end M;"),
                       "m.mo:1:36: 'f' is a function"));
  EXPECT_TRUE(contains(complaint("function f output Real y; external \"C\" y = g(); end f; "
                                 "Real x = f();"),
                       "is written in another language"));
}

constexpr const char* complex_numbers = R"(
record Complex
  Real re(unit = "V");
  Real im(unit = "V");
end Complex;
function times
  input Complex a, b;
  output Complex c;
algorithm
  c.re := a.re*b.re - a.im*b.im;
  c.im := a.re*b.im + a.im*b.re;
end times;
)";

TEST(RecordsInModels, HaveFields) {
  const std::string model =
      "model M Complex z(re = time + 1, im = 2), w = times(z, Complex(3, im = -1)); "
      "Complex s[2]; Real y = s[2].im + w.re + times(z, z).im; "
      "equation s[1] = z; for i in 2:2 loop s[i].re = s[i - 1].im; s[i].im = 10; end for; end M;";
  EXPECT_EQ(value(complex_numbers + model, "w.im"), 5);
  EXPECT_EQ(value(complex_numbers + model, "s[2].re"), 2);
  EXPECT_EQ(value(complex_numbers + model, "y"), 10 + 5 + 4);
}

TEST(RecordsInModels, TakeAttributesOfTheirFields) {
  const std::string model =
      "model M parameter Complex k(re = 2, im = 1); Complex z(re(start = 3, fixed = true)); "
      "equation der(z.re) = -k.re*z.re; z.im = k.re; end M;";
  const FlatModel made = read_model(complex_numbers + model, "m.mo").model;
  EXPECT_EQ(EquationRun(made).value("z.re"), 3);
  EXPECT_TRUE(
      contains(complaint("Real x(y(start = 1));"), "m.mo:2:8: 'y' cannot be modified here"));
  EXPECT_TRUE(
      contains(complaint("record R Real a(start(b = 1)); end R; R r;"), "'start' cannot be"));
  EXPECT_TRUE(contains(complaint("Real x[2](each start(y = 1));"), "'start' cannot be modified"));
  EXPECT_TRUE(contains(complaint("record R Real a; end R; R r(b = 1);"),
                       "m.mo:2:29: 'b' is not a field of the record 'R'"));
  EXPECT_TRUE(
      contains(complaint("record R Real a; end R; R r(a = 1); Real x = r.b;"), "m.mo:2:46"));
}

TEST(RecordsInModels, KnowTheirOwnFieldsOnly) {
  const std::string record =
      "record R parameter Real a = 1; parameter Integer n = 2; parameter Real b = 2*a; "
      "Real v[n](start = b) = {a, b}; end R; ";
  const std::string model = "model M parameter Real a = 100; parameter Integer n = 7; ";
  EXPECT_EQ(value(record + model + "R m; Real y = m.b; end M;", "y"), 2);
  EXPECT_EQ(value(record + model + "R m(a = a + 1); Real y = m.v[2]; end M;", "y"), 202);
  EXPECT_EQ(value(record + "model M R m[2]; Real y = m[2].b; end M;", "y"), 2);
  EXPECT_TRUE(contains(complaint_about_text("record R Real b = 2*c; end R; "
                                            "model M Real c = time; R m; end M;"),
                       "m.mo:1:21: 'c' is not a field of the record 'R'"));
  EXPECT_TRUE(contains(complaint_about_text("record R final parameter Real a = 1; end R; "
                                            "model M R m(a = 3); end M;"),
                       "'a' is final in the record 'R'"));
}

constexpr const char* without_values = R"(
function f input Integer k; output Integer y; protected Real t[3] = {1, 2, 3};
algorithm y := if t[k] > 1.5 then 1 else 2; end f;
function g input Real u; output Real y; protected Boolean c;
algorithm if u > 5 then c := true; end if; y := if c then 1 else 2; end g;
function h input Real u; output Real y; protected Boolean c;
algorithm y := if c and u > 1 then 1 else 2; end h;
)";

TEST(FunctionsInModels, DoNotComputeWithWhatHasNoValue) {
  const auto asserts = [](const std::string& body) {
    return read_model(without_values + ("model M " + body + " end M;"), "m.mo").model.asserts;
  };
  const std::string counter =
      "Integer k(start = 1, fixed = true); equation "
      "when sample(1, 1) then k = pre(k) + 1; end when; ";
  const auto found = asserts("Integer y = f(k); " + counter);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(contains(found[0].message, "The function f needs a value that is not there"));
  EXPECT_EQ(asserts("Real y = g(time);").size(), 1U);
  EXPECT_TRUE(asserts("Real y = g(6);").empty());
  EXPECT_TRUE(asserts("Integer y = f(3);").empty());
  EXPECT_EQ(asserts("Real y = h(time);").size(), 1U);
}

TEST(FunctionsInModels, EndABranchingRecursionAtItsLimit) {
  EXPECT_TRUE(contains(
      complaint("function fib input Real n; output Real y; algorithm "
                "y := if n < 2 then n else fib(n - 1) + fib(n - 2); end fib; Real y = fib(time);"),
      "A recursion must end by arguments that are known before the run"));
}

TEST(FunctionsInModels, DoubtAssertionsThatNobodyChecks) {
  const auto warnings = read_model(
                            "function f input Real u; output Real q; algorithm "
                            "assert(u < 2, \"large\"); q := u; end f; "
                            "model M discrete Real s(start = 0, fixed = true); equation "
                            "when time > 1 then s = f(10*time); end when; end M;",
                            "m.mo")
                            .warnings;
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_FALSE(warnings[0].cosmetic);
}

TEST(FunctionsInModels, RefuseWhatTheLanguageDoesNotAllow) {
  const auto said = [](const std::string& body, const std::string& arguments = "time") {
    return complaint("function f input Real x; input Real z = 1; output Real y; algorithm " + body +
                     " end f; Real y = f(" + arguments + ");");
  };
  EXPECT_TRUE(contains(said("x := 2; y := x;"), "cannot be assigned"));
  EXPECT_TRUE(contains(said("y := time;"), "'time' has no meaning in a function"));
  EXPECT_TRUE(contains(said("y := der(x);"), "'der' has no meaning in a function"));
  EXPECT_TRUE(contains(said("y := x;", "x = 1, 2"), "cannot follow one with a name"));
}

TEST(EnumerationsInModels, HaveTheirLiteralsOnly) {
  const std::string type = "type E = enumeration(a, b, c); ";
  EXPECT_TRUE(contains(complaint_about_text(type + "model M E z = 17; end M;"),
                       "has the literals 1 to 3, but this is 17"));
  EXPECT_TRUE(
      contains(complaint_about_text("type E = enumeration(a, b, a); model M Real x = 1; end M;"),
               "has the literal 'a' twice"));
  const FlatModel model = read_model(type + "model M parameter E p = E.b; end M;", "m.mo").model;
  EXPECT_EQ(model.graph[model.variables[0].max].value, 3);
}

TEST(EnumerationsInModels, AreNumbersFromOne) {
  const std::string model =
      "model M type Gear = enumeration(reverse \"R\", neutral, drive); "
      "parameter Gear g = Gear.neutral; Real v = if g == Gear.neutral then 0 else 1; "
      "Gear h = if time < 1 then Gear.drive else g; end M;";
  EXPECT_EQ(value(model, "v"), 0);
  EXPECT_EQ(value(model, "h"), 3);
  EXPECT_TRUE(contains(complaint("type E = enumeration(a, b); E e = E.c;"), "E.c"));
}

TEST(Breaks, EndTheLoopsOfAlgorithms) {
  const std::string first =
      "model M Integer n; Real s; algorithm n := 0; s := 0; for i in 1:5 loop "
      "if i > time + 2.5 then break; end if; for j in 1:9 loop s := s + 1; if j == i then break; "
      "end if; s := s + 10; end for; n := i; end for; end M;";
  EXPECT_EQ(value(first, "n"), 2);
  EXPECT_EQ(value(first, "s"), 1 + 1 + 10 + 1);
  const std::string known =
      "model M Real s; algorithm s := 0; for i in 1:5, j in 1:3 loop if j > i then break; end if; "
      "s := s + 1; end for; end M;";
  EXPECT_EQ(value(known, "s"), 1 + 2 + 3 + 3 + 3);
  const std::string branches =
      "model M Real s; algorithm s := 0; for i in 1:3 loop if time > 1 then s := 5; "
      "elseif i == 2 then break; else s := s + i; end if; s := s + 0.5; end for; s := 2*s; end M;";
  EXPECT_EQ(value(branches, "s"), 3);
}

}  // namespace
}  // namespace bw::equation::functions_in_models_test
