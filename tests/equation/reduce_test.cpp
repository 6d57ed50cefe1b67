// Constraints between states: index reduction in whole models.

#include "equation/sort/reduce.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/export/export_fmu.h"
#include "equation/sort/plan.h"
#include "support/contains.h"
#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"
#include "support/refusal.h"

namespace bw::test::reduce_test {
namespace {

equation::FlatModel model(const std::string& body) { return read_body(body).model; }

std::vector<std::string> states_of(const std::string& body) {
  const equation::Plan plan = equation::make_plan(model(body));
  std::vector<std::string> names;
  for (const std::uint32_t state : plan.system.states)
    names.push_back(plan.system.variables[state].name);
  return names;
}

std::string refusal_of(const std::string& body) {
  return test::refusal<InputError>([&] { equation::make_plan(model(body)); });
}

using Names = std::vector<std::string>;

// Two masses, the second one turns a third as fast.
std::string gear(const std::string& starts) {
  return "parameter Real ratio = 3, J1 = 2, J2 = 5, k = 7; Real " + starts +
         ", tau1, tau2; equation der(phi1) = w1; der(phi2) = w2; J1*der(w1) = -k*phi1 + tau1; "
         "J2*der(w2) = tau2; phi1 = ratio*phi2; 0 = ratio*tau1 + tau2;";
}

TEST(IndexReduction, MovesAGearLikeOneMass) {
  EquationRun run(
      model(gear("phi1(start = 0.3, fixed = true), phi2, w1(start = 0, fixed = true), w2")));
  EXPECT_EQ(run.x.size(), 2U);
  ASSERT_TRUE(run.march(10, 1e-12, "dop853").good());
  const double omega = std::sqrt(7 / (2 + 5.0 / 9));
  EXPECT_NEAR(run.value("phi1"), 0.3 * std::cos(10 * omega), 1e-10);
  EXPECT_NEAR(run.value("w2"), -0.1 * omega * std::sin(10 * omega), 1e-10);
  EXPECT_NEAR(run.value("tau1"), 5.0 / 9 * 0.3 * omega * omega * std::cos(10 * omega), 1e-9);
}

TEST(IndexReduction, PrefersTheStatesThatAreToBeStates) {
  EXPECT_EQ(states_of(gear("phi1, phi2, w1, w2")).size(), 2U);
  EXPECT_EQ(states_of(gear("phi1, phi2(stateSelect = StateSelect.prefer), w1, "
                           "w2(stateSelect = StateSelect.always)")),
            (Names{"phi2", "w2"}));
  EXPECT_EQ(states_of(gear("phi1, phi2(stateSelect = StateSelect.avoid), w1, "
                           "w2(stateSelect = StateSelect.never)")),
            (Names{"phi1", "w1"}));
}

TEST(IndexReduction, StartsFromTheFixedValuesWhicheverVariablesTheyBelongTo) {
  EquationRun run(
      model(gear("phi1, phi2(start = 0.1, fixed = true), "
                 "w1(start = 6, fixed = true), w2")));
  EXPECT_NEAR(run.value("phi1"), 0.3, 1e-15);
  EXPECT_NEAR(run.value("w2"), 2, 1e-15);
}

TEST(IndexReduction, AcceptsFixedStartValuesThatAgree) {
  EquationRun run(
      model(gear("phi1(start = 0.3, fixed = true), phi2(start = 0.1, fixed = true), "
                 "w1(start = 0, fixed = true), w2(start = 0, fixed = true)")));
  EXPECT_NEAR(run.value("phi1"), 0.3, 1e-15);
  EXPECT_TRUE(run.bells.rung().empty());
}

TEST(IndexReduction, RejectsFixedStartValuesThatContradictTheConstraint) {
  EquationRun run(
      model(gear("phi1(start = 0.3, fixed = true), phi2(start = 0.2, fixed = true), "
                 "w1(start = 0, fixed = true), w2")));
  EXPECT_TRUE(run.first.ends);
  ASSERT_EQ(run.bells.rung().size(), 1U);
  EXPECT_TRUE(contains(run.bells.rung()[0].message, "contradicts the equations"));
}

TEST(IndexReduction, DifferentiatesAllEquationsThatAConstraintConsistsOf) {
  // two masses with a rod between them
  EquationRun run(
      model("Real a(start = 0, fixed = true), b(start = 1), d(start = 1), f; equation "
            "der(a) = f; der(b) = 1 - f; d = b - a; d^2 = 1;"));
  EXPECT_NEAR(run.value("f"), 0.5, 1e-15);
  EXPECT_NEAR(run.value("b"), 1, 1e-15);
}

TEST(IndexReduction, SaysThatTheDerivativeOfAnInputIsMissing) {
  const std::string said =
      refusal_of("input Real u; Real x, v, f; equation der(x) = v; der(v) = f; x = u;");
  EXPECT_TRUE(contains(said, "'x = u'")) << said;
  EXPECT_TRUE(contains(said, "the input u, whose derivative is unknown")) << said;
}

TEST(IndexReduction, GivesTheForceAlongAPathOfTime) {
  EquationRun run(model("Real x, v, f; equation der(x) = v; 2*der(v) = f; x = sin(3*time);"));
  EXPECT_TRUE(run.x.empty());
  run.time = 0.7;
  EXPECT_NEAR(run.value("v"), 3 * std::cos(2.1), 1e-14);
  EXPECT_NEAR(run.value("f"), -18 * std::sin(2.1), 1e-13);
}

TEST(IndexReduction, RefusesToSetWhatAConstraintDetermines) {
  const std::string said = refusal_of(
      "Real x, v; equation x = sin(time); der(x) = v; when time > 1 then reinit(x, 0); "
      "end when;");
  EXPECT_TRUE(contains(said, "reinit(x, ...) sets a variable that a constraint determines"))
      << said;
}

TEST(IndexReduction, IsUsedAtTheStartWithHomotopy) {
  EquationRun run(
      model("Real x(start = 1, fixed = true), y, u; equation der(x) = u; "
            "der(y) = 2*homotopy(-x, 1); y = 2*x;"));
  EXPECT_NEAR(run.value("u"), -1, 1e-15);
  EXPECT_NEAR(run.value("y"), 2, 1e-15);
}

// ---- states that change ----

const std::string pendulum =
    "parameter Real L = 1, g = 9.81; Real x(start = 0, fixed = true), y(start = -1), "
    "vx(start = 7, fixed = true), vy, f; equation der(x) = vx; der(y) = vy; der(vx) = -f*x; "
    "der(vy) = -f*y - g; x^2 + y^2 = L^2;";

// With its energy it turns over: k^2 = 4 g/(L w^2) = 0.80, a turn takes 4 K(k)/w.
constexpr double turn = 1.2908937533774671;

TEST(ChangingStates, AreThoseThatDetermineThePendulum) {
  EquationRun run(model(pendulum));
  EXPECT_EQ(run.x, (std::vector<double>{7, 0}));
  EXPECT_TRUE(run.bells.rung().empty());
}

TEST(ChangingStates, LetThePendulumTurnOverAHundredTimes) {
  EquationRun run(model(pendulum));
  ASSERT_TRUE(run.march(100 * turn, 1e-14, "dop853").good());
  EXPECT_NEAR(run.value("x"), 0, 1e-8);
  EXPECT_NEAR(run.value("y"), -1, 1e-8);
  EXPECT_NEAR(run.value("vx"), 7, 1e-8);
  EXPECT_GE(run.marching->statistics().events, 300);
}

TEST(ChangingStates, KeepTheConstraint) {
  EquationRun run(model(pendulum));
  for (int k = 1; k <= 40; ++k) {
    ASSERT_TRUE(run.march(0.1 * k, 1e-6, "dopri5", 4).good());
    const double x = run.value("x"), y = run.value("y");
    EXPECT_NEAR(x * x + y * y, 1, 1e-14);
    EXPECT_NEAR(x * run.value("vx") + y * run.value("vy"), 0, 1e-13);
  }
}

// From a horizontal start with all values fixed, of which two follow from the others.
TEST(ChangingStates, StartWhereTheFixedVariablesDoNotDetermineTheOthers) {
  EquationRun run(
      model("Real x(start = 1, fixed = true), y(start = 0, fixed = true), vx(start = 0, "
            "fixed = true), vy(start = 0, fixed = true), f; equation der(x) = vx; "
            "der(y) = vy; der(vx) = -f*x; der(vy) = -f*y - 9.81; x^2 + y^2 = 1;"));
  EXPECT_TRUE(run.bells.rung().empty());
  ASSERT_TRUE(run.march(1, 1e-13, "dop853").good());
  // The angle from the lowest position: phi'' = -9.81 sin(phi), phi(0) = pi/2.
  EXPECT_NEAR(run.value("x"), -0.9862917511318753, 1e-10);
}

TEST(ChangingStates, AreNotExported) {
  const std::string said = test::refusal<InputError>(
      [&] { (void)equation::export_fmu(model(pendulum), "", equation::FmiVersion::two); });
  EXPECT_TRUE(contains(said, "which of vy, vx are states changes during the run")) << said;
}

}  // namespace
}  // namespace bw::test::reduce_test
