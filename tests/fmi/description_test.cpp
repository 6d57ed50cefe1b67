#include "fmi/description.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <limits>

#include "base/error.h"
#include "fmi/start_rules.h"
#include "support/contains.h"

namespace bw::fmi {
namespace {

using model::Causality;
using model::Variability;
using test::contains;

using Words = std::vector<std::string>;
using Indices = std::vector<std::size_t>;
using Items = std::vector<std::pair<std::string, std::int64_t>>;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Text {
  std::string head = "fmiVersion='2.0' modelName='M' guid='{1}'";
  std::string before = "<CoSimulation modelIdentifier='m'/>";
  std::string variables{};
  std::string structure{};

  std::string xml() const {
    return fmt::format(
        "<?xml version='1.0'?>\n<fmiModelDescription {}>\n{}\n<ModelVariables>\n{}\n"
        "</ModelVariables>\n<ModelStructure>{}</ModelStructure>\n</fmiModelDescription>",
        head, before, variables, structure);
  }
};

Description parsed(const Text& text, Bells& bells) {
  return Description::parse(text.xml(), "m.xml", bells);
}

Description parsed(const Text& text) {
  Bells bells;
  Description description = parsed(text, bells);
  EXPECT_TRUE(bells.rung().empty()) << bells.rung()[0].message;
  return description;
}

std::string refusal(const Text& text) {
  Bells bells;
  try {
    parsed(text, bells);
  } catch (const InputError& error) {
    EXPECT_TRUE(contains(error.what(), "m.xml:"));
    return error.what();
  }
  return "accepted";
}

// A variable 'x' with these attributes and this type.
std::string scalar(const std::string& attributes, const std::string& type) {
  return fmt::format("<ScalarVariable name='x' valueReference='1' {}>{}</ScalarVariable>",
                     attributes, type);
}

model::Variable variable(const std::string& attributes, const std::string& type,
                         const std::string& before = "") {
  return parsed({.before = before, .variables = scalar(attributes, type)}).variables.at(0);
}

std::string refusal_of(const std::string& attributes, const std::string& type,
                       const std::string& before = "") {
  return refusal({.before = before, .variables = scalar(attributes, type)});
}

// The rules that ring for it, one word each: what stands after the document's name.
std::vector<std::string> deviations(const Text& text) {
  Bells bells;
  parsed(text, bells);
  std::vector<std::string> rules;
  for (const Bell& bell : bells.rung()) {
    EXPECT_EQ(bell.code, BellCode::fmu_description);
    EXPECT_EQ(bell.severity, Severity::note);
    rules.push_back(bell.subject.substr(std::string("m.xml: ").size()));
  }
  return rules;
}

std::vector<std::string> deviations_of(const std::string& attributes, const std::string& type) {
  return deviations({.variables = scalar(attributes, type)});
}

TEST(Description, TheHeadIsRead) {
  const Description d =
      parsed({.head = "fmiVersion='2.0' modelName='A &amp; B' guid='{1}' description='d' "
                      "generationTool='t' author='nobody' unknown='x'"});
  EXPECT_EQ(d.fmi_version, "2.0");
  EXPECT_EQ(d.model_name, "A & B");
  EXPECT_EQ(d.guid, "{1}");
  EXPECT_EQ(d.description, "d");
  EXPECT_EQ(d.generation_tool, "t");
  EXPECT_FALSE(d.model_exchange);
}

TEST(Description, WhatTheHeadMustHaveIsAskedFor) {
  EXPECT_TRUE(contains(refusal({.head = "modelName='M' guid='1'"}), "'fmiVersion'"));
  EXPECT_TRUE(contains(refusal({.head = "fmiVersion='2.0' guid='1'"}), "'modelName'"));
  EXPECT_TRUE(contains(refusal({.head = "fmiVersion='2.0' modelName='M'"}), "'guid'"));
}

TEST(Description, OtherVersionsOfTheStandardAreNamed) {
  EXPECT_TRUE(contains(refusal({.head = "fmiVersion='1.0'"}),
                       "this is FMI 1.0; this version reads FMI 2.0"));
  EXPECT_TRUE(contains(refusal({.head = "fmiVersion='3.0'"}),
                       "this is FMI 3.0; this version reads FMI 2.0"));
  EXPECT_TRUE(contains(refusal({.head = "fmiVersion='zwei'"}), "fmiVersion=\"zwei\""));
}

TEST(Description, AnotherDocumentIsRefused) {
  Bells bells;
  EXPECT_THROW(Description::parse("<html/>", "m.xml", bells), InputError);
  EXPECT_THROW(Description::parse("", "m.xml", bells), InputError);
  EXPECT_THROW(Description::parse("<fmiModelDescription fmiVersion='2.0' modelName='M' guid='1'/>",
                                  "m.xml", bells),
               InputError);
}

TEST(Description, CapabilitiesOfCoSimulationAreRead) {
  const Description d = parsed(
      {.before = "<CoSimulation modelIdentifier='m' canHandleVariableCommunicationStepSize='true' "
                 "canGetAndSetFMUstate='1' maxOutputDerivativeOrder='3'/>"});
  ASSERT_TRUE(d.co_simulation);
  EXPECT_EQ(d.co_simulation->model_identifier, "m");
  EXPECT_TRUE(d.co_simulation->variable_steps);
  EXPECT_TRUE(d.co_simulation->get_and_set_state);
  EXPECT_FALSE(d.co_simulation->serialise_state);
  EXPECT_EQ(d.co_simulation->max_output_derivative_order, 3U);
}

TEST(Description, WithoutCoSimulationItIsReadAllTheSame) {
  const Description d = parsed({.before = "<ModelExchange modelIdentifier='m'/>"});
  EXPECT_FALSE(d.co_simulation);
  EXPECT_TRUE(d.model_exchange);
}

TEST(Description, AModelIdentifierThatIsAPathIsRefused) {
  for (const char* bad : {"", "../m", "a/b", "a\\b", "..", ".m"})
    EXPECT_TRUE(
        contains(refusal({.before = fmt::format("<CoSimulation modelIdentifier='{}'/>", bad)}),
                 "modelIdentifier"))
        << bad;
  EXPECT_TRUE(contains(refusal({.before = "<CoSimulation/>"}), "modelIdentifier"));
  EXPECT_EQ(deviations({.before = "<CoSimulation modelIdentifier='my-model'/>"}),
            Words{"model identifier"});
}

TEST(Description, AFlagThatIsNoBooleanIsRefusedWithItsLine) {
  EXPECT_TRUE(
      contains(refusal({.before = "<CoSimulation modelIdentifier='m' needsExecutionTool='yes'/>"}),
               "m.xml:3: <CoSimulation> has needsExecutionTool=\"yes\"; \"true\" or \"false\""));
}

TEST(Description, LogCategoriesAreListed) {
  EXPECT_EQ(
      parsed({.before = "<LogCategories><Category name='a'/><Category name='b'/></LogCategories>"})
          .log_categories,
      (Words{"a", "b"}));
}

TEST(Description, TheDefaultExperimentIsRead) {
  const auto e =
      parsed({.before = "<DefaultExperiment startTime='1' stopTime=' 2.5 ' tolerance='1e-6'/>"})
          .experiment;
  EXPECT_EQ(e.start, 1.0);
  EXPECT_EQ(e.stop, 2.5);
  EXPECT_EQ(e.tolerance, 1e-6);
  EXPECT_FALSE(e.step);
}

TEST(Description, AnImpossibleDefaultExperimentIsIgnoredWithABell) {
  const Text text = {
      .before = "<DefaultExperiment startTime='3' stopTime='2' tolerance='0' stepSize='-1'/>"};
  EXPECT_EQ(deviations(text), Words{"default experiment"});
  Bells bells;
  const auto e = parsed(text, bells).experiment;
  EXPECT_FALSE(e.stop || e.tolerance || e.step);
  EXPECT_EQ(bells.rung()[0].count, 3);
}

TEST(Description, VariablesOfAllTypesAreReadInTheirOrder) {
  const Description d =
      parsed({.variables = "<ScalarVariable name='r' valueReference='7' causality='input' "
                           "description='d'><Real start='1.5'/></ScalarVariable>"
                           "<ScalarVariable name='i' valueReference='8' causality='input'>"
                           "<Integer start='-3'/></ScalarVariable>"
                           "<ScalarVariable name='b' valueReference='9' causality='input'>"
                           "<Boolean start='true'/></ScalarVariable>"
                           "<ScalarVariable name='s' valueReference='4294967295' causality='input'>"
                           "<String start=' two  words '/></ScalarVariable>"
                           "<ScalarVariable name='e' valueReference='0' causality='input'>"
                           "<Enumeration start='2'/></ScalarVariable>"});
  ASSERT_EQ(d.variables.size(), 5U);
  EXPECT_EQ(d.variables[0].start, Value(1.5));
  EXPECT_EQ(d.variables[0].description, "d");
  EXPECT_EQ(d.variables[0].variability, Variability::continuous);
  EXPECT_EQ(d.variables[1].start, Value(std::int64_t{-3}));
  EXPECT_EQ(d.variables[1].variability, Variability::discrete);
  EXPECT_EQ(d.variables[2].start, Value(true));
  EXPECT_EQ(d.variables[3].start, Value(std::string(" two  words ")));
  EXPECT_EQ(d.variables[4].start, Value(std::int64_t{2}));
  EXPECT_EQ(d.variables[4].type, Type::enumeration);
  EXPECT_EQ(d.value_references, (std::vector<std::uint32_t>{7, 8, 9, 4294967295U, 0}));
}

TEST(Description, WhatAVariableMustHaveIsAskedFor) {
  EXPECT_TRUE(contains(
      refusal({.variables = "<ScalarVariable valueReference='1'><Real/></ScalarVariable>"}),
      "'name'"));
  EXPECT_TRUE(contains(refusal({.variables = "<ScalarVariable name='x'><Real/></ScalarVariable>"}),
                       "'valueReference'"));
  EXPECT_TRUE(contains(
      refusal({.variables = "<ScalarVariable name='' valueReference='1'><Real/></ScalarVariable>"}),
      "needs a name"));
  EXPECT_TRUE(contains(refusal_of("", ""), "has no type"));
  EXPECT_TRUE(contains(refusal_of("", "<Annotations/>"), "has no type"));
  EXPECT_TRUE(contains(refusal_of("", "<Real/><Integer/>"), "two types"));
}

TEST(Description, AValueReferenceIsAnUnsignedNumber) {
  for (const char* bad : {"-1", "4294967296", "1.0", "x", ""})
    EXPECT_TRUE(contains(
        refusal(
            {.variables = fmt::format(
                 "<ScalarVariable name='x' valueReference='{}'><Real/></ScalarVariable>", bad)}),
        "from 0 to 4294967295"))
        << bad;
}

TEST(Description, TwoVariablesOfOneNameAreRefused) {
  EXPECT_TRUE(
      contains(refusal({.variables = scalar("", "<Real/>") + "\n" + scalar("", "<Integer/>")}),
               "m.xml:6: <ScalarVariable> has name=\"x\"; another variable has this name"));
}

TEST(Description, RealStartsFollowXmlSchema) {
  const auto start = [](const std::string& text) {
    return std::get<double>(
        variable("causality='input'", "<Real start='" + text + "'/>").start.value());
  };
  EXPECT_EQ(start(" 1.5 "), 1.5);
  EXPECT_EQ(start("+2"), 2.0);
  EXPECT_EQ(start("-1.5E-3"), -0.0015);
  EXPECT_EQ(start(".5"), 0.5);
  EXPECT_EQ(start("5."), 5.0);
  EXPECT_EQ(start("INF"), infinity);
  EXPECT_EQ(start("-INF"), -infinity);
  EXPECT_TRUE(std::isnan(start("NaN")));
  EXPECT_EQ(start("1e-400"), 0.0);
  EXPECT_EQ(start("-1.79769313486232e+308"), -infinity);
}

TEST(Description, AStartThatIsNoValueOfItsTypeIsRefused) {
  for (const char* bad : {"", "1,5", "one", "inf", "nan", "Infinity", "0x10", "1.5 m", "1d3"})
    EXPECT_TRUE(contains(refusal_of("causality='input'", fmt::format("<Real start='{}'/>", bad)),
                         "a number like"))
        << bad;
  for (const char* bad :
       {"", "1.0", "1e3", "2147483648", "-2147483649", "99999999999999999999", "true"}) {
    EXPECT_TRUE(contains(refusal_of("causality='input'", fmt::format("<Integer start='{}'/>", bad)),
                         "whole number"))
        << bad;
    EXPECT_TRUE(
        contains(refusal_of("causality='input'", fmt::format("<Enumeration start='{}'/>", bad)),
                 "whole number"))
        << bad;
  }
  for (const char* bad : {"", "True", "yes", "2"})
    EXPECT_TRUE(contains(refusal_of("causality='input'", fmt::format("<Boolean start='{}'/>", bad)),
                         "true"))
        << bad;
}

TEST(Description, TheTableOfCausalityAndVariabilityIsKept) {
  const char* causalities[] = {"parameter", "calculatedParameter", "input", "output",
                               "local",     "independent"};
  const char* variabilities[] = {"constant", "fixed", "tunable", "discrete", "continuous"};
  const bool allowed[6][5] = {
      {false, true, true, false, false}, {false, true, true, false, false},
      {false, false, false, true, true}, {true, false, false, true, true},
      {true, true, true, true, true},    {false, false, false, false, true}};
  for (int c = 0; c < 6; ++c)
    for (int v = 0; v < 5; ++v) {
      const std::string attributes =
          fmt::format("causality='{}' variability='{}'", causalities[c], variabilities[v]);
      const std::string said = refusal_of(attributes, "<Real start='0'/>");
      if (allowed[c][v])
        EXPECT_EQ(said, "accepted") << attributes;
      else
        EXPECT_TRUE(contains(said, "exclude each other")) << attributes;
    }
}

TEST(Description, AnUnknownWordIsRefusedAndTheKnownOnesAreNamed) {
  EXPECT_TRUE(contains(refusal_of("causality='inputs'", "<Real/>"), "\"input\""));
  EXPECT_TRUE(contains(refusal_of("variability='often'", "<Real/>"), "\"tunable\""));
  EXPECT_TRUE(contains(refusal_of("initial='maybe'", "<Real/>"), "\"approx\""));
}

TEST(Description, OnlyWhatIsNotCalculatedTakesAStart) {
  const auto takes = [](const std::string& attributes) {
    return variable(attributes, "<Real start='1'/>").takes_start;
  };
  EXPECT_TRUE(takes("causality='input'"));
  EXPECT_TRUE(takes("causality='parameter' variability='fixed'"));
  EXPECT_TRUE(takes("causality='parameter' variability='tunable'"));
  EXPECT_TRUE(takes("causality='local' initial='exact'"));
  EXPECT_TRUE(takes("causality='local' initial='approx'"));
  EXPECT_TRUE(takes("causality='calculatedParameter' variability='fixed' initial='approx'"));
  EXPECT_FALSE(takes("causality='local' variability='constant'"));
  const auto calculated = [](const std::string& attributes) {
    const model::Variable x = variable(attributes, "<Real/>");
    return !x.takes_start && !x.start;
  };
  EXPECT_TRUE(calculated(""));
  EXPECT_TRUE(calculated("causality='local' initial='calculated'"));
  EXPECT_TRUE(calculated("causality='calculatedParameter' variability='fixed'"));
  EXPECT_TRUE(calculated("causality='independent'"));
}

TEST(Description, InitialHasItsDefaultsFromTheTable) {
  const auto usual = [](Causality c, Variability v) { return start_rule(c, v)->usual; };
  EXPECT_EQ(usual(Causality::parameter, Variability::fixed), Initial::exact);
  EXPECT_EQ(usual(Causality::output, Variability::constant), Initial::exact);
  EXPECT_EQ(usual(Causality::local, Variability::tunable), Initial::calculated);
  EXPECT_EQ(usual(Causality::output, Variability::continuous), Initial::calculated);
  EXPECT_EQ(usual(Causality::input, Variability::continuous), std::nullopt);
  EXPECT_FALSE(start_rule(Causality::local, Variability::fixed)->allows(Initial::exact));
  EXPECT_TRUE(start_rule(Causality::local, Variability::discrete)->allows(Initial::exact));
}

TEST(Description, AMissingStartIsAssumedWithOneBellForAll) {
  Text text;
  for (const char* type : {"Real", "Integer", "Boolean", "String", "Enumeration"})
    text.variables += fmt::format(
        "<ScalarVariable name='{0}' valueReference='1' causality='input'><{0}/></ScalarVariable>\n",
        type);
  Bells bells;
  const Description d = parsed(text, bells);
  EXPECT_EQ(d.variables[0].start, Value(0.0));
  EXPECT_EQ(d.variables[1].start, Value(std::int64_t{0}));
  EXPECT_EQ(d.variables[2].start, Value(false));
  EXPECT_EQ(d.variables[3].start, Value(std::string()));
  EXPECT_EQ(d.variables[4].start, Value(std::int64_t{0}));
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].count, 5);
  EXPECT_TRUE(contains(bells.rung()[0].message, "m.xml:5: variable 'Real' has no start value"));
}

TEST(Description, HarmlessDeviationsRing) {
  EXPECT_EQ(deviations_of("", "<Real start='1'/>"), Words{"needless start"});
  EXPECT_EQ(deviations_of("causality='independent'", "<Real start='1'/>"), Words{"needless start"});
  EXPECT_EQ(deviations_of("causality='parameter'", "<Real start='1'/>"),
            Words{"variability of a parameter"});
  EXPECT_EQ(deviations_of("variability='continuous'", "<Integer/>"),
            Words{"variability of a discrete type"});
  EXPECT_EQ(deviations_of("causality='input' initial='exact'", "<Real start='1'/>"),
            Words{"initial not allowed"});
  EXPECT_EQ(deviations_of("causality='input'", "<Real start='1' max='0'/>"),
            Words{"start outside of limits"});
  EXPECT_EQ(deviations_of("causality='input'", "<Real start='1' unit='m'/>"),
            Words{"unit not defined"});
  EXPECT_EQ(deviations_of("causality='output'", "<Real/>"), Words{"output not listed"});
}

TEST(Description, ANominalThatIsNotPositiveIsMadeSo) {
  const auto nominal = [](const std::string& text) {
    const Text t = {.variables = scalar("", "<Real nominal='" + text + "'/>")};
    EXPECT_EQ(deviations(t), Words{"nominal not positive"});
    Bells bells;
    return parsed(t, bells).variables[0].nominal;
  };
  EXPECT_EQ(nominal("0"), 1.0);
  EXPECT_EQ(nominal("-1000"), 1000.0);
  EXPECT_EQ(nominal("INF"), 1.0);
  EXPECT_EQ(nominal("NaN"), 1.0);
  EXPECT_EQ(variable("", "<Real nominal='1e5'/>").nominal, 1e5);
}

TEST(Description, LimitsMustBeInOrder) {
  const model::Variable x = variable("", "<Real min='-1' max='1'/>");
  EXPECT_EQ(x.min, -1.0);
  EXPECT_EQ(x.max, 1.0);
  EXPECT_EQ(variable("", "<Real/>").max, infinity);
  EXPECT_TRUE(contains(refusal_of("", "<Real min='2' max='1'/>"), "min 2 and max 1"));
  EXPECT_TRUE(contains(refusal_of("", "<Integer min='2' max='1'/>"), "min must not be above max"));
  EXPECT_TRUE(contains(refusal_of("", "<Real min='NaN'/>"), "min must not be above max"));
}

const char* const units =
    "<UnitDefinitions><Unit name='rpm2'><BaseUnit s='-1' rad='1' factor='0.5'/></Unit>"
    "<Unit name='kW'/><Unit name='wonder'/><Unit name='m'><BaseUnit s='1'/></Unit>"
    "<Unit name='degC'><BaseUnit K='1' offset='273.15'/><DisplayUnit name='x'/></Unit>"
    "</UnitDefinitions>";

TEST(Description, AUnitOfTheFileGoesBeforeTheOneEverybodyKnows) {
  EXPECT_EQ(variable("", "<Real unit='rpm2'/>", units).unit_meaning->factor, 0.5);
  EXPECT_EQ(variable("", "<Real unit='m'/>", units).unit_meaning->exponents[2], 1);
  EXPECT_EQ(variable("", "<Real unit='degC'/>", units).unit_meaning->offset, 273.15);
}

TEST(Description, AUnitWithoutMeaningInTheFileIsReadAsEngineersWriteIt) {
  EXPECT_EQ(variable("", "<Real unit='kW'/>", units).unit_meaning->factor, 1000.0);
  EXPECT_FALSE(variable("", "<Real unit='wonder'/>", units).unit_meaning);
  EXPECT_EQ(variable("", "<Real unit='wonder'/>", units).unit, "wonder");
  EXPECT_EQ(parsed({.before = units}).units.size(), 4U);
}

TEST(Description, AUnitThatCannotConvertIsRefused) {
  for (const char* bad : {"factor='0'", "factor='INF'", "offset='NaN'", "kg='1.5'", "kg='100000'"})
    EXPECT_TRUE(contains(
        refusal(
            {.before = fmt::format(
                 "<UnitDefinitions><Unit name='u'><BaseUnit {}/></Unit></UnitDefinitions>", bad)}),
        "<BaseUnit>"))
        << bad;
  EXPECT_TRUE(contains(
      refusal({.before = "<UnitDefinitions><Unit name='u'/><Unit name='u'/></UnitDefinitions>"}),
      "defined before"));
}

const char* const types =
    "<UnitDefinitions><Unit name='K'><BaseUnit K='1'/></Unit><Unit name='W'/></UnitDefinitions>"
    "<TypeDefinitions><SimpleType name='Temperature'><Real unit='K' min='0' nominal='300' "
    "relativeQuantity='true'/></SimpleType>"
    "<SimpleType name='Count'><Integer min='0' max='9'/></SimpleType>"
    "<SimpleType name='Gear'><Enumeration><Item name='one' value='1'/><Item name='two' "
    "value='2'/></Enumeration></SimpleType>"
    "</TypeDefinitions>";

TEST(Description, ADeclaredTypeIsInheritedAndOverridden) {
  const model::Variable x = variable("", "<Real declaredType='Temperature'/>", types);
  EXPECT_EQ(x.unit, "K");
  EXPECT_TRUE(x.unit_meaning);
  EXPECT_EQ(x.min, 0.0);
  EXPECT_EQ(x.nominal, 300.0);
  EXPECT_TRUE(x.relative_quantity);
  const model::Variable y = variable(
      "", "<Real declaredType='Temperature' unit='W' min='-5' relativeQuantity='false'/>", types);
  EXPECT_EQ(y.unit, "W");
  EXPECT_EQ(y.min, -5.0);
  EXPECT_EQ(y.nominal, 300.0);
  EXPECT_FALSE(y.relative_quantity);
}

TEST(Description, AnEnumerationKnowsItsItems) {
  const model::Variable x =
      variable("causality='input'", "<Enumeration declaredType='Gear' start='2'/>", types);
  EXPECT_EQ(x.items, (Items{{"one", 1}, {"two", 2}}));
  EXPECT_EQ(x.start, Value(std::int64_t{2}));
  EXPECT_EQ(deviations({.before = types,
                        .variables = scalar("causality='input'",
                                            "<Enumeration declaredType='Gear' start='3'/>")}),
            Words{"start outside of limits"});
}

TEST(Description, AnUnknownOrUnfittingDeclaredTypeIsRefused) {
  EXPECT_TRUE(contains(refusal_of("", "<Real declaredType='Temperatur'/>", types),
                       "Did you mean 'Temperature'?"));
  EXPECT_TRUE(contains(refusal_of("", "<Real declaredType='Count'/>", types),
                       "that type is Integer, the variable is Real"));
  EXPECT_TRUE(
      contains(refusal({.before = "<TypeDefinitions><SimpleType name='T'/></TypeDefinitions>"}),
               "'T' has none of"));
}

// Variables 1 input u, 2 output y, 3 local x, 4 input v.
Text coupled(const std::string& unknowns) {
  const auto one = [](const char* name, const char* causality, const char* type) {
    return fmt::format(
        "<ScalarVariable name='{}' valueReference='1' causality='{}'>{}</ScalarVariable>", name,
        causality, type);
  };
  return {.variables = one("u", "input", "<Real start='0'/>") + one("y", "output", "<Real/>") +
                       one("x", "local", "<Real/>") + one("v", "input", "<Real start='0'/>"),
          .structure = "\n<Outputs>" + unknowns + "</Outputs>"};
}

TEST(Description, DependenciesOfOutputsNameTheInputsThatActAtOnce) {
  const auto direct = [](const std::string& unknown) {
    return parsed(coupled(unknown)).variables[1].direct_inputs;
  };
  EXPECT_FALSE(direct("<Unknown index='2'/>"));
  EXPECT_EQ(direct("<Unknown index='2' dependencies=''/>").value(), (Indices{}));
  EXPECT_EQ(direct("<Unknown index='2' dependencies=' 4 3\n1  1 '/>").value(), (Indices{0, 3}));
}

TEST(Description, AWrongIndexInTheStructureIsRefusedWithItsLine) {
  for (const char* bad : {"0", "5", "-1", "x", "1.0", "99999999999999999999"}) {
    EXPECT_TRUE(contains(refusal(coupled(fmt::format("<Unknown index='{}'/>", bad))),
                         "m.xml:8: <Unknown> has index"))
        << bad;
    const std::string listed = fmt::format("<Unknown index='2' dependencies='1 {}'/>", bad);
    EXPECT_TRUE(contains(refusal(coupled(listed)), "from 1 to 4")) << bad;
  }
  EXPECT_TRUE(
      contains(refusal(coupled("<Unknown index='1'/>")), "'u', is not an output (it is: input)"));
  EXPECT_TRUE(contains(refusal(coupled("<Unknown/>")), "'index'"));
}

TEST(Description, AnOutputThatStandsTwiceDependsOnAnything) {
  const Text text =
      coupled("<Unknown index='2' dependencies=''/><Unknown index='2' dependencies='1'/>");
  EXPECT_EQ(deviations(text), Words{"output twice"});
  Bells bells;
  EXPECT_FALSE(parsed(text, bells).variables[1].direct_inputs);
}

TEST(Description, UnknownElementsArePassedOver) {
  const Description d = parsed(
      {.before = "<VendorAnnotations><Tool name='t'><x/></Tool></VendorAnnotations><Strange/>",
       .variables = scalar("strange='1'", "<Real strange='2'/><Annotations/>")});
  EXPECT_EQ(d.variables.size(), 1U);
}

std::string large(int count) {
  Text text;
  for (int i = 0; i < count; ++i)
    text.variables += fmt::format(
        "<ScalarVariable name='module[{0}].signal' valueReference='{0}' causality='{1}' "
        "variability='continuous' description='signal number {0}'>\n"
        "<Real start='{0}.5' unit='W' nominal='1000'/></ScalarVariable>\n",
        i, i % 2 == 0 ? "input" : "local");
  return text.xml();
}

TEST(Description, TenThousandVariablesAreReadQuickly) {
  const std::string xml = large(10'000);
  Bells bells;
  const std::clock_t begin = std::clock();  // of this process: the machine may be busy
  EXPECT_EQ(Description::parse(xml, "m.xml", bells).variables.size(), 10'000U);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  RecordProperty("milliseconds", fmt::format("{:.1f}", 1000 * seconds));
  EXPECT_LT(seconds, 2.0);  // linear takes 0.02, with sanitizers half a second
}

}  // namespace
}  // namespace bw::fmi
