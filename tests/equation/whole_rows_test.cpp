// Equations with whole coefficients that agree in what they say of the unknowns.

#include "equation/sort/whole_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "equation/sort/plan.h"
#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"

namespace bw::test::whole_rows_test {
namespace {

// A star of three resistors whose sum of currents has an inductance: it is 0 at the star's point.
const char* const star =
    "parameter Real L = 0.2, R = 2; Real a, b, c, n, s, w; "
    "equation 3*s = a + b + c; a + b = -c; w = L*der(s); "
    "R*a = sin(time) - n - w; R*b = cos(time) - n - w; R*c = 0.5 - n - w;";

TEST(WholeRows, LeaveAConstraintBetweenStates) {
  EquationRun run(read_body(star).model);
  EXPECT_TRUE(run.x.empty());
  EXPECT_NEAR(run.value("n"), 0.5, 1e-15);
  EXPECT_NEAR(run.value("a"), -0.25, 1e-15);
  EXPECT_NEAR(run.value("w"), 0, 1e-15);
}

TEST(WholeRows, MayHaveOtherStatesInTheirConstraint) {
  // x and y move together: 2 x - y = 0 follows from the first two equations.
  EquationRun run(read_body("Real x(start = 1, fixed = true), y, u, v, f; "
                            "equation u + 2*v = 2*x; 3*u + 6*v = 3*y; u - v = sin(time); "
                            "der(x) = f - x; der(y) = -f;")
                      .model);
  ASSERT_EQ(run.x.size(), 1U);
  ASSERT_TRUE(run.march(2, 1e-12, "dop853").good());
  // der(x) + der(y) = -x with y = 2 x
  EXPECT_NEAR(run.value("x"), std::exp(-2.0 / 3), 1e-11);
  EXPECT_NEAR(run.value("y"), 2 * std::exp(-2.0 / 3), 1e-11);
  EXPECT_NEAR(run.value("u"), (2 * std::exp(-2.0 / 3) + 2 * std::sin(2.0)) / 3, 1e-11);
}

TEST(WholeRows, ThatSayTheSameStayAsTheyAre) {
  const equation::Plan plan = equation::make_plan(
      read_body("Real x(start = 1, fixed = true), a, b, c, p, q; "
                "equation a + b + c = 0; a + b = x; der(x) = c; p - q = a; p + q = 3*b; "
                "a = 0.5*b + time;")
          .model);
  EXPECT_EQ(plan.system.states.size(), 1U);
  for (const equation::Equation& equation : plan.system.equations)
    EXPECT_FALSE(equation.text.empty());
}

}  // namespace
}  // namespace bw::test::whole_rows_test
