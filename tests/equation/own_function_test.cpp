// Functions whose flow depends on what only the run knows: exits, loops, assertions. And those of
// the standard library that files leave out.

#include "equation/flatten/own_function.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "equation/text/library_functions.h"
#include "support/contains.h"
#include "support/equation/base_text.h"

namespace bw::equation::own_function_test {
namespace {

using test::base_refusal;
using test::base_value;
using test::contains;
using test::EquationRun;
using test::read_base;

constexpr const char* functions = R"(
  function 'first' "The first element above a limit; 0 where there is none"
    input Real 'v'[:];
    input Real 'limit';
    output Integer 'k' = 0;
  algorithm
    for 'i' in 1:size('v', 1) loop
      if 'v'['i'] > 'limit' then
        'k' := 'i';
        return;
      end if;
    end for;
  end 'first';
  function 'steps' "Of a Collatz sequence with real numbers, and where it ends"
    input Real 'x';
    output Integer 'n' = 0;
    output Real 'y' = 'x';
  algorithm
    while 'y' > 1.5 loop
      'n' := 'n' + 1;
      if 'y' > 100 then
        'n' := -'n';
        break;
      end if;
      'y' := 'y' / 2;
    end while;
    'n' := 10 * 'n';
  end 'steps';
  function 'root' "Newton's method"
    input Real 'a';
    output Real 'x' = 1;
  protected
    Real 'd';
  algorithm
    while true loop
      'd' := ('x' * 'x' - 'a') / (2 * 'x');
      'x' := 'x' - 'd';
      if abs('d') < 1e-13 * 'x' then
        return;
      end if;
    end while;
  end 'root';
  function 'nested'
    input Real 'x';
    output Real 'y' = 0;
  algorithm
    for 'i' in 1:3 loop
      for 'j' in 1:3 loop
        if 'j' > 'x' then
          break;
        end if;
        if 'i' + 'j' > 2 * 'x' then
          'y' := -'y';
          return;
        end if;
        'y' := 'y' + 10 ^ ('i' - 1);
      end for;
    end for;
  end 'nested';
  function 'checked'
    input Real 'x';
    output Real 'y';
  algorithm
    assert('x' > 0, "x must be positive, it is " + String('x'));
    'y' := sqrt('x');
  end 'checked';
)";

double first_above(double limit) {
  return base_value(
      functions, "Real 'k' = 'first'({1.0, 5.0, 3.0}, time + " + std::to_string(limit) + ");", "k");
}

TEST(OwnFunctions, AReturnEndsTheFunctionWhereItsConditionHolds) {
  EXPECT_EQ(first_above(0.5), 1);
  EXPECT_EQ(first_above(2), 2);
  EXPECT_EQ(first_above(6), 0);
}

TEST(OwnFunctions, AWhileEndsWhereItsConditionFails) {
  const std::string body = "Real 'n'; Real 'y'; equation ('n', 'y') = 'steps'(time + ";
  EXPECT_EQ(base_value(functions, body + "10.0);", "n"), 30);
  EXPECT_EQ(base_value(functions, body + "10.0);", "y"), 1.25);
  EXPECT_EQ(base_value(functions, body + "300.0);", "n"), -10);
  EXPECT_EQ(base_value(functions, body + "300.0);", "y"), 300);
  EXPECT_EQ(base_value(functions, body + "1.0);", "n"), 0);
}

TEST(OwnFunctions, AnIterationIsAsLongAsItNeedsToBe) {
  EquationRun run(read_base(functions, "Real 'x' = 'root'(2.0 + time);"));
  EXPECT_NEAR(run.value("x"), std::numbers::sqrt2, 1e-15);
  run.time = 2;
  EXPECT_NEAR(run.value("x"), 2, 1e-15);
}

TEST(OwnFunctions, AVariableIsDeclaredOnce) {
  EXPECT_TRUE(
      contains(base_refusal("function 'f' input Real 'v'[:, :]; input Real 'v'; output Real "
                            "'y' = 1; end 'f';",
                            "Real 'x' = 'f'({{1.0}}, 2.0);"),
               "declared twice"));
}

TEST(OwnFunctions, AWhileMayBeOpenAtEvents) {
  EquationRun run(read_base(functions,
                            "discrete Real 'x'(start = 0.0, fixed = true); equation when time > "
                            "1.0 then 'x' = 'root'(4.0 * time); end when;"));
  run.march(2);
  EXPECT_NEAR(run.value("x"), 2, 1e-7);
}

double nested(double x) {
  double y = 0;
  for (int i = 1; i <= 3; ++i)
    for (int j = 1; j <= 3; ++j) {
      if (j > x) break;
      if (i + j > 2 * x) return -y;
      y += std::pow(10, i - 1);
    }
  return y;
}

TEST(OwnFunctions, ExitsOfNestedLoopsAreToldApart) {
  for (const double x : {0.5, 0.9, 1.0, 1.4, 1.6, 2.0, 2.2, 2.6, 3.0, 4.0})
    EXPECT_EQ(base_value(functions, "Real 'y' = 'nested'(time + " + std::to_string(x) + ");", "y"),
              nested(x))
        << x;
}

TEST(OwnFunctions, AssertionsHoldWhereTheCallIsReached) {
  const auto asserts = [](const std::string& body) { return read_base(functions, body).asserts; };
  ASSERT_EQ(asserts("Real 'x' = 'checked'(1.0 - time);").size(), 1);
  EXPECT_TRUE(contains(asserts("Real 'x' = 'checked'(time);")[0].message, "it is <'x'>"));
  EXPECT_TRUE(asserts("Real 'x' = 'checked'(4.0);").empty());
  const FlatModel guarded =
      read_base(functions, "Real 'x' = if time > 2.0 then 'checked'(time) else 0.0;");
  ASSERT_EQ(guarded.asserts.size(), 1);
  EXPECT_EQ(guarded.graph[guarded.asserts[0].condition].op, Op::logical_or);
}

double library(const std::string& function, const std::string& arguments) {
  return base_value("record 'Complex' Real 're'; Real 'im'; end 'Complex';",
                    "Real 'x' = '" + function + "'(" + arguments + ");", "x");
}

// Values computed with 40 digits (mpmath), beside simple ones.
TEST(LibraryFunctions, HaveTheValuesOfTheirDefinitions) {
  EXPECT_EQ(library("Modelica.Math.Vectors.length", "{3.0, 4.0, 12.0}"), 13);
  EXPECT_EQ(library("Modelica.Math.Vectors.norm", "{3.0, -4.0}, 1"), 7);
  EXPECT_NEAR(library("Modelica.Math.Vectors.norm", "{1.0, 2.0}, 3"), 2.080083823051904, 1e-15);
  EXPECT_EQ(library("Modelica.Math.Polynomials.evaluate", "{2.0, 0.0, 1.0}, 3.0"), 19);
  EXPECT_EQ(library("Modelica.Units.Conversions.from_degC", "20.0"), 293.15);
  EXPECT_EQ(library("Modelica.Units.Conversions.to_degC", "293.15"), 20);
  EXPECT_NEAR(library("Modelica.Units.Conversions.from_deg", "30.0"), 0.5235987755982989, 1e-15);
  EXPECT_NEAR(library("Modelica.Units.Conversions.to_deg", "1.0"), 57.29577951308232, 1e-13);
  EXPECT_NEAR(library("Modelica.Units.Conversions.from_rpm", "60.0"), 6.283185307179586, 1e-15);
  EXPECT_NEAR(library("Modelica.Units.Conversions.to_rpm", "1.0"), 9.549296585513720, 1e-14);
  EXPECT_EQ(library("Modelica.Units.Conversions.from_bar", "2.0"), 2e5);
  EXPECT_EQ(library("Modelica.Units.Conversions.to_bar", "2e5"), 2);
  // 1 s - s^3 has the slope 1 at 0, and 0 and -2 at 1.
  EXPECT_NEAR(library("Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero",
                      "0.5, 1.0, 0.0, -2.0, 1.0"),
              0.375, 1e-16);
}

TEST(LibraryFunctions, OfVectorsAndMatrices) {
  const auto element = [](const std::string& call, int k) {
    return base_value("record 'Complex' Real 're'; Real 'im'; end 'Complex';",
                      "Real 'v'[:] = " + call + ";", "v[" + std::to_string(k) + "]");
  };
  EXPECT_EQ(element("'Modelica.Math.Vectors.normalize'({3.0, 4.0})", 2), 0.8);
  EXPECT_EQ(element("'Modelica.Math.Vectors.normalize'({0.0, 1e-3}, 1e-2)", 2), 0.1);
  const std::string solve =
      "'Modelica.Math.Matrices.solve'({{0.0, 2.0, 1.0}, {1.0, 1.0, time}, {4.0, 0.0, 1.0}}, "
      "{7.0, 3.0, 7.0})";
  EXPECT_NEAR(element(solve, 1), 1, 1e-15);
  EXPECT_NEAR(element(solve, 2), 2, 1e-15);
  EXPECT_NEAR(element(solve, 3), 3, 1e-15);
  const std::string six = "'Modelica.Electrical.Polyphase.Functions.symmetricOrientation'(6)";
  EXPECT_NEAR(element(six, 3), 4 * std::numbers::pi / 3, 1e-15);
  EXPECT_NEAR(element(six, 4), -std::numbers::pi / 6, 1e-15);
  EXPECT_NEAR(element("'Modelica.Electrical.Polyphase.Functions.symmetricOrientation'(2)", 2),
              std::numbers::pi / 2, 1e-15);
  EXPECT_EQ(base_value("record 'Complex' Real 're'; Real 'im'; end 'Complex';",
                       "Real 'x' = 'Complex.\\'constructor\\'.fromReal'(2.0).'re';", "x"),
            2);
  const std::string filter =
      "Real 'a'[1]; Real 'b'[1]; Real 'c'[1]; equation ('a', 'b', 'c') = "
      "'Modelica.Blocks.Continuous.Internal.Filter.coefficients.lowPass'({1.0}, {2.0}, {3.0}, "
      "0.5 / 3.141592653589793);";
  EXPECT_NEAR(base_value("", filter, "a[1]"), 1, 1e-15);
  EXPECT_NEAR(base_value("", filter, "b[1]"), 2, 1e-15);
  EXPECT_NEAR(base_value("", filter, "c[1]"), 3, 1e-15);
}

// A rotation by 0.3 around (1, 2, 2)/3 turns vectors as Rodrigues' formula does, and back.
TEST(LibraryFunctions, OfRotations) {
  const std::string frames = "'Modelica.Mechanics.MultiBody.Frames.";
  const std::string e = "{1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0}", v = "{1.0, 0.0, 0.0}";
  const std::string turn = frames + "TransformationMatrices.planarRotation'(" + e + ", 0.3)";
  const std::string turned = frames + "TransformationMatrices.resolve2'(" + turn + ", " + v + ")";
  const std::string back =
      frames + "TransformationMatrices.resolve1'(" + turn + ", " + turned + ")";
  const double c = std::cos(0.3), s = std::sin(0.3);
  EXPECT_NEAR(base_value("", "Real 'x' = " + turned + "[1];", "x"), c + (1 - c) / 9, 1e-15);
  EXPECT_NEAR(base_value("", "Real 'x' = " + turned + "[2];", "x"), 2 * (1 - c) / 9 - s * 2 / 3,
              1e-15);
  EXPECT_NEAR(base_value("", "Real 'x' = " + back + "[1];", "x"), 1, 1e-15);
  EXPECT_NEAR(base_value("",
                         "Real 'x' = " + frames + "planarRotationAngle'(" + e + ", " + v + ", " +
                             turned + ");",
                         "x"),
              0.3, 1e-15);
}

// Reference values from the laws and Hermite's cubic, written independently of the program.
TEST(LibraryFunctions, OfPipes) {
  const std::string pipe = "'a.b.WallFriction.";
  const std::string lambda =
      pipe + "pressureLoss_m_flow.interpolateInRegion2'(2500.0, 1500.0, 4000.0, 1e-3)";
  EXPECT_NEAR(base_value("", "Real 'x' = " + lambda + ";", "x"), 243247.5601105851, 1e-2);
  const auto flow = [&](const std::string& dp, const std::string& name) {
    return base_value("",
                      "Real 'l' = " + lambda + "; Real 'm'; Real 'g'; equation ('m', 'g') = " +
                          pipe + "Internal.m_flow_of_dp_fric'(" + dp +
                          ", 1000.0, 1000.0, 1e-3, 1e-3, 10.0, 0.02, 3e-4, 1500.0, 4000.0, 1e-3);",
                      name);
  };
  EXPECT_NEAR(flow("5.0", "m"), 0.001875, 1e-15);
  EXPECT_NEAR(flow("5.0", "g"), 0.000375, 1e-15);
  EXPECT_NEAR(flow("150.0", "m"), 0.04008553563491642, 1e-10);
  EXPECT_NEAR(flow("-150.0", "m"), -0.04008553563491642, 1e-10);
  EXPECT_NEAR(flow("150.0", "g"), 0.00010289309199940089, 1e-10);
  EXPECT_NEAR(flow("1000.0", "m"), 0.10044592949442188, 1e-14);
  EXPECT_NEAR(flow("1000.0", "g"), 5.747620310109225e-05, 1e-12);
  EXPECT_TRUE(contains(base_refusal("", "Real 'x' = " + pipe +
                                            "Internal.m_flow_of_dp_fric'(1.0, 1.0, 1.0, 1.0, 1.0, "
                                            "1.0, 1.0, 1.0, 1.0, 1.0, 1.0);"),
                       "does not contain"));
}

// Both laws at the border, the given slope at zero, and the same curvature on both sides of it.
TEST(LibraryFunctions, ThatAreRegularAtZero) {
  const auto square = [](const std::string& x, const std::string& rest = "") {
    return base_value(
        "",
        "Real 'x' = 'Modelica.Fluid.Utilities.regSquare2'(" + x + ", 0.1, 2.0, 3.0" + rest + ");",
        "x");
  };
  EXPECT_NEAR(square("0.2"), 0.08, 1e-15);
  EXPECT_NEAR(square("-0.2"), -0.12, 1e-15);
  EXPECT_NEAR(square("0.099999999"), 0.02, 1e-8);
  EXPECT_NEAR(square("-0.099999999"), -0.03, 1e-8);
  EXPECT_NEAR(square("1e-6", ", true, 0.25") / 1e-6, 0.25, 1e-5);
  const double h = 1e-3, slope = 0.125;
  EXPECT_NEAR((square("1e-3") - slope * h) / (h * h), (square("-1e-3") + slope * h) / (h * h), 0.1);
  const auto root = [](const std::string& x) {
    return base_value("",
                      "Real 'x' = 'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility'(" + x +
                          ", 0.01, 4.0, 1.0, false, 1.0);",
                      "x");
  };
  EXPECT_NEAR(root("0.01"), std::sqrt(0.04), 1e-15);
  EXPECT_NEAR(root("-0.0025"), -0.05, 1e-15);
  EXPECT_NEAR(root("-1.0"), -1, 1e-15);
  EXPECT_NEAR(root("1e-7") / 1e-7, -root("-1e-7") / 1e-7, 1e-2);
  EXPECT_EQ(root("0.0"), 0);
}

// Values of the published algorithm, written independently of the program.
TEST(LibraryFunctions, OfMonotonicCurves) {
  const auto curve = [](const std::string& arguments) {
    return base_value("", "Real 'x' = 'Modelica.Fluid.Utilities.regFun3'(" + arguments + ");", "x");
  };
  EXPECT_NEAR(curve("0.1, 0.0, 1.0, 0.0, 1.0, 6.0, 7.0"), 0.33299112252443414, 1e-14);
  EXPECT_NEAR(curve("0.5, 0.0, 1.0, 0.0, 1.0, 6.0, 7.0"), 0.4587363966142684, 1e-14);
  EXPECT_NEAR(curve("0.9, 0.0, 1.0, 0.0, -1.0, -6.0, -7.0"), -0.5991158208381393, 1e-14);
  EXPECT_NEAR(curve("0.5, 0.0, 1.0, 0.0, 1.0, 3.0, 0.5"), 0.8125, 1e-14);
  EXPECT_NEAR(curve("0.9, 0.0, 1.0, 0.0, 1.0, 1.0, 1.5"), 0.8595, 1e-14);
  EXPECT_NEAR(curve("1.8, 0.0, 2.0, 1.0, 2.0, 0.1, 0.1"), 1.9576, 1e-14);
  EXPECT_EQ(curve("1.8, 0.0, 2.0, 3.0, 3.0, 0.1, 0.1"), 3);
}

TEST(LibraryFunctions, OfTransistors) {
  const std::string path = "Modelica.Electrical.Spice3.Internal.";
  const std::string records =
      "record '" + path +
      "Mos1.Mos1Calc' Real 'm_tPhi' = 0.5; Real 'm_tVbi' = 1.0; Real 'm_Beta' = "
      "2.0; Real 'm_von' = 0.0; Real 'm_vdsat' = 0.0; Real 'm_cdrain' = 0.0; Real 'm_gm' = 0.0; "
      "Real "
      "'m_gds' = 0.0; Real 'm_gmbs' = 0.0; end '" +
      path +
      "Mos1.Mos1Calc'; "
      "record '" +
      path + "Mos1.Mos1ModelLineParams' Real 'm_lambda' = 0.1; end '" + path +
      "Mos1.Mos1ModelLineParams'; record '" + path + "SpiceConstants' Real 'e' = 1.0; end '" +
      path + "SpiceConstants'; record '" + path +
      "Mos.MosModelLineVariables' Real 'm_gamma' = 0.4; end '" + path +
      "Mos.MosModelLineVariables';";
  const auto drain = [&](const std::string& vg, const std::string& vds, const std::string& field) {
    return base_value(records,
                      "Real 'x' = '" + path + "Mos1.drainCur'(-0.5, " + vg + ", " + vds + ", '" +
                          path + "Mos1.Mos1Calc'(), '" + path + "Mos1.Mos1ModelLineParams'(), '" +
                          path + "SpiceConstants'(), '" + path +
                          "Mos.MosModelLineVariables'(), 1).'" + field + "';",
                      "x");
  };
  EXPECT_NEAR(drain("0.0", "5.0", "m_von"), 1.4, 1e-15);
  EXPECT_EQ(drain("1.0", "5.0", "m_cdrain"), 0);
  EXPECT_NEAR(drain("3.4", "5.0", "m_cdrain"), 3 * 2 * 2 * 0.5, 1e-14);
  EXPECT_NEAR(drain("3.4", "5.0", "m_gm"), 3 * 2, 1e-14);
  EXPECT_NEAR(drain("3.4", "5.0", "m_gds"), 0.1 * 2 * 2 * 2 * 0.5, 1e-14);
  EXPECT_NEAR(drain("3.4", "1.0", "m_cdrain"), 2.2 * 1.5, 1e-14);
  EXPECT_NEAR(drain("3.4", "1.0", "m_gds"), 2.2 * 1 + 0.1 * 2 * 1.5, 1e-14);
  EXPECT_NEAR(drain("3.4", "1.0", "m_gmbs"), 2.2 * 0.2, 1e-14);
  const auto charge = [&](const std::string& v, const std::string& name) {
    return base_value("",
                      "Real 'c'; Real 'q'; equation ('c', 'q') = '" + path +
                          "Functions.junctionCapTransTime'(2.0, " + v +
                          ", 0.4, 0.5, 0.8, 0.3, 0.35, 0.25, 10.0, 0.1, 0.2);",
                      name);
  };
  EXPECT_NEAR(charge("-1.6", "c"), 2 / std::sqrt(3) + 1, 1e-14);
  EXPECT_NEAR(charge("-1.6", "q"), 2 * 0.8 * 2 * (1 - std::sqrt(3)) + 2, 1e-14);
  EXPECT_NEAR(charge("0.8", "c"), 2 / 0.35 * 0.75 + 1, 1e-14);
  EXPECT_NEAR(charge("0.8", "q"), 2 * 0.3 + 2 / 0.35 * (0.25 * 0.4 + 0.48 / 3.2) + 2, 1e-14);
}

TEST(OwnFunctions, TakeArraysOfStringsForTheirMessages) {
  const std::string check =
      "function 'check' input String 'names'[:]; input Real 'x'; algorithm for 'i' in "
      "1:size('names', 1) loop assert('x' < 'i', 'names'['i'] + \" is large\"); end for; end "
      "'check';";
  const FlatModel model =
      read_base(check, "Real 'x' = time; equation 'check'({\"a\", \"b\"}, 'x');");
  ASSERT_EQ(model.asserts.size(), 2U);
  EXPECT_EQ(model.asserts[1].message, "a, b is large");
}

TEST(LibraryFunctions, OfMeyersCapacitances) {
  const std::string path = "Modelica.Electrical.Spice3.Internal.";
  const std::string records = "record '" + path +
                              "Mos1.Mos1Calc' Real 'm_tPhi' = 0.5; Real 'm_von' = 1.0; Real "
                              "'m_vdsat' = 2.0; Real 'm_capOx' = 6.0; end '" +
                              path + "Mos1.Mos1Calc'; record '" + path +
                              "Mos.DEVqmeyer' Real 'qm_capgb'; Real 'qm_capgs'; Real 'qm_capgd'; "
                              "Real 'qm_qgs'; Real 'qm_qgb'; Real 'qm_qgd'; Real 'qm_vgs'; Real "
                              "'qm_vgb'; Real 'qm_vgd'; end '" +
                              path + "Mos.DEVqmeyer';";
  const auto capacitance = [&](const std::string& vgs, const std::string& vgd,
                               const std::string& field) {
    return base_value(records,
                      "Real 'x' = '" + path + "Mos.mosCalcDEVqmeyer'(" + vgs + ", " + vgd +
                          ", 0.0, '" + path + "Mos1.Mos1Calc'()).'qm_cap" + field + "';",
                      "x");
  };
  EXPECT_EQ(capacitance("0.0", "0.0", "gb"), 3);
  EXPECT_NEAR(capacitance("0.9", "0.0", "gb"), 0.1 * 6, 1e-14);
  EXPECT_NEAR(capacitance("0.9", "0.0", "gs"), 2 - 0.1 * 8, 1e-14);
  EXPECT_EQ(capacitance("3.0", "1.0", "gs"), 2);
  EXPECT_NEAR(capacitance("3.0", "2.0", "gs"), 2 * (1 - 1 / 9.0), 1e-14);
  EXPECT_NEAR(capacitance("3.0", "2.0", "gd"), 2 * (1 - 4 / 9.0), 1e-14);
  EXPECT_EQ(capacitance("3.0", "2.0", "gb"), 0);
}

TEST(LibraryFunctions, OfJunctions) {
  const std::string spice = "'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3";
  const double v = 1.380649e-23 / 1.6021918e-19 * 300;
  const auto mos = [&](const std::string& at, const std::string& name) {
    return base_value("",
                      "Real 'i'; Real 'g'; equation ('i', 'g') = " + spice + "MOSFETRevised'(" +
                          at + ", 300.0, 1.0, 1e-14);",
                      name);
  };
  EXPECT_NEAR(mos("-2.0", "i"), -2e-14 / v, 1e-22);
  EXPECT_NEAR(mos("0.6", "i"), 1e-14 * (std::exp(0.6 / v) - 1), 1e-12);
  EXPECT_NEAR(mos("0.6", "g"), 1e-14 * std::exp(0.6 / v) / v + 1e-12, 1e-9);
  const double most = std::log(1e18);  // the current is 1e4 there
  EXPECT_NEAR(mos("2.0", "i") / (1e4 * (1 + 2 / v - most)), 1, 1e-12);
  const auto bjt = [&](const std::string& at, const std::string& name) {
    return base_value("",
                      "Real 'i'; Real 'g'; Real 'j'; Real 'h'; equation ('i', 'g', 'j', 'h') = " +
                          spice + "BJT'(" + at + ", 300.0, 1.0, 2.0, 1e-14, 1e-13);",
                      name);
  };
  EXPECT_NEAR(bjt("0.6", "i"), 1e-14 * (std::exp(0.6 / v) - 1) + 0.6e-12, 1e-12);
  EXPECT_NEAR(bjt("0.6", "j"), 1e-13 * (std::exp(0.3 / v) - 1), 1e-18);
  EXPECT_NEAR(bjt("-2.0", "i"), -1e-14 - 2e-12, 1e-24);
  EXPECT_NEAR(bjt("-2.0", "h"), 5e-14, 1e-26);
}

TEST(LibraryFunctions, OfTheFileComeFirst) {
  EXPECT_EQ(base_value("function 'Modelica.Math.Vectors.length' input Real 'v'[:]; output Real "
                       "'r'; algorithm 'r' := 7.0; end 'Modelica.Math.Vectors.length';",
                       "Real 'x' = 'Modelica.Math.Vectors.length'({1.0});", "x"),
            7);
  for (const std::string_view name : library_function_names())
    EXPECT_FALSE(library_function(name).empty());
  EXPECT_TRUE(contains(base_refusal("", "Real 'x' = 'Modelica.Math.Vectors.gone'({1.0});"),
                       "does not contain"));
}

}  // namespace
}  // namespace bw::equation::own_function_test
