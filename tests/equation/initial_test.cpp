// How equation models begin.

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/contains.h"
#include "support/equation/equation_run.h"
#include "support/equation/flat_models.h"
#include "support/equation/model_text.h"
#include "support/refusal.h"

namespace bw::test::initial_test {
namespace {

using equation::Op;
using equation::ScalarType;

TEST(EquationStart, SteadyStatesAreFound) {
  FlatMaker m;
  const E x = m.real("x"), y = m.real("y", 1, false);
  m.equation(m.der(x), 4.0 - x * x - y);
  m.equation(m.der(y), x - 2.0 * y);
  m.variable(x).start = m.model.graph.constant(1);
  m.initial(m.der(x), m.constant(0));
  m.initial(m.der(y), m.constant(0));
  EquationRun run(m.model);
  EXPECT_NEAR(run.x[0], 2 * run.x[1], 1e-13);
  EXPECT_NEAR(4 - run.x[0] * run.x[0] - run.x[1], 0, 1e-12);
  EXPECT_GT(run.x[0], 0);
  EXPECT_TRUE(run.bells.rung().empty());
}

TEST(EquationStart, AnInitialAlgorithmGivesStatesTheirValues) {
  EquationRun run(read_body("parameter Integer n = 4; Real x, y, s; "
                            "initial algorithm s := 0; for i in 1:n loop s := s + i; end for; "
                            "x := s; if s > 5 then y := 2*x; else y := 0; end if; "
                            "equation der(x) = -x; der(y) = 1; der(s) = 0;")
                      .model);
  EXPECT_EQ(run.value("s"), 10);
  EXPECT_EQ(run.value("x"), 10);
  EXPECT_EQ(run.value("y"), 20);
  EXPECT_TRUE(run.bells.rung().empty());
}

TEST(EquationStart, InitialEquationsMayRepeatFixedStartValues) {
  EquationRun run(read_body("Real x(start = 2, fixed = true); "
                            "Boolean on(start = false, fixed = true), b; "
                            "initial equation pre(b) = false; x = 2; "
                            "equation der(x) = 1; b = on; "
                            "when x > 3 then on = true; end when;")
                      .model);
  EXPECT_EQ(run.value("x"), 2);
  ASSERT_TRUE(run.march(2).good());
  EXPECT_EQ(run.value("b"), 1);
  EXPECT_TRUE(run.bells.rung().empty());
}

TEST(EquationStart, AnAlgebraicVariableMayDetermineAState) {
  FlatMaker m;
  const E x = m.real("x"), y = m.real("y", 10);
  m.equation(m.der(x), -x);
  m.equation(y, 2.0 * x + 4.0 * m.constant(1));
  EquationRun run(m.model);
  EXPECT_EQ(run.x[0], 3);
}

TEST(EquationStart, StatesWithoutConditionTakeTheirStartValuesAndThatIsReported) {
  FlatMaker m;
  const E x = m.real("x", 3, false), y = m.real("y");
  m.equation(m.der(x), -y);
  m.equation(m.der(y), x);
  EquationRun run(m.model);
  EXPECT_EQ(run.x, (std::vector<double>{3, 0}));
  ASSERT_EQ(run.bells.rung().size(), 1U);
  EXPECT_EQ(run.bells.rung()[0].code, BellCode::start_assumed);
  EXPECT_TRUE(contains(run.bells.rung()[0].message, "x")) << run.bells.rung()[0].message;
  EXPECT_EQ(run.blueprint->structure().assumed_starts.size(), 2U);
}

TEST(EquationStart, AliasesMaySayTheSameTwice) {
  EquationRun run(read_body("Boolean a, b, c; initial equation pre(a) = false; pre(b) = false; "
                            "equation a = time > 1; b = a; c = edge(b);")
                      .model);
  EXPECT_EQ(run.value("b"), 0);
}

TEST(EquationStart, DiscreteVariablesThatStartDifferentlyAreTwo) {
  EquationRun run(read_body("Integer a(start = 1, fixed = true), b(start = 2, fixed = true), c; "
                            "equation a = b; c = pre(a) + 10*b; when time > 1 then b = 5; "
                            "end when;")
                      .model);
  EXPECT_EQ(run.value("a"), 2);
  EXPECT_EQ(run.value("b"), 2);
}

TEST(EquationStart, TheStateWithoutAStartValueIsTheOneThatAnEquationDetermines) {
  FlatMaker m;
  const E x = m.real("x", 3, false), y = m.real("y");
  m.equation(m.der(x), -y);
  m.equation(m.der(y), x);
  m.initial(x + y, m.constant(5));
  EXPECT_EQ(EquationRun(m.model).x, (std::vector<double>{3, 2}));
}

TEST(EquationStart, TooManyConditionsAreRefusedByName) {
  FlatMaker m;
  const E x = m.real("x", 3);
  m.equation(m.der(x), -x);
  m.initial(m.der(x), m.constant(0), "der(x) = 0");
  const std::string said = test::refusal<InputError>([&] { EquationRun run(m.model); });
  EXPECT_TRUE(contains(said, "one condition too many"));
  EXPECT_TRUE(contains(said, "der(x) = 0"));
  EXPECT_TRUE(contains(said, "x has a fixed start"));
}

TEST(EquationStart, DiscreteVariablesBeginWithTheirStartValues) {
  FlatMaker m;
  const E x = m.real("x", 0), n = m.discrete("n", ScalarType::integer, 4);
  m.equation(m.der(x), n);
  m.when(x > 1.0, {m.assign(n, m.constant(0))});
  EquationRun run(m.model);
  EXPECT_EQ(run.value("n"), 4);
  EXPECT_EQ(run.derivatives(0, {0})[0], 4);
}

TEST(EquationStart, AnInitialEquationMayGiveADiscreteValue) {
  FlatMaker m;
  const E x = m.real("x", 0), n = m.discrete("n", ScalarType::integer, 4);
  m.equation(m.der(x), n);
  m.when(x > 1.0, {m.assign(n, m.constant(0))});
  m.initial(n, m.constant(7));
  EXPECT_EQ(EquationRun(m.model).value("n"), 7);
}

TEST(EquationStart, WhenInitialActsOnce) {
  FlatMaker m;
  const E x = m.real("x", 2), s = m.discrete("s", ScalarType::real, 0),
          n = m.discrete("n", ScalarType::integer);
  m.equation(m.der(x), s);
  const E initial{&m.model.graph, m.model.graph.make(Op::initial)};
  m.when(initial, {m.assign(s, 3.0 * x), m.assign(n, m.pre(n) + 1.0)});
  EquationRun run(m.model);
  EXPECT_EQ(run.value("s"), 6);
  EXPECT_EQ(run.value("n"), 1);
}

TEST(EquationStart, WhatIsTrueAtTheStartDoesNotBecomeTrue) {
  FlatMaker m;
  const E x = m.real("x", 2), n = m.discrete("n", ScalarType::integer);
  m.equation(m.der(x), 1.0);
  m.when(x > 1.0, {m.assign(n, m.pre(n) + 1.0)});
  EquationRun run(m.model);
  run.march(1);
  EXPECT_EQ(run.value("n"), 0);
}

TEST(EquationStart, NoSolutionIsReportedWithTheUnknowns) {
  FlatMaker m;
  const E x = m.real("x", -4), y = m.real("y");
  m.equation(y * y, x);
  m.equation(m.der(x), y);
  const std::string said = test::refusal<ComponentFailure>([&] { EquationRun run(m.model); });
  EXPECT_TRUE(contains(said, "the equations for y have no solution"));
}

TEST(EquationStart, AParameterThatDependsOnItselfIsRefused) {
  FlatMaker m;
  const E x = m.real("x", 1), a = m.parameter("a", 1), b = m.parameter("b", 1);
  m.variable(a).binding = (2.0 * b).node;
  m.variable(b).binding = (a + 1.0).node;
  m.equation(m.der(x), a);
  EXPECT_THROW(EquationRun run(m.model), InputError);
}

}  // namespace
}  // namespace bw::test::initial_test
