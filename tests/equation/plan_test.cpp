// Flat models that cannot be computed are refused with what is wrong with them.

#include <gtest/gtest.h>

#include "base/error.h"
#include "equation/live/equation_blueprint.h"
#include "support/contains.h"
#include "support/equation/flat_models.h"
#include "support/refusal.h"

namespace bw::test::plan_test {
namespace {

using equation::Op;
using equation::ScalarType;

std::string refusal(const equation::FlatModel& model) {
  return test::refusal<InputError>([&] { equation::make_equation_blueprint(model); });
}

TEST(EquationRefusals, TooFewEquationsAreReportedWithTheVariables) {
  FlatMaker m;
  const E x = m.real("x", 1), y = m.real("y"), z = m.real("z");
  m.equation(m.der(x), y + z, "der(x) = y + z");
  m.equation(y, 2.0 * z, "y = 2 * z");
  const std::string said = refusal(m.model);
  EXPECT_TRUE(contains(said, "1 equation fewer than unknowns"));
  EXPECT_TRUE(contains(said, "No equation is left for one of"));
  EXPECT_TRUE(contains(said, "z"));
  EXPECT_TRUE(contains(said, "m.mo:"));
}

TEST(EquationRefusals, TooManyEquationsAreReportedWithTheirTextAndPlace) {
  FlatMaker m;
  const E x = m.real("x", 1), y = m.real("y");
  m.equation(m.der(x), y, "der(x) = y");
  m.equation(y, 2.0 * x, "y = 2 * x");
  m.equation(y, 3.0 * x, "y = 3 * x");
  const std::string said = refusal(m.model);
  EXPECT_TRUE(contains(said, "1 more equation than unknowns"));
  EXPECT_TRUE(contains(said, "y = 3 * x"));
  EXPECT_TRUE(contains(said, "y = 2 * x"));
  EXPECT_FALSE(contains(said, "der(x) = y\n")) << said;
}

TEST(EquationRefusals, ASingularStructureIsReported) {
  FlatMaker m;
  const E x = m.real("x", 1), a = m.real("a"), b = m.real("b"), u = m.input("u");
  m.equation(m.der(x), a + b, "der(x) = a + b");
  m.equation(a, 2.0 * u, "a = 2 * u");
  m.equation(2.0 * a, 3.0 * u, "2 * a = 3 * u");
  const std::string said = refusal(m.model);
  EXPECT_TRUE(contains(said, "These 2 equations can determine a only"));
  EXPECT_TRUE(contains(said, "No equation is left for one of"));
}

TEST(EquationRefusals, OneEquationTooManyIsNoHigherIndexWhereAnotherIsMissing) {
  FlatMaker m;
  const E x = m.real("x", 1), y = m.real("y");
  m.real("z");
  m.equation(m.der(x), -x, "der(x) = -x");
  m.equation(y, 2.0 * x, "y = 2 * x");
  m.equation(y, 3.0 * x, "y = 3 * x");
  const std::string said = refusal(m.model);
  EXPECT_TRUE(contains(said, "These 2 equations can determine y only, so one is too many:"))
      << said;
  EXPECT_LT(said.find("y = 2 * x"), said.find("y = 3 * x")) << said;  // in the order of the file
  EXPECT_TRUE(contains(said, "No equation is left for z.")) << said;
}

TEST(EquationRefusals, AnEquationForAStateThatHasItsDerivativeIsReported) {
  FlatMaker m;
  const E x = m.real("x", 1);
  m.equation(m.der(x), 1.0, "der(x) = 1");
  m.equation(x, 2.0 * m.time(), "x = 2 * time");
  const std::string said = refusal(m.model);
  EXPECT_TRUE(contains(said, "1 more equation than unknowns"));
  EXPECT_TRUE(contains(
      said, "This equation has nothing left to determine, because x follows from der() already:"));
  EXPECT_TRUE(contains(said, "x = 2 * time"));
}

TEST(EquationRefusals, EquationsThatSayTheSameAreReported) {
  FlatMaker m;
  const E x = m.real("x"), y = m.real("y");
  m.equation(x + y, m.constant(1), "x + y = 1");
  m.equation(x + y, m.constant(2), "x + y = 2");
  const std::string said = refusal(m.model);
  EXPECT_TRUE(contains(said, "These equations do not determine"));
  EXPECT_TRUE(contains(said, "x + y = 1"));
  EXPECT_TRUE(contains(said, "x + y = 2"));
}

TEST(EquationRefusals, ADiscreteVariableThatNeedsItselfIsReported) {
  FlatMaker m;
  const E n = m.discrete("n", ScalarType::integer);
  m.equation(n, n + 1.0, "n = n + 1");
  EXPECT_TRUE(contains(refusal(m.model), "n needs itself at the same event"));
}

TEST(EquationRefusals, TooManyConditionsForTheStartAreReported) {
  FlatMaker m;
  const E x = m.real("x", 1, false);
  m.equation(m.der(x), 1.0, "der(x) = 1");
  m.initial(x, m.constant(1), "x = 1");
  m.initial(x, m.constant(2), "x = 2");
  const std::string said = refusal(m.model);
  EXPECT_TRUE(contains(said, "There is one condition too many for the start"));
  EXPECT_TRUE(contains(said, ": x = 2"));
}

TEST(EquationRefusals, DiscreteVariablesThatNeedEachOtherAreReported) {
  FlatMaker m;
  const E x = m.real("x", 1), a = m.discrete("a", ScalarType::boolean),
          b = m.discrete("b", ScalarType::boolean);
  m.equation(m.der(x), 1.0);
  m.equation(a, make(Op::logical_not, b), "a = not b");
  m.equation(b, make(Op::logical_and, a, make(Op::greater, x, m.constant(2))), "b = a and x > 2");
  const std::string said = refusal(m.model);
  EXPECT_TRUE(contains(said, "need each other at the same event"));
  EXPECT_TRUE(contains(said, "a = not b"));
}

TEST(EquationRefusals, AParameterWithoutAValueIsRefused) {
  FlatMaker m;
  const E x = m.real("x", 1), p = m.parameter("p", 1);
  m.variable(p).binding = equation::no_node;
  m.equation(m.der(x), p);
  EXPECT_TRUE(contains(refusal(m.model), "The parameter p has no value"));
}

TEST(EquationRefusals, ADiscreteVariableThatNeedsItselfIsRefused) {
  for (const bool is_boolean : {true, false}) {
    FlatMaker m;
    const E x = m.real("x", 1);
    const E n = m.discrete("n", is_boolean ? ScalarType::boolean : ScalarType::integer);
    m.equation(m.der(x), 1.0);
    m.equation(
        n, is_boolean ? make(Op::logical_not, n) : choose(n > 3.0, m.constant(1), m.constant(5)));
    EXPECT_TRUE(contains(refusal(m.model), "n needs itself at the same event"));
  }
}

TEST(EquationRefusals, AnUnknownThatDropsOutIsReported) {
  FlatMaker m;
  const E x = m.real("x", 1), y = m.real("y");
  m.equation(m.der(x), y, "der(x) = y");
  m.equation(y - x, y + 1.0, "y - x = y + 1");
  EXPECT_TRUE(contains(refusal(m.model), "does not determine y"));
}

}  // namespace
}  // namespace bw::test::plan_test
