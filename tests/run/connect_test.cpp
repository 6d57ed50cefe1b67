#include "run/open/connect.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::run::connect_test {
namespace {

using model::Causality;
using model::Variable;
using test::contains;

Variable variable(Causality causality, Type type = Type::real, const std::string& unit = "") {
  Variable v;
  v.name = causality == Causality::output ? "y" : "u";
  v.causality = causality;
  v.type = type;
  v.unit = unit;
  if (!unit.empty()) v.unit_meaning = parse_unit(unit);
  return v;
}
Variable output(const std::string& unit = "") {
  return variable(Causality::output, Type::real, unit);
}
Variable input(const std::string& unit = "") {
  return variable(Causality::input, Type::real, unit);
}

system::Connection connection(double gain = 1, double offset = 0, const std::string& unit = "") {
  return {{"b", "u"}, {"a", "y"}, gain, offset, unit, {"s.toml", 7, 1}};
}

std::string refusal(const Variable& source, const Variable& target,
                    const system::Connection& by = connection()) {
  Bells bells;
  std::string said =
      test::outcome<InputError>([&] { check_connection(by, source, target, bells); });
  if (said != "accepted") {
    EXPECT_TRUE(contains(said, "s.toml:7:1: "));
  }
  return said;
}

TEST(CheckConnection, AsIsBareNumbersGoThroughAndUnitsThatDifferAreReported) {
  Bells bells;
  Scaling scaling =
      check_connection(connection(1, 0, system::as_is), output("kW"), input("W"), bells);
  EXPECT_EQ(scaling.gain, 1);
  EXPECT_EQ(scaling.offset, 0);
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].code, BellCode::unit_assumed);
  EXPECT_TRUE(contains(bells.rung()[0].message, "passes numbers from kW to W without conversion"));
  Bells silent;
  scaling =
      check_connection(connection(1, -273.15, system::as_is), output("K"), input("degC"), silent);
  EXPECT_EQ(scaling.gain, 1);
  EXPECT_EQ(scaling.offset, -273.15) << "it is the user's conversion";
  check_connection(connection(1, 0, system::as_is), output("m/s"), input("m.s-1"), silent);
  check_connection(connection(1, 0, system::as_is), output(), input("kg"), silent);
  check_connection(connection(1, 0, system::as_is), variable(Causality::output, Type::integer),
                   variable(Causality::input, Type::integer), silent);
  EXPECT_TRUE(silent.rung().empty());
}

TEST(CheckConnection, FromOutputToInputWithoutUnitsChangesNothing) {
  Bells bells;
  const Scaling scaling = check_connection(connection(), output(), input(), bells);
  EXPECT_EQ(scaling.gain, 1);
  EXPECT_EQ(scaling.offset, 0);
  EXPECT_TRUE(bells.rung().empty());
}

// ---- causality ----

TEST(CheckConnection, IntoAnOutputIsRefusedAndTheRightOrderNamed) {
  EXPECT_TRUE(contains(refusal(output(), output()),
                       "'b.u' is an output, but a connection drives an input"));
  EXPECT_TRUE(contains(refusal(output(), output()), "\"component.input\" = \"component.output\""));
}

TEST(CheckConnection, IntoAParameterIsRefusedWithWhereItsValueBelongs) {
  Variable parameter = variable(Causality::parameter);
  parameter.takes_start = true;
  const std::string said = refusal(output(), parameter);
  EXPECT_TRUE(contains(said, "'b.u' is a parameter, but a connection drives an input."));
  EXPECT_TRUE(contains(said, "[parameters]"));
}

TEST(CheckConnection, IntoALocalVariableIsRefused) {
  EXPECT_TRUE(contains(refusal(output(), variable(Causality::local)), "is a local variable"));
}

TEST(CheckConnection, FromAnythingButAnOutputIsRefused) {
  EXPECT_TRUE(contains(refusal(input(), input()),
                       "'a.y' is an input, but a connection starts at an output"));
  EXPECT_TRUE(contains(refusal(variable(Causality::parameter), input()), "is a parameter"));
  EXPECT_TRUE(contains(refusal(variable(Causality::local), input()), "is a local variable"));
}

// ---- types ----

TEST(CheckConnection, BetweenDifferentTypesIsRefused) {
  EXPECT_TRUE(contains(refusal(variable(Causality::output, Type::boolean), input()),
                       "'a.y' is of type Boolean and cannot drive 'b.u' of type Real"));
  EXPECT_NE(refusal(output(), variable(Causality::input, Type::integer)), "accepted");
  EXPECT_NE(
      refusal(variable(Causality::output, Type::string), variable(Causality::input, Type::integer)),
      "accepted");
}

TEST(CheckConnection, BetweenIntegersAndEnumerationsIsPossible) {
  EXPECT_EQ(refusal(variable(Causality::output, Type::integer),
                    variable(Causality::input, Type::enumeration)),
            "accepted");
}

TEST(CheckConnection, GainsBelongToReals) {
  for (const auto& by : {connection(2), connection(1, 1)})
    EXPECT_TRUE(contains(refusal(variable(Causality::output, Type::integer),
                                 variable(Causality::input, Type::integer), by),
                         "gain, offset and unit apply to Real variables only"));
}

// ---- units ----

TEST(CheckConnection, ConvertsUnits) {
  Bells bells;
  const Scaling scaling = check_connection(connection(), output("kW"), input("W"), bells);
  EXPECT_EQ(scaling(2.5), 2500);
  EXPECT_TRUE(bells.rung().empty());
}

TEST(CheckConnection, ConvertsTemperaturesWithTheirOffset) {
  Bells bells;
  EXPECT_NEAR(check_connection(connection(), output("K"), input("degC"), bells)(293.15), 20, 1e-12);
}

TEST(CheckConnection, ConvertsTemperatureDifferencesWithout) {
  Bells bells;
  Variable difference = output("K");
  difference.relative_quantity = true;
  Variable target = input("degC");
  target.relative_quantity = true;
  EXPECT_EQ(check_connection(connection(), difference, target, bells)(20), 20);
  EXPECT_TRUE(bells.rung().empty());
}

TEST(CheckConnection, ADifferenceIntoAnAbsoluteTemperatureRings) {
  Bells bells;
  Variable difference = output("K");
  difference.relative_quantity = true;
  EXPECT_EQ(check_connection(connection(), difference, input("degC"), bells)(20), 20);
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].code, BellCode::unit_assumed);
}

TEST(CheckConnection, NoUnitAtAllAndPercentAreConverted) {
  Bells bells;
  EXPECT_EQ(check_connection(connection(), output("1"), input("%"), bells)(0.5), 50);
  EXPECT_TRUE(bells.rung().empty());
}

TEST(CheckConnection, GainAndOffsetActBeforeTheConversion) {
  Bells bells;
  // 2 * y + 1 in kW, then into W.
  EXPECT_EQ(check_connection(connection(2, 1), output("kW"), input("W"), bells)(3), 7000);
}

TEST(CheckConnection, BetweenUnitsOfAnotherKindIsRefusedWithAWayOut) {
  const std::string said = refusal(output("kg"), input("m"));
  EXPECT_TRUE(contains(said, "from 'a.y' to 'b.u' cannot convert kg to m"));
  EXPECT_TRUE(contains(said, "unit = \"m\""));
}

TEST(CheckConnection, BetweenEqualUnitsThatNobodyKnowsIsFine) {
  EXPECT_EQ(refusal(output("quux"), input("quux")), "accepted");
  EXPECT_TRUE(contains(refusal(output("quux"), input("m")), "cannot convert quux to m"));
}

TEST(CheckConnection, WithAUnitOnOneSideOnlyRings) {
  for (const auto& [from, to] : {std::pair("kW", ""), std::pair("", "kW")}) {
    Bells bells;
    const Scaling scaling = check_connection(connection(), output(from), input(to), bells);
    EXPECT_EQ(scaling.gain, 1);
    ASSERT_EQ(bells.rung().size(), 1U);
    EXPECT_EQ(bells.rung()[0].code, BellCode::unit_assumed);
    EXPECT_EQ(bells.rung()[0].subject, "b.u");
    EXPECT_TRUE(contains(bells.rung()[0].message, "has a unit on one side only (kW)"));
    EXPECT_TRUE(contains(bells.rung()[0].message, "{ from = \"a.y\", unit = \"kW\" }"));
  }
}

TEST(CheckConnection, TheUnitOneIsNoUnit) {
  Bells bells;
  check_connection(connection(), output("1"), input(), bells);
  check_connection(connection(), output(), input("-"), bells);
  EXPECT_TRUE(bells.rung().empty());
}

TEST(CheckConnection, ANamedUnitSaysWhatTheOutputIsIn) {
  Bells bells;
  EXPECT_EQ(check_connection(connection(1, 0, "kW"), output(), input("W"), bells)(2), 2000);
  EXPECT_EQ(check_connection(connection(60, 0, "W"), output("kg"), input("W"), bells)(2), 120);
  EXPECT_EQ(check_connection(connection(1, 0, "W"), output("W"), input(), bells)(2), 2);
  EXPECT_TRUE(bells.rung().empty());
}

TEST(CheckConnection, ANamedUnitMustBeKnownAndFit) {
  EXPECT_TRUE(
      contains(refusal(output(), input("W"), connection(1, 0, "quux")), "'quux' is unknown"));
  EXPECT_TRUE(
      contains(refusal(output(), input("W"), connection(1, 0, "m")), "cannot convert m to W"));
}

}  // namespace
}  // namespace bw::run::connect_test
