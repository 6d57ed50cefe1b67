// Flat models as Models: right-hand sides, loops, aliases, parameters.

#include "equation/live/equation_blueprint.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/equation/equation_run.h"
#include "support/equation/flat_models.h"

namespace bw::test::equation_model_test {
namespace {

using equation::CompilerChoice;
using equation::Op;
using equation::ScalarType;
using equation::Structure;

TEST(EquationModel, DerivativesAreTheFormulasOfTheModel) {
  FlatMaker m;
  const E x = m.real("x", 2), y = m.real("y", 3), a = m.parameter("a", 0.5);
  m.equation(m.der(x), x * (a - 2.0 * y));
  m.equation(m.der(y), y * (x - a) + m.time());
  EquationRun run(m.model);
  EXPECT_EQ(run.x, (std::vector<double>{2, 3}));
  EXPECT_EQ(run.derivatives(10, {2, 3}), (std::vector<double>{2 * (0.5 - 6), 3 * 1.5 + 10}));
}

TEST(EquationModel, AParameterIsChangedWithoutCompiling) {
  FlatMaker m;
  const E x = m.real("x", 1), a = m.parameter("a", 2), b = m.parameter("b", 0);
  m.variable(b).binding = (3.0 * a).node;
  m.equation(m.der(x), b * x);
  EXPECT_EQ(EquationRun(m.model).derivatives(0, {1})[0], 6);
  EXPECT_EQ(EquationRun(m.model, CompilerChoice::tiny, {{"a", 5.0}}).derivatives(0, {1})[0], 15);
  EXPECT_EQ(EquationRun(m.model, CompilerChoice::tiny, {{"b", 5.0}}).derivatives(0, {1})[0], 5);
}

TEST(EquationModel, EquationsAreSolvedForWhatTheyDetermine) {
  FlatMaker m;
  const E x = m.real("x", 1), v = m.real("v"), i = m.real("i"), r = m.parameter("r", 4);
  m.equation(m.constant(0), v - r * i);
  m.equation(10.0 - v, x);
  m.equation(2.0 * m.der(x) + x, i);
  EquationRun run(m.model);
  EXPECT_DOUBLE_EQ(run.derivatives(0, {2})[0], (8.0 / 4 - 2) / 2);
  EXPECT_DOUBLE_EQ(run.derivatives(0, {4})[0], (6.0 / 4 - 4) / 2);
  EXPECT_DOUBLE_EQ(run.value("i"), 9.0 / 4);
}

TEST(EquationModel, ALinearLoopIsSolved) {
  FlatMaker m;
  const E x = m.real("x", 1), a = m.real("a"), b = m.real("b"), c = m.real("c"),
          k = m.parameter("k", 3);
  m.equation(a + 2.0 * b - c, x);
  m.equation(k * a - b + 4.0 * c, m.constant(1));
  m.equation(k * a + b + k * c, m.time());
  m.equation(m.der(x), a + b + c);
  EquationRun run(m.model);
  run.time = 2;
  const double va = run.value("a"), vb = run.value("b"), vc = run.value("c");
  EXPECT_NEAR(va + 2 * vb - vc, 1, 1e-14);
  EXPECT_NEAR(3 * va - vb + 4 * vc, 1, 1e-14);
  EXPECT_NEAR(3 * va + vb + 3 * vc, 2, 1e-14);
  EXPECT_NEAR(run.derivatives(2, {1})[0], va + vb + vc, 1e-14);
  const auto& blocks = run.blueprint->structure().blocks;
  ASSERT_EQ(blocks.size(), 2U);
  EXPECT_EQ(blocks[0].way, Structure::Way::linear_loop);
  EXPECT_LT(blocks[0].tears.size(), 3U);
}

TEST(EquationModel, ANonlinearLoopIsSolved) {
  FlatMaker m;
  const E x = m.real("x", 1), v = m.real("v"), i = m.real("i");
  m.equation(i, 1e-3 * (make(Op::exp, v / 0.05) - 1.0));
  m.equation(x, v + 100.0 * i);
  m.equation(m.der(x), -i);
  EquationRun run(m.model);
  for (const double at : {0.5, 1.0, 3.0, -2.0, 20.0}) {
    const double current = -run.derivatives(0, {at})[0], voltage = at - 100 * current;
    EXPECT_NEAR(current, 1e-3 * (std::exp(voltage / 0.05) - 1), 1e-12 * std::abs(current) + 1e-16);
  }
  EXPECT_EQ(run.blueprint->structure().blocks[0].way, Structure::Way::nonlinear_loop);
  EXPECT_EQ(run.blueprint->structure().blocks[0].tears.size(), 1U);
}

// Each of Newton's steps makes a far too large exponential smaller by e only, and one that is no
// number any more needs another solution.
// A window of 1e-6 in the unknown is a million times as steep.
TEST(EquationModel, ANonlinearLoopIsSolvedToTheLastDigitsAndStaysAsItIs) {
  FlatMaker m;
  const E x = m.real("x", 1), s = m.real("s");
  m.equation(s + 0.3 * s * s * s, m.time());
  m.equation(m.der(x), s);
  EquationRun run(m.model);
  for (int k = 1; k <= 400; ++k) {
    const double t = 0.01 * k + 1e-4 * (k % 7), found = run.derivatives(t, {1})[0];
    EXPECT_NEAR((found + 0.3 * found * found * found) / t, 1, 1.5e-15) << t;
    for (int again = 0; again < 3; ++again) EXPECT_EQ(run.derivatives(t, {1})[0], found) << t;
  }
}

TEST(EquationModel, ADiodeIsSolvedFarFromTheLastSolution) {
  FlatMaker m;
  const E x = m.real("x", 1), v = m.real("v"), i = m.real("i");
  m.equation(i, 1e-9 * (make(Op::exp, (v - x) / 0.05) - 1.0));
  m.equation(v + 5.0 * i, -3.0 * x);
  m.equation(m.der(x), i);
  EquationRun run(m.model);
  for (const double at : {1.0, -10.0, 12.0, -17.0, 0.5, -20.0, -1e-3, -1e3, 1e3, -1e6}) {
    const double current = run.derivatives(0, {at})[0], voltage = -3 * at - 5 * current;
    const double expected = 1e-9 * (std::exp((voltage - at) / 0.05) - 1);
    EXPECT_NEAR(current, expected, 1e-9 * std::abs(expected) + 1e-15 * (1 + std::abs(at))) << at;
  }
}

TEST(EquationModel, ALoopWithoutSolutionGivesDerivativesThatAreNoNumbers) {
  FlatMaker m;
  const E x = m.real("x", 1), y = m.real("y");
  m.equation(y * y, x);
  m.equation(m.der(x), y);
  m.variable(y).start = m.model.graph.constant(1);
  EquationRun run(m.model);
  EXPECT_NEAR(run.derivatives(0, {4})[0], 2, 1e-12);
  EXPECT_TRUE(std::isnan(run.derivatives(0, {-4})[0]));
  EXPECT_NEAR(run.derivatives(0, {9})[0], 3, 1e-12);
}

TEST(EquationModel, VariablesUnderTwoNamesAreOne) {
  FlatMaker m;
  const E x = m.real("x", 2), a = m.real("a"), b = m.real("b"), s = m.real("s");
  m.equation(a, x);
  m.equation(b + a, 0.0);
  m.equation(s, m.der(a));
  m.equation(m.der(x), b);
  EquationRun run(m.model);
  EXPECT_EQ(run.x, (std::vector<double>{2}));
  EXPECT_EQ(run.value("a"), 2);
  EXPECT_EQ(run.value("b"), -2);
  EXPECT_EQ(run.value("s"), -2);
  EXPECT_EQ(run.blueprint->structure().aliases.size(), 2U);
}

TEST(EquationModel, TwoStatesThatAreEqualBecomeOne) {
  FlatMaker m;
  const E w1 = m.real("w1", 5), w2 = m.real("w2"), torque = m.real("torque");
  m.equation(2.0 * m.der(w1), 12.0 - torque);
  m.equation(4.0 * m.der(w2), torque);
  m.equation(w1, w2);
  EquationRun run(m.model);
  EXPECT_DOUBLE_EQ(run.derivatives(0, {5})[0], 2);
  EXPECT_NEAR(run.value("torque"), 8, 1e-14);
}

TEST(EquationModel, OnlyTheChosenBranchIsEvaluated) {
  FlatMaker m;
  const E x = m.real("x", 1);
  const E silent = make(Op::greater_silent, x, m.constant(0));
  m.equation(m.der(x), choose(silent, make(Op::sqrt, x) + make(Op::log, x), -x));
  EquationRun run(m.model);
  EXPECT_EQ(run.derivatives(0, {-4})[0], 4);
  EXPECT_EQ(run.derivatives(0, {4})[0], 2 + std::log(4.0));
  std::vector<double> j(1);
  run.model->jacobian(0, std::vector<double>{-4.0}, j);
  EXPECT_EQ(j[0], -1);
  run.model->jacobian(0, std::vector<double>{4.0}, j);
  EXPECT_EQ(j[0], 0.5 / 2 + 0.25);
}

TEST(EquationModel, InputsHaveDirectFeedthrough) {
  FlatMaker m;
  const E x = m.real("x", 1), u = m.input("u");
  m.equation(m.der(x), u - x);
  EquationRun run(m.model);
  const std::vector<double> u_now{7};
  run.model->set_inputs({u_now, {}});
  EXPECT_EQ(run.derivatives(0, {1})[0], 6);
}

}  // namespace
}  // namespace bw::test::equation_model_test
