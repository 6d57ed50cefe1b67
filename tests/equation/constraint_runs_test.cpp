// Mechanisms, and circuits with switches, against solutions that were computed otherwise: closed
// formulas, or other coordinates integrated to 12 digits (DOP853 of SciPy, tolerance 1e-13).

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"

namespace bw::test::constraint_runs_test {
namespace {

TEST(ConstraintRuns, ADoublePendulumInCartesianCoordinates) {
  EquationRun run(
      read_body("Real x1(start = 1), y1(start = 0), x2(start = 1), y2(start = 1), u1, v1, "
                "u2(start = -0.5), v2, f1, f2; "
                "equation der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2; "
                "der(u1) = -f1*x1 + f2*(x2 - x1); der(v1) = -f1*y1 + f2*(y2 - y1) - 9.81; "
                "der(u2) = -f2*(x2 - x1); der(v2) = -f2*(y2 - y1) - 9.81; "
                "x1^2 + y1^2 = 1; (x2 - x1)^2 + (y2 - y1)^2 = 1;")
          .model);
  ASSERT_TRUE(run.march(2, 1e-13, "dop853").good());
  EXPECT_NEAR(run.value("x1"), 0.242639835082, 1e-10);
  EXPECT_NEAR(run.value("y1"), -0.970116441687, 1e-10);
  EXPECT_NEAR(run.value("x2"), -0.669876915740, 1e-10);
  EXPECT_NEAR(run.value("y2"), -0.561077104373, 1e-10);
}

// The crank turns all the way; at the dead points its angle, not the slider, is the state.
TEST(ConstraintRuns, ASliderCrank) {
  EquationRun run(read_body("parameter Real r = 0.3, l = 1, J = 1, m = 2, k = 20; "
                            "Real p(start = 0.2, fixed = true), w(start = 3, fixed = true), "
                            "q(start = 0), wq, s(start = 1.3), v, f, g; "
                            "equation der(p) = w; der(q) = wq; der(s) = v; "
                            "r*sin(p) = l*sin(q); s = r*cos(p) + l*cos(q); "
                            "m*der(v) = -k*(s - 1) + f; "
                            "J*der(w) = f*r*sin(p) + g*r*cos(p); 0 = f*l*sin(q) - g*l*cos(q);")
                      .model);
  ASSERT_TRUE(run.march(10, 1e-12, "dop853").good());
  EXPECT_NEAR(run.value("p"), 30.3133489944, 1e-9);
  EXPECT_NEAR(run.value("w"), 2.9917859673, 1e-9);
  EXPECT_NEAR(run.value("s"), 1.0988882093, 1e-9);
}

TEST(ConstraintRuns, AGearWithBacklash) {
  EquationRun run(read_body("parameter Real n = 2, J1 = 1, J2 = 4, k = 50, b = 0.1; "
                            "Real p(start = 0, fixed = true), w(start = 1, fixed = true), "
                            "q(start = 0, fixed = true), v(start = 0, fixed = true), "
                            "p2, w2, d, t, t2; "
                            "equation der(p) = w; der(q) = v; der(p2) = w2; p2 = n*q; "
                            "d = p - p2; t = if d > b then k*(d - b) elseif d < -b then k*(d + b) "
                            "else 0; J1*der(w) = sin(2*time) - t; J2*der(v) = n*t; t2 = w2*t;")
                      .model);
  EXPECT_EQ(run.x.size(), 4U);
  ASSERT_TRUE(run.march(10, 1e-12, "dop853").good());
  EXPECT_NEAR(run.value("p"), 7.425988157823, 1e-8);
  EXPECT_NEAR(run.value("w"), 0.156748614633, 1e-8);
  EXPECT_NEAR(run.value("q"), 3.672887764747, 1e-8);
}

// Four ideal diodes, each with i = 0 or v = 0.
std::string diode(const std::string& d, const std::string& p, const std::string& n) {
  return d + "off = " + d + "s < 0; " + p + " - " + n + " = " + d + "s*(if " + d +
         "off then 1 else 1e-5); " + d + "i = " + d + "s*(if " + d + "off then 1e-5 else 1); ";
}

// The bridge is linear on each side of 0: solved by rational numbers.
constexpr double through_load = 0.0999997999804000592;

TEST(ConstraintRuns, AFullWaveRectifier) {
  EquationRun run(
      read_body(
          "Real a, b, p, n, i, as, ai, bs, bi, cs, ci, ds, di; Boolean aoff, boff, coff, doff; "
          "equation a - b = sin(time); n = 0; p - n = 10*i; " +
          diode("a", "a", "p") + diode("b", "b", "p") + diode("c", "n", "a") +
          diode("d", "n", "b") + "i = ai + bi; ai - ci + bi - di = 0;")
          .model);
  for (int k = 1; k <= 30; ++k) {
    ASSERT_TRUE(run.march(0.3 * k, 1e-9, "dopri5", 9).good());
    EXPECT_NEAR(run.value("i"), through_load * std::abs(std::sin(0.3 * k)), 1e-13) << k;
  }
}

}  // namespace
}  // namespace bw::test::constraint_runs_test
