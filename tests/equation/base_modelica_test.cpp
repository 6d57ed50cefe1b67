// Base Modelica: what programs write for other programs. Values are compared with exact solutions.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/sort/plan.h"
#include "support/contains.h"
#include "support/equation/equation_run.h"
#include "support/refusal.h"

namespace bw::equation::base_modelica_test {
namespace {

using test::contains;
using test::EquationRun;

std::string base(const std::string& definitions, const std::string& body) {
  return "//! base 0.1.0\npackage 'P'\n" + definitions + "\n  model 'M'\n" + body +
         "\n  end 'M';\nend 'P';\n";
}

FlatModel read(const std::string& definitions, const std::string& body) {
  return read_model(base(definitions, body), "m.bmo").model;
}

double value(const std::string& definitions, const std::string& body, const std::string& name) {
  return EquationRun(read(definitions, body)).value(name);
}

std::string refusal(const std::string& definitions, const std::string& body) {
  return test::outcome<InputError>([&] { make_plan(read(definitions, body)); });
}

TEST(BaseModelica, NamesAreReadWithoutTheirQuotes) {
  const FlatModel model = read("", "Real 'a.b[1].c'(unit = \"m\"); equation 'a.b[1].c' = time;");
  EXPECT_EQ(model.name, "M");
  EXPECT_EQ(model.variables[0].name, "a.b[1].c");
  EXPECT_TRUE(contains(refusal("", "Real 'x.y' = 'x.z';"), "'x.z'"));
}

TEST(BaseModelica, QuotesOfOtherModelsStayPartOfTheName) {
  EXPECT_EQ(read_model("model M Real 'a b' = 1; end M;", "m.mo").model.variables[0].name, "'a b'");
}

TEST(BaseModelica, EnumerationsAreNumbersFromOne) {
  const std::string type = "type 'T.Init' = enumeration('no' \"None\", 'steady', 'state');";
  EXPECT_EQ(value(type,
                  "parameter 'T.Init' 'i' = 'T.Init'.'steady'; Real 'x' = "
                  "if 'i' == 'T.Init'.'steady' then 7.0 else 8.0;",
                  "x"),
            7);
  EXPECT_EQ(value("", "parameter StateSelect 's' = StateSelect.prefer; Integer 'n' = 's';", "n"),
            4);
}

TEST(BaseModelica, AMinusMayFollowAnOperator) {
  EXPECT_EQ(value("", "Real 'x' = 3.0 * -2.0 ^ 2.0;", "x"), -12);
  EXPECT_EQ(value("", "Real 'x' = 1.0 - -2.0; Real 'y' = 2.0 ^ -1.0;", "y"), 0.5);
  EXPECT_TRUE(contains(
      test::outcome<InputError>([] { read_model("model M Real x = 3*-2; end M;", "m.mo"); }),
      "parentheses"));
}

TEST(BaseModelica, AWholeArrayIsMadeOfItsScalars) {
  const std::string body =
      "Real 'v[1]' = 1.0; Real 'v[2]' = 2.0; Real 'm[1,1]' = 1.0; Real 'm[1,2]' = 5.0; "
      "Real 's' = sum('v'); Real 'e' = 'm'[1, 2]; Real 'd' = ('v' - {0.5, 0.5})[2];";
  EXPECT_EQ(value("", body, "s"), 3);
  EXPECT_EQ(value("", body, "e"), 5);
  EXPECT_EQ(value("", body, "d"), 1.5);
}

TEST(BaseModelica, ASubscriptMayChangeDuringTheRun) {
  EquationRun run(read("",
                       "Integer 'n' = if time < 1.0 then 1 else 3; "
                       "constant Real 'c'[3] = {10.0, 20.0, 30.0}; Real 'x' = 'c'['n']; "
                       "Real 'y'(start = 0.0, fixed = true); equation der('y') = 'x';"));
  EXPECT_EQ(run.value("x"), 10);
  run.march(2);
  EXPECT_EQ(run.value("x"), 30);
  EXPECT_NEAR(run.value("y"), 40, 1e-8);
}

constexpr const char* functions = R"(
  function 'horner'
    input Real 'c'[:];
    input Real 'x';
    output Real 'y';
  algorithm
    'y' := 'c'[size('c', 1)];
    for 'i' in size('c', 1) - 1:-1:1 loop
      'y' := 'y' * 'x' + 'c'['i'];
    end for;
  end 'horner';
  function 'polar' "Two results"
    input Real 'x';
    input Real 'y' = 0.0;
    output Real 'r';
    output Real 'phi';
  protected
    Real 's' = 'x' * 'x' + 'y' * 'y';
  algorithm
    'r' := sqrt('s');
    'phi' := atan2('y', 'x');
  end 'polar';
  function 'clip'
    input Real 'x';
    output Real 'y';
  algorithm
    if 'x' > 1.0 then
      'y' := 1.0;
    elseif 'x' < -1.0 then
      'y' := -1.0;
    else
      'y' := 'x';
    end if;
  end 'clip';
  function 'factorial'
    input Integer 'n';
    output Integer 'f';
  algorithm
    if 'n' <= 1 then
      'f' := 1;
    else
      'f' := 'n' * 'factorial'('n' - 1);
    end if;
  end 'factorial';
  function 'log2'
    input Integer 'n';
    output Integer 'k';
  protected
    Integer 'm' = 'n';
  algorithm
    'k' := 0;
    while true loop
      if 'm' < 2 then
        break;
      end if;
      'm' := div('m', 2);
      'k' := 'k' + 1;
      if 'k' > 30 then
        return;
      end if;
    end while;
  end 'log2';
  function 'outside'
    input Real 'x';
    output Real 'y';
    external "C" 'y' = outside('x');
  end 'outside';
)";

TEST(BaseModelica, FunctionsAreExpandedWhereTheyAreCalled) {
  EXPECT_EQ(value(functions, "Real 'x' = 'horner'({1.0, 2.0, 3.0}, 2.0);", "x"), 17);
  EXPECT_EQ(value(functions, "Real 'x' = 'polar'(3.0, 4.0);", "x"), 5);
  EXPECT_EQ(value(functions, "Real 'x' = 'polar'('y' = 4.0, 'x' = 3.0);", "x"), 5);
  EXPECT_EQ(value(functions, "Real 'x' = 'polar'(-3.0);", "x"), 3);
  EXPECT_EQ(value(functions, "Integer 'n' = 'factorial'(5);", "n"), 120);
  EXPECT_EQ(value(functions, "Integer 'n' = 'log2'(1000);", "n"), 9);
}

TEST(BaseModelica, SeveralResultsAreSeveralEquations) {
  const std::string body =
      "Real 'r'; Real 'phi'; Real 'only'; equation ('r', 'phi') = 'polar'(0.0, 2.0); "
      "(, 'only') = 'polar'(1.0, 1.0);";
  EXPECT_EQ(value(functions, body, "r"), 2);
  EXPECT_NEAR(value(functions, body, "phi"), std::acos(-1.0) / 2, 1e-15);
  EXPECT_NEAR(value(functions, body, "only"), std::acos(-1.0) / 4, 1e-15);
  const std::string algorithm =
      "Real 'r'; Real 'phi'; algorithm ('r', 'phi') := 'polar'(0.0, 2.0); 'r' := 2.0 * 'r';";
  EXPECT_EQ(value(functions, algorithm, "r"), 4);
}

// x' = -clip(x), x(0) = e: falls by 1 per second to 1, then as exp(-t).
TEST(BaseModelica, AFunctionWithBranchesIsFollowedThroughThem) {
  EquationRun run(read(functions,
                       "Real 'x'(start = 2.0, fixed = true); equation der('x') = "
                       "-'clip'('x');"));
  run.march(2, 1e-10);
  EXPECT_NEAR(run.value("x"), std::exp(-1), 1e-7);
}

TEST(BaseModelica, AFunctionIsDifferentiatedExactly) {
  EquationRun run(read(functions, "Real 'v' = der('horner'({0.0, 0.0, 1.0}, sin(time)));"));
  run.time = 0.7;
  EXPECT_NEAR(run.value("v"), std::sin(1.4), 1e-15);
}

TEST(BaseModelica, WhatAFunctionCannotDoIsSaid) {
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 'outside'(1.0);"), "another language"));
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 'gone'(1.0);"), "does not contain"));
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 'polar'();"), "argument 'x'"));
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 'polar'(1.0, 2.0, 3.0);"), "takes 2"));
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 'polar'('z' = 1.0);"), "no input 'z'"));
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 'horner'(1.0, 1.0);"), "dimension"));
  EXPECT_TRUE(contains(refusal(functions,
                               "Integer 'n'(start = 3); Integer 'f' = "
                               "'factorial'(integer(time));"),
                       "nested"));
}

// What is not assigned is no number, and a run that uses it fails.
TEST(BaseModelica, ABranchThatAssignsNothingLeavesNoNumber) {
  const std::string half =
      "function 'half' input Real 'x'; output Real 'y'; algorithm if 'x' > 0.0 then 'y' := 1.0; "
      "end if; end 'half';";
  EXPECT_EQ(value(half, "Real 'y' = 'half'(1.0);", "y"), 1);
  EXPECT_TRUE(std::isnan(value(half, "Real 'y' = 'half'(time - 1.0);", "y")));
}

TEST(BaseModelica, AnEnumerationStartsWithItsFirstLiteral) {
  const std::string type = "type 'E' = enumeration('a', 'b');";
  EXPECT_EQ(value(type,
                  "'E' 'e'; constant Real 'c'[2] = {5.0, 6.0}; Real 'x' = 'c'['e']; equation when "
                  "time > 1.0 then 'e' = 'E'.'b'; end when;",
                  "x"),
            5);
}

TEST(BaseModelica, WhatWouldBeMisreadIsRefused) {
  EXPECT_TRUE(contains(refusal("function 'sign' input Real 'x'; output Real 'y'; algorithm 'y' := "
                               "'x'; end 'sign';",
                               "Real 'x' = 'sign'(2.0);"),
                       "function of the language"));
  EXPECT_TRUE(contains(refusal(std::string(functions) + functions, "Real 'x' = 1.0;"), "twice"));
  EXPECT_TRUE(contains(refusal("", "Real 'v[1]' = 1.0; Real 'v[3]' = 2.0; Real 's' = sum('v');"),
                       "are missing"));
  EXPECT_TRUE(contains(refusal("function 'f' input Real 'c'[3]; output Real 'y'; algorithm 'y' := "
                               "'c'[1]; end 'f';",
                               "Real 'x' = 'f'({1.0, 2.0});"),
                       "has the size 3"));
  EXPECT_TRUE(contains(refusal("function 'f' input Real 'x'; end 'f';", "Real 'x' = 'f'(1.0);"),
                       "no output"));
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 'polar'(1.0, 'x' = 2.0);"), "given twice"));
}

TEST(BaseModelica, SectionsThatDoNotBelongThereAreReportedOnce) {
  EXPECT_TRUE(contains(refusal("equation 'x' = 1.0;", "Real 'x' = 1.0;"), "m.bmo:3"));
  EXPECT_TRUE(contains(refusal("function 'f' input Real 'x'; output Real 'y'; equation 'y' = 'x'; "
                               "end 'f';",
                               "Real 'x' = 1.0;"),
                       "m.bmo:3"));
}

TEST(BaseModelica, NestedMinimaAreEvaluatedOnceEach) {
  std::string deep = "{'x', 2.0}";
  for (int k = 0; k < 60; ++k) deep = "{min(" + deep + "), 3.0}";
  EXPECT_EQ(value("", "parameter Real 'x' = 1.0; Real 'y' = min(" + deep + ");", "y"), 1);
}

TEST(BaseModelica, ObjectsAreRefusedByName) {
  const std::string types = "class 'Table' extends ExternalObject; end 'Table';";
  EXPECT_TRUE(contains(refusal(types, "parameter 'Table' 't' = 'Table'(1.0);"), "'Table'"));
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 'polar'(1.0).'re';"), "has fields"));
  EXPECT_TRUE(contains(refusal(functions, "Real 'x' = 2.0 * ('x', 'x');"), "left side"));
}

TEST(BaseModelica, InitialEquationsComputeParameters) {
  // The spring is at rest at the start: k 0.5 = 9.81.
  EquationRun run(read("",
                       "parameter Real 'k'(fixed = false, start = 1.0); Real 'x'(start = 0.5, "
                       "fixed = true); Real 'v'(start = 0.0, fixed = true); initial equation "
                       "der('v') = 0.0; equation der('x') = 'v'; der('v') = 9.81 - 'k' * 'x';"));
  EXPECT_NEAR(run.value("k"), 19.62, 1e-12);
  run.march(1);
  EXPECT_NEAR(run.value("x"), 0.5, 1e-12);
  EXPECT_NEAR(run.value("k"), 19.62, 1e-12);
}

// q is bound to p, which the start determines.
TEST(BaseModelica, ParametersOfComputedOnesAreComputed) {
  EquationRun run(read("",
                       "parameter Real 'q' = 2.0 * 'p'; parameter Real 'r' = 'q' + 1.0; parameter "
                       "Real 'p'(fixed = false); Real 'x'(start = 3.0, fixed = true); initial "
                       "equation der('x') = 8.0; equation der('x') = 'q' + 0.0 * 'x';"));
  EXPECT_NEAR(run.value("p"), 4, 1e-12);
  run.march(1);
  EXPECT_NEAR(run.value("r"), 9, 1e-12);
  EXPECT_NEAR(run.value("x"), 11, 1e-9);
}

TEST(BaseModelica, AParameterOfAVariableIsRefusedBesideComputedOnes) {
  EXPECT_TRUE(contains(refusal("",
                               "parameter Real 'p'(fixed = false); Real 'x' = time; parameter Real "
                               "'q' = 'x'; initial equation 'p' = 1.0;"),
                       "parameters and constants only"));
}

TEST(BaseModelica, ArraysAreJoinedAndPromoted) {
  EXPECT_EQ(value("", "Real 'x' = sum(cat(1, {1.0, 2.0}, {3.0})[2:3]);", "x"), 5);
  EXPECT_EQ(value("", "Real 'x' = cat(2, {{1.0}, {2.0}}, {{3.0, 4.0}, {5.0, 6.0}})[2, 3];", "x"),
            6);
  EXPECT_EQ(value("",
                  "Real 'x' = (promote({1.0, 2.0}, 2) * transpose(promote({3.0, 4.0}, 2)))[2, "
                  "1];",
                  "x"),
            6);
  EXPECT_TRUE(contains(refusal("", "Real 'x' = sum(cat(2, {1.0}, {2.0}));"), "dimension"));
  EXPECT_TRUE(contains(refusal("", "Real 'x' = sum(cat(1, {1.0}, {{2.0}}));"), "same shape"));
  EXPECT_TRUE(contains(refusal("", "Real 'x' = sum(promote({{1.0}}, 1));"), "adds dimensions"));
}

TEST(BaseModelica, LiteralsHaveNumbersAndMessagesFormats) {
  const std::string type = "type 'E' = enumeration('a', 'b');";
  EXPECT_EQ(value(type, "Integer 'n' = Integer('E'.'b');", "n"), 2);
  EXPECT_TRUE(contains(refusal("", "Integer 'n' = Integer(1.5);"), "enumeration"));
  const FlatModel model = read("",
                               "equation assert(time < 1.0, \"t = \" + String(time, "
                               "significantDigits = 4));");
  EXPECT_EQ(model.asserts[0].message, "t = <time>");
}

TEST(BaseModelica, InitialAlgorithmsComputeParameters) {
  EquationRun run(read("",
                       "parameter Real 'a'(fixed = false); parameter Boolean 'b'(fixed = "
                       "false); Real 'x' = if 'b' then 'a' else 0.0; initial algorithm 'a' := "
                       "3.0; 'b' := 'a' > 2.0;"));
  EXPECT_EQ(run.value("x"), 3);
}

TEST(BaseModelica, TheStartTimeIsKnownBeforeTheRun) {
  const std::string body =
      "parameter Real 't0'(fixed = false); Integer 'n'(start = 0, fixed = true); initial equation "
      "'t0' = time; equation when sample('t0' + 0.5, 1.0) then 'n' = pre('n') + 1; end when;";
  EquationRun run(read("", body), CompilerChoice::tiny, {}, 10);
  EXPECT_EQ(run.value("t0"), 10);
  run.march(13);
  EXPECT_EQ(run.value("n"), 3);
  EXPECT_TRUE(contains(refusal("", "parameter Real 'p' = time; Real 'x' = 'p';"), "parameters"));
}

TEST(BaseModelica, SemiLinearHasTwoSlopes) {
  EXPECT_EQ(value("", "Real 'y' = semiLinear(2.0, 3.0, 5.0);", "y"), 6);
  EXPECT_EQ(value("", "Real 'y' = semiLinear(-2.0, 3.0, 5.0);", "y"), -10);
}

TEST(BaseModelica, APackageWithoutAModelOrWithTwoIsRefused) {
  const auto outcome = [](const std::string& text) {
    return test::outcome<InputError>([&] { read_model("//! base 0.1.0\n" + text, "m.bmo"); });
  };
  EXPECT_TRUE(contains(outcome("package 'P'\nend 'P';"), "contains no model"));
  EXPECT_TRUE(contains(outcome("package 'P'\nmodel 'A' end 'A';\nmodel 'B' end 'B';\nend 'P';"),
                       "contains one model"));
  EXPECT_TRUE(contains(outcome("package 'P'\nmodel 'A' end 'A';\nend 'Q';"), "end P"));
}

// What was J*a = tau with J = 1 before its constants had their values.
TEST(BaseModelica, UnitsThatDoNotFitMayBeRight) {
  const std::string text =
      base("",
           "Real a(unit = \"rad/s2\"), b(unit = \"m\"), tau(unit = \"N.m\") = 2; "
           "equation a = tau; b = a;");
  const auto warnings = read_model(text, "m.bmo").warnings;
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].cosmetic);
  EXPECT_TRUE(contains(warnings[0].sentence, "left is 1/s2, right is kg.m2/s2"));
  EXPECT_TRUE(contains(warnings[0].sentence, "as may 1 more"));
}

}  // namespace
}  // namespace bw::equation::base_modelica_test
