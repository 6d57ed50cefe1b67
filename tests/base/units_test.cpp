#include "base/units.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

namespace bw::units_test {
namespace {

Affine between(const char* from, const char* to, bool relative = false) {
  const auto a = parse_unit(from), b = parse_unit(to);
  EXPECT_TRUE(a) << from;
  EXPECT_TRUE(b) << to;
  if (!a || !b) return {0.0, 0.0};
  const auto affine = conversion(*a, *b, relative);
  EXPECT_TRUE(affine) << from << " to " << to;
  return affine.value_or(Affine{0.0, 0.0});
}

TEST(Units, CommonConversionsAreExact) {
  const struct {
    const char *from, *to;
    double gain;
  } rows[] = {{"kW", "W", 1000},
              {"W", "kW", 0.001},
              {"min", "s", 60},
              {"h", "min", 60},
              {"d", "h", 24},
              {"mm", "um", 1000},
              {"bar", "Pa", 1e5},
              {"mbar", "hPa", 1},
              {"kWh", "J", 3.6e6},
              {"m/s", "km/h", 3.6},
              {"l", "m3", 0.001},
              {"L/min", "m3/h", 0.06},
              {"t", "kg", 1000},
              {"g", "kg", 0.001},
              {"kg", "g", 1000},
              {"cm2", "m2", 1e-4},
              {"%", "1", 0.01},
              {"Ah", "C", 3600},
              {"kcal", "J", 4184},
              {"atm", "Pa", 101325},
              {"inch", "mm", 25.4},
              {"ft", "m", 0.3048},
              {"kVA", "W", 1000},
              {"var", "W", 1},
              {"eV", "J", 1.602176634e-19}};
  for (const auto& row : rows) {
    EXPECT_EQ(between(row.from, row.to).gain, row.gain) << row.from << " to " << row.to;
    EXPECT_EQ(between(row.from, row.to).offset, 0.0) << row.from << " to " << row.to;
  }
}

TEST(Units, AUnitToItselfChangesNoBit) {
  for (const char* unit : {"degF", "degC", "rpm", "psi", "mmHg", "km/h", "deg"}) {
    EXPECT_EQ(between(unit, unit).gain, 1.0) << unit;
    EXPECT_EQ(between(unit, unit).offset, 0.0) << unit;
  }
}

TEST(Units, TemperaturesHaveAnOffsetAndTheirDifferencesNone) {
  EXPECT_EQ(between("degC", "K").gain, 1.0);
  EXPECT_EQ(between("degC", "K").offset, 273.15);
  EXPECT_EQ(between("K", "degC").offset, -273.15);
  EXPECT_EQ(between("degC", "K", true).offset, 0.0);
  EXPECT_NEAR(between("degF", "degC")(212.0), 100.0, 1e-12);
  EXPECT_NEAR(between("degC", "degF")(-40.0), -40.0, 1e-12);
  EXPECT_DOUBLE_EQ(between("degF", "K", true)(9.0), 5.0);
}

TEST(Units, InsideAProductATemperatureHasNoOffset) {
  EXPECT_EQ(between("W/degC", "W/K").offset, 0.0);
  EXPECT_EQ(between("J/(kg.degC)", "J/(kg.K)").gain, 1.0);
  EXPECT_EQ(parse_unit("degC2")->offset, 0.0);
}

TEST(Units, AnglesTurnByPi) {
  EXPECT_DOUBLE_EQ(between("deg", "rad").gain, std::numbers::pi / 180);
  EXPECT_DOUBLE_EQ(between("rpm", "rad/s").gain, 2 * std::numbers::pi / 60);
  EXPECT_DOUBLE_EQ(between("rev/min", "rpm").gain, 1.0);
}

TEST(Units, TheSameUnitMayBeWrittenInManyWays) {
  const struct {
    const char *one, *other;
  } rows[] = {{"kg.m2/s2", "J"},
              {"kg*m2/s2", "N.m"},
              {"N m", "Nm"},
              {"m/s^2", "m.s-2"},
              {"m/s2", "m/s/s"},
              {"1/s", "Hz"},
              {"s-1", "1/s"},
              {"W/(m2.K)", "W.m-2.K-1"},
              {"Ohm", "V/A"},
              {"ohm", "\u03a9"},
              {"k\u2126", "kOhm"},
              {"\u00b0C", "degC"},
              {"\u00b5m", "um"},
              {"\u03bcm", "um"},
              {"m\u00b2", "m2"},
              {"N\u00b7m", "J"},
              {"s\u207b\u00b9", "Hz"},
              {"(m)", " m "},
              {"l", "L"},
              {"1/min", "min-1"},
              {"m+2", "m2"},
              {"((kg))/(s)", "kg/s"},
              {"lbf/in2", "psi"}};
  for (const auto& row : rows) {
    const auto one = parse_unit(row.one), other = parse_unit(row.other);
    ASSERT_TRUE(one) << row.one;
    ASSERT_TRUE(other) << row.other;
    EXPECT_EQ(one->exponents, other->exponents) << row.one << " and " << row.other;
    EXPECT_DOUBLE_EQ(one->factor, other->factor) << row.one << " and " << row.other;
    EXPECT_EQ(one->offset, other->offset) << row.one << " and " << row.other;
  }
}

TEST(Units, WhereASymbolMeansTwoThingsTheSiDecides) {
  EXPECT_EQ(between("min", "s").gain, 60);                                // no milli-inch
  EXPECT_EQ(parse_unit("Pa")->exponents, parse_unit("N/m2")->exponents);  // no peta-year
  EXPECT_EQ(parse_unit("cd")->exponents[6], 1);                           // no centi-day
  EXPECT_EQ(parse_unit("C")->exponents, parse_unit("A.s")->exponents);    // no degree
  EXPECT_EQ(between("kt", "t").gain, 1000);                               // no knot
  EXPECT_EQ(between("mPa", "Pa").gain, 0.001);
  EXPECT_EQ(between("MPa", "Pa").gain, 1e6);
  EXPECT_EQ(between("dam", "m").gain, 10);
}

TEST(Units, OneAndADashHaveNoDimension) {
  EXPECT_TRUE(parse_unit("1")->same_dimension(Unit{}));
  EXPECT_TRUE(parse_unit("-")->same_dimension(Unit{}));
  EXPECT_EQ(parse_unit("1")->factor, 1.0);
}

TEST(Units, WhatIsNoUnitIsNone) {
  for (const char* text : {"",     " ",    "furlong", "k",    "kk",     "m/",    "/s",   "m.",
                           "m^",   "m^-",  "(m",      "m)",   "()",     "m..s",  "m//s", "10",
                           "m2.5", "m100", "kdegC",   "kmin", "\u2603", "m/s m", "\xff"})
    EXPECT_FALSE(parse_unit(text)) << text;
}

TEST(Units, AProductAfterASlashIsAmbiguousAndThereforeNone) {
  EXPECT_FALSE(parse_unit("J/kg.K"));
  EXPECT_FALSE(parse_unit("J/kg*K"));
}

TEST(Units, AbsurdUnitsAreNoneInsteadOfInfinite) {
  EXPECT_FALSE(parse_unit("Ym99"));
  EXPECT_FALSE(parse_unit("ym99"));
  EXPECT_FALSE(parse_unit(std::string(100'000, '(')));
}

TEST(Units, UnitsOfDifferentDimensionDoNotConvert) {
  EXPECT_FALSE(conversion(*parse_unit("m"), *parse_unit("s")));
  EXPECT_FALSE(conversion(*parse_unit("rad/s"), *parse_unit("1/s")));
}

TEST(Units, AFactorOfZeroDoesNotConvert) {
  Unit zero, nan;
  zero.factor = 0.0;
  nan.factor = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(conversion(Unit{}, zero));
  EXPECT_FALSE(conversion(nan, Unit{}));
}

}  // namespace
}  // namespace bw::units_test
