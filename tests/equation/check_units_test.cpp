#include "equation/check/check_units.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::check_units_test {
namespace {

using test::contains;
using test::warnings_of;

const std::string names =
    "Real x(unit = \"m\"), v(unit = \"m/s\"), t(unit = \"s\"), km(unit = \"km\"), a(unit = "
    "\"rad\"), d(unit = \"deg\"), "
    "K(unit = \"K\"), C(unit = \"degC\"), E(unit = \"J\"), m(unit = \"kg\"), w(unit = \"rad/s\"), "
    "one(unit = \"1\"), free;";

std::string warning_for(const std::string& equations) {
  return warnings_of(names + "\nequation\n" + equations);
}

TEST(UnitChecks, ThatFitAreNotSpokenOf) {
  for (const std::string equation :
       {"der(x) = v;", "x = v*t;", "E = 0.5*m*v^2;", "v = sqrt(2*E/m);", "x = x + 3;",
        "v = 9.81*t;", "v = w*x;", "one = sin(a) + exp(x/x);", "x = free*v;",
        "x = if x > 1 then x else v*time;", "C = K - 273.15;", "x = max(x, abs(-x));",
        "x^0.5 = sqrt(x);", "one = sin(2*time);",
        "one = exp(-time) + cos(free + time) + log(1 + time^2);", "der(x) = v + time;"})
    EXPECT_EQ(warning_for(equation), "") << equation;
}

TEST(UnitChecks, ThatDoNotFitAreReportedWithBoth) {
  EXPECT_TRUE(
      contains(warning_for("x = v;"), "m.mo:4:1: The units do not fit: left is m, right is m/s."));
  EXPECT_TRUE(contains(warning_for("x = v + t;"), "the operands of '+' have the units m/s and s"));
  EXPECT_TRUE(contains(warning_for("x = km;"), "left is m, right is 1000 m"));
  EXPECT_TRUE(contains(warning_for("E = m*v;"), "left is kg.m2/s2, right is kg.m/s"));
  EXPECT_TRUE(contains(warning_for("one = exp(x);"), "'exp' needs a number without a unit"));
  EXPECT_TRUE(
      contains(warning_for("one = sin(d);"), "'sin' needs a number without a unit, or rad"));
  EXPECT_TRUE(contains(warning_for("x = if x > t then x else x*2;"), "the operands of '>'"));
  EXPECT_TRUE(
      contains(warning_for("K = C;"), "left is K, right is degC, which differ by an offset"));
}

TEST(UnitChecks, OfBindingsStartsAndWhensAreChecked) {
  EXPECT_TRUE(contains(
      warnings_of("parameter Real a(unit = \"m\") = 1; parameter Real b(unit = \"s\") = a;"),
      "left is s, right is m"));
  EXPECT_TRUE(contains(warning_for("der(x) = v; when x > 1 then reinit(x, v); end when;"),
                       "left is m, right is m/s"));
}

TEST(UnitChecks, ThatCannotBeReadAreReported) {
  EXPECT_TRUE(contains(warnings_of("Real x(unit = \"blah\");"), "The unit \"blah\" is not known"));
}

}  // namespace
}  // namespace bw::equation::check_units_test
