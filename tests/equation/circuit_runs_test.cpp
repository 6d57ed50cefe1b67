// Circuits, and a heat exchanger. References of 15 digits: of the transistor amplifier from
// extrapolation of the midpoint rule in 25 digits (two tolerances agree), of the exchanger the
// exponential of its matrix in 30 digits (mpmath).

#include <gtest/gtest.h>

#include <cmath>

#include "support/equation/base_text.h"
#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"

namespace bw::test::circuit_runs_test {
namespace {

// Ebers and Moll; V, mA, kOhm, uF, ms. The emitter's voltage follows from a loop that is not
// linear; the input drives the transistor from off to saturated.
TEST(CircuitRuns, ATransistorAmplifier) {
  EquationRun run(
      read_body(
          "parameter Real Is = 1e-11, bf = 100, br = 1, VT = 0.026, U = 10, Rs = 1, Rb = 200, "
          "Rc = 2, Re = 0.2, Cb = 0.01, Cc = 0.005; "
          "Real vb(start = 0, fixed = true), vc(start = 10, fixed = true), ve(start = 0), "
          "ib, ic, f, r; "
          "equation f = Is*(exp((vb - ve)/VT) - 1); r = Is*(exp((vb - vc)/VT) - 1); "
          "ic = f - r - r/br; ib = f/bf + r/br; ve = Re*(ib + ic); "
          "Cb*der(vb) = (0.8*sin(20*time) - vb)/Rs + (U - vb)/Rb - ib; "
          "Cc*der(vc) = (U - vc)/Rc - ic;")
          .model);
  ASSERT_TRUE(run.march(0.4, 1e-13, "dop853").good());
  EXPECT_NEAR(run.value("vb"), 0.822456823152917, 1e-11);
  EXPECT_NEAR(run.value("vc"), 8.59219646636573, 1e-10);
}

// Counterflow, three cells each, with media that are records.
TEST(CircuitRuns, AHeatExchangerWithRecords) {
  constexpr const char* media = R"(
  record 'Medium'
    Real 'rho';
    Real 'cp';
  end 'Medium';
  function 'oil'
    output 'Medium' 'm';
  algorithm
    'm' := 'Medium'(900.0, 2000.0);
  end 'oil';
  function 'water'
    output 'Medium' 'm';
  algorithm
    'm' := 'Medium'('cp' = 4180.0, 'rho' = 1000.0);
  end 'water';
  function 'capacity'
    input 'Medium' 'm';
    input Real 'V';
    output Real 'C';
  algorithm
    'C' := 'm'.'rho' * 'm'.'cp' * 'V';
  end 'capacity';
)";
  EquationRun run(read_base(
      media,
      "parameter Real 'UA' = 400.0; Real 'h'[3](each start = 300.0, each fixed = true); "
      "Real 'c'[3](each start = 300.0, each fixed = true); Real 'q'[3]; equation "
      "'q' = 'UA' * ('h' - 'c'); for 'i' in 1:3 loop "
      "'capacity'('oil'(), 0.002) * der('h'['i']) = 0.2 * 'oil'().'cp' * "
      "((if 'i' == 1 then 360.0 else 'h'[max('i' - 1, 1)]) - 'h'['i']) - 'q'['i']; "
      "'capacity'('water'(), 0.002) * der('c'['i']) = 0.3 * 'water'().'cp' * "
      "((if 'i' == 3 then 290.0 else 'c'[min('i' + 1, 3)]) - 'c'['i']) + 'q'['i']; end for;"));
  ASSERT_TRUE(run.march(30, 1e-13, "dop853").good());
  EXPECT_NEAR(run.value("h[1]"), 332.9294396371592, 1e-9);
  EXPECT_NEAR(run.value("h[3]"), 303.8605023504123, 1e-9);
  EXPECT_NEAR(run.value("c[1]"), 306.338997591327, 1e-9);
  EXPECT_NEAR(run.value("c[3]"), 293.2227366285381, 1e-9);
}

// What floats stays where it was, not at 0.
TEST(CircuitRuns, APartWithoutGround) {
  EquationRun run(read_body("parameter Real g = 2; Real x(start = 1, fixed = true), a(start = 5), "
                            "b(start = 3), i; equation der(x) = -i; i = g*(a - b); "
                            "a - b = x - 0.1*i; g*a - g*b = i;")
                      .model);
  EXPECT_NEAR(run.value("a"), 4 + 0.5 / 1.2, 1e-12);
  ASSERT_TRUE(run.march(1).good());
  EXPECT_NEAR(run.value("a"), 4 + 0.5 * std::exp(-2 / 1.2) / 1.2, 1e-7);
  EXPECT_NEAR(run.value("b"), 4 - 0.5 * std::exp(-2 / 1.2) / 1.2, 1e-7);
}

// A subtracter: a limiter with a high gain, from the ends of which Newton jumps to each other.
TEST(CircuitRuns, AnOperationalAmplifier) {
  EquationRun run(
      read_body("parameter Real A = 15000, R1 = 1000, R2 = 1000, U = 15, v = 5; Real u, vin, vn, "
                "vo, i1, i2, x(start = 0, fixed = true); equation u = 5*sin(6*time); "
                "u - vn = R1*i1; vn - vo = R2*i2; i1 - i2 = 0; vin = v/2 - vn; der(x) = vo; "
                "vo = smooth(0, noEvent(if A*vin > U then U else if A*vin < -U then -U else "
                "A*vin));")
          .model);
  EXPECT_NEAR(run.value("vo"), 37500.0 / 7501, 1e-11);
  for (int k = 1; k <= 4; ++k) {
    ASSERT_TRUE(run.march(0.3 * k, 1e-9, "dopri5", 2).good());
    EXPECT_NEAR(run.value("vo"), 7500 * (5 - run.value("u")) / 7501, 1e-10) << k;
  }
}

}  // namespace
}  // namespace bw::test::circuit_runs_test
