// Units, types and what variables take over from them.

#include "fmi/description/description.h"
#include "support/contains.h"
#include "support/fmi/description_bench.h"

namespace bw::fmi::description_types_test {
namespace {

using test::contains;
using test::first;
using test::parsed;
using test::rules;
using test::scalar;
using test::Text;

using Words = std::vector<std::string>;
using Items = std::vector<std::pair<std::string, std::int64_t>>;

constexpr double infinity = std::numeric_limits<double>::infinity();
const std::string cs = "<CoSimulation modelIdentifier='m'/>";

Text with(const std::string& definitions, const std::string& attributes = "",
          const std::string& type = "<Real/>") {
  return {.before = cs + definitions, .variables = scalar(attributes, type)};
}

Variable variable(const std::string& definitions, const std::string& type) {
  return parsed(with(definitions, "", type)).variables.at(0);
}

const std::string units =
    "<UnitDefinitions><Unit name='rpm2'><BaseUnit s='-1' rad='1' factor='0.5'/></Unit>"
    "<Unit name='kW'/><Unit name='wonder'/><Unit name='m'><BaseUnit s='1'/></Unit>"
    "<Unit name='K'><BaseUnit K='1'/><DisplayUnit name='degC' offset='-273.15'/>"
    "<DisplayUnit name='mK' factor='1000'/></Unit>"
    "<Unit name='degC'><BaseUnit K='1' offset='273.15'/></Unit></UnitDefinitions>";

TEST(DescriptionUnits, AUnitOfTheFileGoesBeforeTheOneEverybodyKnows) {
  EXPECT_EQ(variable(units, "<Real unit='rpm2'/>").face.unit_meaning->factor, 0.5);
  EXPECT_EQ(variable(units, "<Real unit='m'/>").face.unit_meaning->exponents[2], 1);
  EXPECT_EQ(variable(units, "<Real unit='degC'/>").face.unit_meaning->offset, 273.15);
}

TEST(DescriptionUnits, AUnitWithoutMeaningInTheFileIsReadAsEngineersWriteIt) {
  EXPECT_EQ(variable(units, "<Real unit='kW'/>").face.unit_meaning->factor, 1000.0);
  EXPECT_FALSE(variable(units, "<Real unit='wonder'/>").face.unit_meaning);
  EXPECT_EQ(variable(units, "<Real unit='wonder'/>").face.unit, "wonder");
}

TEST(DescriptionUnits, AllAreListedInTheFilesOrderWithTheirDisplayUnits) {
  const auto all = parsed(with(units)).units;
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all[0].name, "rpm2");
  EXPECT_FALSE(all[2].meaning);
  ASSERT_EQ(all[4].display_units.size(), 2U);
  EXPECT_EQ(all[4].display_units[0].name, "degC");
  EXPECT_EQ(all[4].display_units[0].offset, -273.15);
  EXPECT_EQ(all[4].display_units[1].factor, 1000.0);
}

TEST(DescriptionUnits, InverseDisplayUnitsAreOfFmi3) {
  const Text text = test::fmi3(
      {.before = cs + "<UnitDefinitions><Unit name='m'><DisplayUnit name='1/m' inverse='true'/>"
                      "</Unit></UnitDefinitions>"});
  EXPECT_TRUE(parsed(text).units[0].display_units[0].inverse);
}

TEST(DescriptionUnits, ADisplayUnitIsTakenOverAndNotedWhenItIsNotDefined) {
  EXPECT_EQ(variable(units, "<Real unit='K' displayUnit='degC'/>").display_unit, "degC");
  EXPECT_EQ(rules(with(units, "", "<Real unit='K' displayUnit='F'/>")),
            Words{"note display-unit-not-defined"});
}

TEST(DescriptionUnits, AUnitThatIsNotDefinedIsAWarning) {
  EXPECT_EQ(rules(with("", "", "<Real unit='m'/>")), Words{"warning unit-not-defined"});
}

TEST(DescriptionUnits, AUnitThatCannotConvertIsAnError) {
  const auto base = [](const std::string& attributes) {
    return rules(with("<UnitDefinitions><Unit name='u'><BaseUnit " + attributes +
                      "/></Unit></UnitDefinitions>"));
  };
  for (const char* bad : {"factor='0'", "factor='INF'", "offset='NaN'"})
    EXPECT_EQ(base(bad), Words{"error unit-conversion"}) << bad;
  for (const char* bad : {"kg='1.5'", "kg='100000'", "factor='one'"})
    EXPECT_EQ(base(bad), Words{"error attribute-value"}) << bad;
}

TEST(DescriptionUnits, OfTwoUnitsOfOneNameTheFirstCounts) {
  const std::string twice =
      "<UnitDefinitions><Unit name='u'><BaseUnit m='1'/></Unit><Unit name='u'/></UnitDefinitions>";
  EXPECT_EQ(rules(with(twice)), Words{"warning unit-twice"});
  Report report;
  EXPECT_TRUE(parsed(with(twice), report).units[0].meaning);
}

const std::string types =
    "<UnitDefinitions><Unit name='K'><BaseUnit K='1'/><DisplayUnit name='degC' offset='-273.15'/>"
    "</Unit><Unit name='W'/></UnitDefinitions>"
    "<TypeDefinitions><SimpleType name='Temperature' description='how warm'><Real unit='K' min='0' "
    "nominal='300' displayUnit='degC' quantity='Q' unbounded='true' relativeQuantity='true'/>"
    "</SimpleType><SimpleType name='Count'><Integer min='0' max='9' quantity='N'/></SimpleType>"
    "<SimpleType name='Gear'><Enumeration quantity='G'><Item name='one' value='1' "
    "description='first'/><Item name='two' value='2'/></Enumeration></SimpleType>"
    "</TypeDefinitions>";

TEST(DescriptionTypes, TheyAreListed) {
  const auto all = parsed(with(types)).types;
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name, "Temperature");
  EXPECT_EQ(all[0].description, "how warm");
  EXPECT_EQ(all[0].quantity, "Q");
  EXPECT_EQ(all[1].type, DataType::int32);
  EXPECT_EQ(all[2].type, DataType::enumeration);
}

TEST(DescriptionTypes, ADeclaredTypeIsInherited) {
  const Variable x = variable(types, "<Real declaredType='Temperature'/>");
  EXPECT_EQ(x.declared_type, "Temperature");
  EXPECT_EQ(x.face.unit, "K");
  EXPECT_TRUE(x.face.unit_meaning);
  EXPECT_EQ(x.display_unit, "degC");
  EXPECT_EQ(x.quantity, "Q");
  EXPECT_EQ(x.face.min, 0.0);
  EXPECT_EQ(x.face.max, infinity);
  EXPECT_EQ(x.face.nominal, 300.0);
  EXPECT_TRUE(x.face.relative_quantity);
  EXPECT_EQ(x.face.name, "x");
}

TEST(DescriptionTypes, ADeclaredTypeIsOverridden) {
  const Variable y = variable(types,
                              "<Real declaredType='Temperature' unit='W' min='-5' quantity='P' "
                              "relativeQuantity='false'/>");
  EXPECT_EQ(y.face.unit, "W");
  EXPECT_EQ(y.display_unit, "");  // that of K does not fit
  EXPECT_EQ(y.quantity, "P");
  EXPECT_EQ(y.face.min, -5.0);
  EXPECT_EQ(y.face.nominal, 300.0);
  EXPECT_FALSE(y.face.relative_quantity);
}

TEST(DescriptionTypes, AnEnumerationKnowsItsItems) {
  const auto gear = [](const std::string& start) {
    return with(types, "causality='input'",
                "<Enumeration declaredType='Gear' start='" + start + "'/>");
  };
  const Variable x = parsed(gear("2")).variables[0];
  EXPECT_EQ(x.face.items, (Items{{"one", 1}, {"two", 2}}));
  EXPECT_EQ(x.face.start, Value(std::int64_t{2}));
  EXPECT_EQ(x.type, DataType::enumeration);
  EXPECT_EQ(rules(gear("3")), Words{"warning start-outside-limits"});
}

TEST(DescriptionTypes, AnEnumerationDeclaresItsTypeWithDistinctValues) {
  EXPECT_EQ(rules(with("", "causality='input'", "<Enumeration start='1'/>")),
            Words{"warning enumeration-without-type"});
  EXPECT_EQ(rules(with("<TypeDefinitions><SimpleType name='E'><Enumeration><Item name='a' "
                       "value='1'/><Item name='b' value='1'/></Enumeration></SimpleType>"
                       "</TypeDefinitions>")),
            Words{"warning enumeration-value-twice"});
}

TEST(DescriptionTypes, AnUnknownOrUnfittingDeclaredTypeIsAnError) {
  const auto declared = [](const std::string& name) {
    return first(with(types, "", "<Real declaredType='" + name + "'/>"));
  };
  EXPECT_TRUE(contains(declared("Temperatur"), "type-unknown m.xml:5: <Real> 'x' has"));
  EXPECT_TRUE(contains(declared("Temperatur"), "Did you mean 'Temperature'?"));
  EXPECT_TRUE(contains(declared("Count"),
                       "type-mismatch m.xml:5: <Real> 'x' has declaredType=\"Count\"; that type is "
                       "Integer, the variable is Real."));
}

TEST(DescriptionTypes, ADefinitionSaysItsTypeAndHasANameOfItsOwn) {
  EXPECT_EQ(rules(with("<TypeDefinitions><SimpleType name='T'/></TypeDefinitions>")),
            Words{"error type-element"});
  EXPECT_EQ(rules(with("<TypeDefinitions><SimpleType name='T'><Real/></SimpleType>"
                       "<SimpleType name='T'><Real/></SimpleType></TypeDefinitions>")),
            Words{"error type-twice"});
}

TEST(DescriptionTypes, LimitsMustBeInOrder) {
  const Variable x = variable("", "<Real min='-1' max='1'/>");
  EXPECT_EQ(x.face.min, -1.0);
  EXPECT_EQ(x.face.max, 1.0);
  for (const char* bad :
       {"<Real min='2' max='1'/>", "<Integer min='2' max='1'/>", "<Real min='NaN'/>"})
    EXPECT_EQ(rules(with("", "", bad)), Words{"error limits-order"}) << bad;
  EXPECT_EQ(rules(with("", "", "<Integer min='0.5'/>")), Words{"error attribute-value"});
}

TEST(DescriptionTypes, ANominalThatIsNotPositiveIsMadeSo) {
  const auto nominal = [](const std::string& text) {
    Report report;
    const Description d = parsed(with("", "", "<Real nominal='" + text + "'/>"), report);
    EXPECT_EQ(rules(report.findings()), Words{"warning nominal-not-positive"});
    return d.variables[0].face.nominal;
  };
  EXPECT_EQ(nominal("0"), 1.0);
  EXPECT_EQ(nominal("-1000"), 1000.0);
  EXPECT_EQ(nominal("INF"), 1.0);
  EXPECT_EQ(nominal("NaN"), 1.0);
  EXPECT_EQ(variable("", "<Real nominal='1e5'/>").face.nominal, 1e5);
}

}  // namespace
}  // namespace bw::fmi::description_types_test
