// What equation models do at events: relations, whens, samples, whole numbers, the start.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/bell.h"
#include "base/error.h"
#include "support/contains.h"
#include "support/equation/equation_run.h"
#include "support/equation/flat_models.h"
#include "support/equation/model_text.h"
#include "support/refusal.h"

namespace bw::test::events_test {
namespace {

using equation::Op;
using equation::ScalarType;

FlatMaker ball() {
  FlatMaker m;
  const E h = m.real("h", 5), v = m.real("v", 0);
  m.equation(m.der(h), v);
  m.equation(m.der(v), -10.0);
  m.when(h < 0.0, {m.reinit(v, -0.5 * m.pre(v))});
  return m;
}

bool has_bell(const EquationRun& run, BellCode code) {
  return std::ranges::any_of(run.bells.rung(), [&](const Bell& bell) { return bell.code == code; });
}

TEST(EquationEvents, ABallBouncesWhereItMeetsTheFloor) {
  EquationRun run(ball().model);
  EXPECT_TRUE(run.march(1.5, 1e-9, "dopri5", 1.9).good());
  // After t = 1 with v = 5: h = 5 s - 5 s^2.
  EXPECT_NEAR(run.x[0], 5 * 0.5 - 5 * 0.25, 1e-9);
  EXPECT_NEAR(run.x[1], 5 - 10 * 0.5, 1e-9);
  EXPECT_TRUE(run.march(1.9).good());
  EXPECT_EQ(run.marching->statistics().events, 2);
  EXPECT_EQ(run.blueprint->structure().state_events, std::vector<std::string>{"h < 0"});
}

TEST(EquationEvents, BothSidesOfARelationAreExact) {
  for (const Op op : {Op::less, Op::less_equal, Op::greater, Op::greater_equal}) {
    FlatMaker m;
    const E x = m.real("x", 0), b = m.discrete("b", ScalarType::boolean);
    m.equation(m.der(x), 1.0);
    m.equation(b, make(op, x, m.constant(0)));
    const double at_zero = op == Op::less_equal || op == Op::greater_equal ? 1 : 0;
    EquationRun run(m.model);
    EXPECT_EQ(run.value("b"), at_zero) << equation::symbol(op);
    run.march(1);
    EXPECT_EQ(run.value("b"), op == Op::greater || op == Op::greater_equal ? 1 : 0);
  }
}

TEST(EquationEvents, ARelationKeepsItsTruthBetweenEvents) {
  FlatMaker m;
  const E x = m.real("x", -1);
  m.equation(m.der(x), choose(x < 0.0, m.constant(1), m.constant(2)));
  EquationRun run(m.model);
  EXPECT_EQ(run.derivatives(0, {5})[0], 1);  // no event was handled
  std::vector<double> z(1), at{5};
  run.model->indicators(0, at, z);
  EXPECT_EQ(z[0], -5);
  run.model->handle_event(0, at);
  EXPECT_EQ(run.derivatives(0, {5})[0], 2);
}

TEST(EquationEvents, ARelationOfTimeIsAnEventOfTimeExactly) {
  FlatMaker m;
  const E x = m.real("x", 0), p = m.parameter("p", 0.3);
  m.equation(m.der(x), choose(make(Op::greater_equal, m.time(), p), m.constant(1), m.constant(0)));
  EquationRun run(m.model);
  EXPECT_EQ(run.first.next_time_event, 0.3);
  EXPECT_EQ(run.model->shape().indicators, 0U);
  run.march(1);
  EXPECT_NEAR(run.x[0], 0.7, 1e-14);
  EXPECT_EQ(run.blueprint->structure().time_events, std::vector<std::string>{"time >= p"});
}

TEST(EquationEvents, BehindAnEventTheStrictRelationHoldsToo) {
  FlatMaker m;
  const E x = m.real("x", 0), n = m.discrete("n", ScalarType::integer);
  m.equation(m.der(x),
             choose(make(Op::greater, m.time(), m.constant(0.3)), m.constant(1), m.constant(0)));
  m.when(make(Op::greater, m.time(), m.constant(0)), {m.assign(n, m.pre(n) + 1.0)});
  EquationRun run(m.model);
  EXPECT_EQ(run.value("n"), 1);  // false at the start, true right behind it
  run.march(1);
  EXPECT_NEAR(run.x[0], 0.7, 1e-14);
}

TEST(EquationEvents, AnEdgeIsTrueAtItsEventOnly) {
  EquationRun run(read_body("Real x(start=0, fixed=true); Boolean b = sin(x) > 0.5; "
                            "Integer n(start=0, fixed=true); "
                            "equation der(x) = 1; n = if edge(b) then pre(n) + 1 else pre(n);")
                      .model);
  EXPECT_EQ(run.value("n"), 0);
  run.march(10);  // sin rises above 0.5 at 0.52 and 6.81, and falls below it at 2.62 and 8.90
  EXPECT_EQ(run.value("n"), 2);
  EXPECT_EQ(run.marching->statistics().events, 4);
}

// pre(b) is the start value there, which is false where none is written.
TEST(EquationEvents, AnEdgeIsTrueAtTheStartWhereTheStartValueIsFalse) {
  const std::string rest =
      "Real x = time; Integer n(start=0, fixed=true); "
      "equation n = if edge(b) then pre(n) + 1 else pre(n);";
  EXPECT_EQ(EquationRun(read_body("Boolean b(fixed=true) = time > -1;" + rest).model).value("n"),
            1);
  EXPECT_EQ(EquationRun(read_body("Boolean b(start=true, fixed=true) = time > -1;" + rest).model)
                .value("n"),
            0);
}

TEST(EquationEvents, AChangeIsEveryOtherValue) {
  EquationRun run(read_body("Integer n = integer(2*time), changes(start=0); "
                            "equation when change(n) then changes = pre(changes) + 1; end when;")
                      .model);
  EXPECT_EQ(run.value("changes"), 0);
  run.march(2.75);  // n becomes 1, 2, 3, 4, 5
  EXPECT_EQ(run.value("n"), 5);
  EXPECT_EQ(run.value("changes"), 5);
}

TEST(EquationEvents, SmoothExpressionsKeepTheirEvents) {
  EquationRun run(read_body("Real x(start=-1, fixed=true), y(start=0, fixed=true); "
                            "equation der(x) = 1; der(y) = smooth(0, if x > 0 then x else 0);")
                      .model);
  EXPECT_EQ(run.blueprint->structure().state_events, std::vector<std::string>{"x > 0"});
  run.march(3);
  EXPECT_NEAR(run.x[1], 2, 1e-9);
  EXPECT_EQ(run.marching->statistics().events, 1);
}

TEST(EquationEvents, SamplesComeAtTheirTimes) {
  FlatMaker m;
  const E x = m.real("x", 0), n = m.discrete("n", ScalarType::integer), s = m.real("s");
  m.variable(s).variability = equation::Variability::discrete;
  m.equation(m.der(x), 1.0);
  m.when(make(Op::sample, m.constant(0), m.constant(0.1)),
         {m.assign(n, m.pre(n) + 1.0), m.assign(s, x)});
  EquationRun run(m.model);
  EXPECT_EQ(run.value("n"), 1);  // at 0
  run.march(0.55);
  EXPECT_EQ(run.value("n"), 6);
  EXPECT_NEAR(run.value("s"), 0.5, 1e-14);
}

TEST(EquationEvents, TheNextTimeMayBeDiscrete) {
  FlatMaker m;
  const E x = m.real("x", 0), next = m.discrete("next", ScalarType::real, 0.5),
          n = m.discrete("n", ScalarType::integer);
  m.equation(m.der(x), 1.0);
  m.when(make(Op::greater_equal, m.time(), m.pre(next)),
         {m.assign(next, m.pre(next) + 0.25), m.assign(n, m.pre(n) + 1.0)});
  EquationRun run(m.model);
  run.march(1.1);
  EXPECT_EQ(run.value("n"), 3);
  EXPECT_EQ(run.value("next"), 1.25);
}

TEST(EquationEvents, WholeNumbersJumpAtEvents) {
  const std::vector<std::pair<Op, double (*)(double)>> all = {
      {Op::floor, [](double v) { return std::floor(v); }},
      {Op::ceil, [](double v) { return std::ceil(v); }},
      {Op::integer, [](double v) { return std::floor(v); }}};
  for (const auto& [op, f] : all) {
    FlatMaker m;
    const E x = m.real("x", -1.5), n = m.discrete("n", ScalarType::integer);
    m.equation(m.der(x), 1.0);
    m.equation(n, make(op, x));
    EquationRun run(m.model);
    EXPECT_EQ(run.value("n"), f(-1.5));
    for (const double t : {0.4, 0.6, 1.0, 1.4, 1.6, 2.4, 2.6, 3.0}) {
      run.march(t, 1e-9, "dopri5", 4);
      EXPECT_EQ(run.value("n"), f(-1.5 + t)) << equation::symbol(op) << " at " << t;
    }
  }
}

TEST(EquationEvents, QuotientsAndRestsJumpAtEvents) {
  FlatMaker m;
  const E x = m.real("x", -1.5), q = m.discrete("q", ScalarType::integer), r = m.real("r"),
          k = m.real("k");
  const E two = m.constant(0.5);
  m.equation(m.der(x), 1.0);
  m.equation(q, make(Op::div, x, two));
  m.equation(r, make(Op::rem, x, two));
  m.equation(k, make(Op::mod, x, two));
  EquationRun run(m.model);
  for (const double t : {0.2, 0.4, 0.6, 0.9, 1.1, 1.4, 1.6, 1.9, 2.1, 2.6}) {
    run.march(t, 1e-9, "dopri5", 3);
    const double at = -1.5 + t;
    EXPECT_EQ(run.value("q"), std::trunc(at / 0.5)) << t;
    EXPECT_NEAR(run.value("r"), at - std::trunc(at / 0.5) * 0.5, 1e-9) << t;
    EXPECT_NEAR(run.value("k"), at - std::floor(at / 0.5) * 0.5, 1e-9) << t;
  }
}

TEST(EquationEvents, OnlyTheFirstBranchThatBecomesTrueActs) {
  FlatMaker m;
  const E x = m.real("x", 0), n = m.discrete("n", ScalarType::integer);
  m.equation(m.der(x), 1.0);
  const E late = make(Op::greater_equal, m.time(), m.constant(0.5));
  equation::WhenBranch first, second;
  first.conditions = {late.node};
  first.actions = {m.assign(n, m.pre(n) + 1.0)};
  second.conditions = {late.node, make(Op::greater_equal, m.time(), m.constant(0.7)).node};
  second.actions = {m.assign(n, m.pre(n) + 10.0)};
  m.model.whens.push_back({{first, second}});
  EquationRun run(m.model);
  run.march(0.6, 1e-9, "dopri5", 1);
  EXPECT_EQ(run.value("n"), 1);
  run.march(1);
  EXPECT_EQ(run.value("n"), 11);
}

TEST(EquationEvents, OneEventMayMakeAnother) {
  FlatMaker m;
  const E x = m.real("x", 0), a = m.discrete("a", ScalarType::boolean),
          n = m.discrete("n", ScalarType::integer);
  m.equation(m.der(x), 1.0);
  m.when(make(Op::greater_equal, m.time(), m.constant(0.5)), {m.assign(a, m.constant(1))});
  m.when(a, {m.assign(n, m.pre(n) + 1.0)});
  const E changes{&m.model.graph, m.model.graph.indexed(Op::change, m.index(n))};
  const E c = m.discrete("c", ScalarType::integer);
  m.when(changes, {m.assign(c, m.pre(c) + 1.0)});
  EquationRun run(m.model);
  run.march(1);
  EXPECT_EQ(run.value("n"), 1);
  EXPECT_EQ(run.value("c"), 1);
}

TEST(EquationEvents, AnEventThatNeverEndsIsReportedWithItsVariable) {
  FlatMaker m;
  const E x = m.real("x", 0), b = m.discrete("b", ScalarType::boolean);
  m.equation(m.der(x), 1.0);
  m.equation(b, make(Op::logical_not, m.pre(b)));
  const std::string said = refusal<ComponentFailure>([&] { EquationRun run(m.model); });
  EXPECT_TRUE(contains(said, "b changed 100 times"));
}

TEST(EquationEvents, RelationsThatContradictThemselvesAreReported) {
  FlatMaker m;
  const E x = m.real("x", 0), y = m.real("y");
  m.equation(m.der(x), y);
  m.equation(y, choose(y > 0.0, m.constant(-1), m.constant(1)));
  EXPECT_THROW(EquationRun run(m.model), ComponentFailure);
}

TEST(EquationEvents, RelationsThatContradictEachOtherAreReported) {
  EquationRun run(read_body("Real x(start = 1, fixed = true), y, z; equation der(x) = 1; "
                            "y = if z > 0 then x - 2 else 2 - x; z = if y > 0 then -1 else 1;")
                      .model);
  const std::string said = refusal<ComponentFailure>([&] { run.march(3); });
  EXPECT_TRUE(contains(said, "at t = 1 no consistent values")) << said;
}

// An arc that is quenched: without current it stays so.
TEST(EquationEvents, ADecisionThatKeepsItselfIsNotTakenBack) {
  EquationRun run(read_body("Real x(start = 1, fixed = true), i; Boolean off(start = false, fixed "
                            "= true); equation der(x) = -1; i = if off then 0.1 else x; "
                            "off = pre(off) or i < 0;")
                      .model);
  ASSERT_TRUE(run.march(3).good());
  EXPECT_EQ(run.value("off"), 1);
  EXPECT_EQ(run.value("i"), 0.1);
}

// An amplifier with positive feedback leaves its limit: the solution between the limits leads back,
// and only the other limit is left. The triangle has the height A = 1/2 - 1/15000.
TEST(EquationEvents, ATriggerJumpsToItsOtherLimit) {
  EquationRun run(read_body("Real c(start = 0, fixed = true), v, s(start = 7500); "
                            "equation der(c) = v; s = 15000*(0.5*v - c); "
                            "v = if s > 1 then 1 else if s < -1 then -1 else s;")
                      .model);
  const double A = 0.5 - 1.0 / 15000;
  ASSERT_TRUE(run.march(5, 1e-12).good());
  EXPECT_NEAR(run.value("c"), 2 * A - (5 - 8 * A), 1e-9);
  EXPECT_EQ(run.value("v"), -1);
  EXPECT_FALSE(has_bell(run, BellCode::solution_jumps));
}

// A staircase with three levels: where the upper one ends, both others hold.
TEST(EquationEvents, ASolutionThatEndsBesideTwoOthersIsReported) {
  EquationRun run(
      read_body("Real y(start = 2), u, a, b; equation u = 1 - time; y = a + b + u; "
                "a = if 10*(y - 0.5) > 1 then 1 else if 10*(y - 0.5) < 0 then 0 else 10*(y - 0.5); "
                "b = if 10*(y + 0.5) > 0 then 0 else if 10*(y + 0.5) < -1 then -1 "
                "else 10*(y + 0.5);")
          .model);
  ASSERT_TRUE(run.march(1.5, 1e-9).good());
  EXPECT_LT(run.value("y"), -0.4);
  EXPECT_TRUE(has_bell(run, BellCode::solution_jumps));
}

TEST(EquationEvents, AnAssertionRingsAndEndsTheRun) {
  FlatMaker m;
  const E x = m.real("x", 0);
  m.equation(m.der(x), 1.0);
  m.model.asserts.push_back({(x < 0.5).node, "x is too large", false});
  EquationRun run(m.model);
  EXPECT_EQ(run.march(1).why, ode::MarchEnd::Why::terminated);
  EXPECT_NEAR(run.time, 0.5, 1e-9);
  ASSERT_EQ(run.bells.rung().size(), 1U);
  EXPECT_EQ(run.bells.rung()[0].code, BellCode::assertion_failed);
  EXPECT_EQ(run.bells.rung()[0].severity, Severity::error);
  EXPECT_TRUE(contains(run.bells.rung()[0].message, "x is too large"));
}

TEST(EquationEvents, AWarningRingsAndTheRunGoesOn) {
  FlatMaker m;
  const E x = m.real("x", 0);
  m.equation(m.der(x), 1.0);
  m.model.asserts.push_back({(x < 0.5).node, "x is large", true});
  EquationRun run(m.model);
  EXPECT_TRUE(run.march(1).good());
  ASSERT_EQ(run.bells.rung().size(), 1U);
  EXPECT_EQ(run.bells.rung()[0].severity, Severity::warning);
}

TEST(EquationEvents, TerminateEndsTheRun) {
  FlatMaker m;
  const E x = m.real("x", 0);
  m.equation(m.der(x), 1.0);
  m.when(x > 0.25, {{equation::Terminate{"enough"}, {}}});
  EquationRun run(m.model);
  EXPECT_EQ(run.march(1).why, ode::MarchEnd::Why::terminated);
  EXPECT_NEAR(run.time, 0.25, 1e-12);
  EXPECT_EQ(run.bells.rung().at(0).code, BellCode::model_terminated);
}

TEST(EquationEvents, WhatIsSavedComesBack) {
  EquationRun run(ball().model);
  std::unique_ptr<model::Snapshot> snapshot;
  run.model->save(snapshot);
  std::vector<double> x{-1, -3};
  run.model->handle_event(1, x);
  EXPECT_EQ(x[1], 1.5);
  run.model->restore(*snapshot);
  x = {-1, -3};
  run.model->handle_event(1, x);
  EXPECT_EQ(x[1], 1.5);  // once more: the relation was false again
}

}  // namespace
}  // namespace bw::test::events_test
