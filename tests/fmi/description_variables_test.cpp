// Variables, mostly in the words of FMI 2.0; what the other versions add has files of its own.

#include <cmath>

#include "fmi/description/description.h"
#include "fmi/description/start_rules.h"
#include "support/contains.h"
#include "support/fmi/description_bench.h"

namespace bw::fmi::description_variables_test {
namespace {

using model::Causality;
using model::Variability;
using test::contains;
using test::first;
using test::parsed;
using test::rules;
using test::scalar;
using test::Text;

using Words = std::vector<std::string>;

constexpr double infinity = std::numeric_limits<double>::infinity();

// The structure lists no output, which is not what these tests are about.
Text one(const std::string& attributes, const std::string& type) {
  const bool is_output = attributes.find("'output'") != std::string::npos;
  return {.variables = scalar(attributes, type),
          .structure = is_output ? "<Outputs><Unknown index='1'/></Outputs>" : ""};
}

Variable variable(const std::string& attributes, const std::string& type) {
  return parsed(one(attributes, type)).variables.at(0);
}

TEST(DescriptionVariables, AllTypesAreReadInTheirOrder) {
  const Description d =
      parsed({.before = "<CoSimulation modelIdentifier='m'/><TypeDefinitions><SimpleType name='E'>"
                        "<Enumeration><Item name='a' value='2'/></Enumeration></SimpleType>"
                        "</TypeDefinitions>",
              .variables = "<ScalarVariable name='r' valueReference='7' causality='input' "
                           "description='d'><Real start='1.5'/></ScalarVariable>\n"
                           "<ScalarVariable name='i' valueReference='8' causality='input'>"
                           "<Integer start='-3'/></ScalarVariable>"
                           "<ScalarVariable name='b' valueReference='9' causality='input'>"
                           "<Boolean start='true'/></ScalarVariable>"
                           "<ScalarVariable name='s' valueReference='4294967295' causality='input'>"
                           "<String start=' two  words '/></ScalarVariable>"
                           "<ScalarVariable name='e' valueReference='0' causality='input'>"
                           "<Enumeration declaredType='E' start='2'/></ScalarVariable>"});
  ASSERT_EQ(d.variables.size(), 5U);
  EXPECT_EQ(d.variables[0].face.start, Value(1.5));
  EXPECT_EQ(d.variables[0].face.description, "d");
  EXPECT_EQ(d.variables[0].face.variability, Variability::continuous);
  EXPECT_EQ(d.variables[0].type, DataType::float64);
  EXPECT_EQ(d.variables[0].line, 5);
  EXPECT_EQ(d.variables[1].line, 6);
  EXPECT_EQ(d.variables[1].type, DataType::int32);
  EXPECT_EQ(d.variables[1].face.type, Type::integer);
  EXPECT_EQ(d.variables[1].starts, std::vector<Value>{Value(std::int64_t{-3})});
  EXPECT_EQ(d.variables[1].face.variability, Variability::discrete);
  EXPECT_EQ(d.variables[2].face.start, Value(true));
  EXPECT_EQ(d.variables[3].face.start, Value(std::string(" two  words ")));
  EXPECT_EQ(d.variables[3].reference, 4294967295U);
  EXPECT_EQ(d.variables[4].face.start, Value(std::int64_t{2}));
  EXPECT_FALSE(d.variables[0].is_array());
  EXPECT_EQ(d.variables[0].element_count(), 1U);
}

TEST(DescriptionVariables, WhatAVariableMustHaveIsRequested) {
  const auto found = [](const std::string& variables) {
    return rules(Text{.variables = variables});
  };
  EXPECT_EQ(found("<ScalarVariable valueReference='1'><Real/></ScalarVariable>"),
            Words{"error attribute-missing"});
  EXPECT_EQ(found("<ScalarVariable name='x'><Real/></ScalarVariable>"),
            Words{"error attribute-missing"});
  EXPECT_EQ(found("<ScalarVariable name='' valueReference='1'><Real/></ScalarVariable>"),
            Words{"error variable-name-empty"});
  EXPECT_EQ(rules(one("", "")), Words{"error variable-type"});
  EXPECT_EQ(rules(one("", "<Annotations/>")), Words{"error variable-type"});
  EXPECT_EQ(rules(one("", "<Real/><Integer/>")), Words{"error variable-type"});
}

TEST(DescriptionVariables, AWrongOneKeepsItsPlace) {
  Report report;
  const Description d =
      parsed({.variables = "<ScalarVariable name='w' valueReference='1'/>" + scalar("", "<Real/>")},
             report);
  ASSERT_EQ(d.variables.size(), 2U);
  EXPECT_EQ(d.variables[1].face.name, "x");
}

TEST(DescriptionVariables, AValueReferenceIsAnUnsignedNumber) {
  for (const char* bad : {"-1", "4294967296", "1.0", "x", ""})
    EXPECT_TRUE(contains(
        first(Text{
            .variables = fmt::format(
                "<ScalarVariable name='x' valueReference='{}'><Real/></ScalarVariable>", bad)}),
        "from 0 to 4294967295"))
        << bad;
}

TEST(DescriptionVariables, TwoOfOneNameAreAnError) {
  EXPECT_EQ(
      first(Text{.variables = scalar("", "<Real/>") + "\n" + scalar("", "<Integer/>")}),
      "variable-name-twice m.xml:6: <ScalarVariable> 'x' has name=\"x\"; another variable has "
      "this name; names must differ.");
}

TEST(DescriptionVariables, RealStartsFollowXmlSchema) {
  const auto start = [](const std::string& text) {
    return std::get<double>(
        variable("causality='input'", "<Real start='" + text + "'/>").face.start.value());
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

TEST(DescriptionVariables, AStartThatIsNoValueOfItsTypeIsAnError) {
  const auto said = [](const std::string& type, const std::string& bad) {
    return first(one("causality='input'", fmt::format("<{} start='{}'/>", type, bad)));
  };
  for (const char* bad : {"", "1,5", "one", "inf", "nan", "Infinity", "0x10", "1.5 m", "1d3"})
    EXPECT_TRUE(contains(said("Real", bad), "a number like")) << bad;
  for (const char* bad :
       {"", "1.0", "1e3", "2147483648", "-2147483649", "99999999999999999999", "true"})
    EXPECT_TRUE(contains(said("Integer", bad), "from -2147483648 to 2147483647")) << bad;
  for (const char* bad : {"", "True", "yes", "2"})
    EXPECT_TRUE(contains(said("Boolean", bad), "true")) << bad;
  EXPECT_EQ(rules(one("causality='input'", "<Real start='x'/>")), Words{"error attribute-value"});
}

TEST(DescriptionVariables, TheTableOfCausalityAndVariabilityIsKept) {
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
      Report report;
      parsed(one(attributes, "<Real start='0'/>"), report);
      const bool is_tolerated = c == 0 && v == 0;  // see below
      EXPECT_EQ(report.has(Finding::Severity::error), !allowed[c][v] && !is_tolerated)
          << attributes;
      if (!allowed[c][v] && !is_tolerated) {
        EXPECT_EQ(report.findings()[0].rule, "causality-variability") << attributes;
      }
    }
}

TEST(DescriptionVariables, AConstantParameterIsAConstantWithAWarning) {
  Report report;
  const Description d =
      parsed(one("causality='parameter' variability='constant'", "<Real start='3'/>"), report);
  EXPECT_EQ(rules(report.findings()), Words{"warning parameter-variability"});
  const model::Variable& face = d.variables.at(0).face;
  EXPECT_EQ(face.causality, model::Causality::local);
  EXPECT_EQ(face.variability, model::Variability::constant);
  EXPECT_FALSE(face.takes_start);
  EXPECT_EQ(face.start, Value(3.0));
}

TEST(DescriptionVariables, AnUnknownWordIsAnErrorAndTheKnownOnesAreNamed) {
  EXPECT_TRUE(contains(first(one("causality='inputs'", "<Real/>")), "Did you mean 'input'?"));
  EXPECT_TRUE(contains(first(one("variability='often'", "<Real/>")), "\"tunable\""));
  EXPECT_TRUE(contains(first(one("initial='maybe'", "<Real/>")), "\"approx\""));
  EXPECT_EQ(rules(one("causality='structuralParameter'", "<Real/>")),
            Words{"error attribute-value"});  // FMI 3.0 has it
}

TEST(DescriptionVariables, OnlyWhatIsNotCalculatedTakesAStart) {
  const auto takes = [](const std::string& attributes) {
    return variable(attributes, "<Real start='1'/>").face.takes_start;
  };
  EXPECT_TRUE(takes("causality='input'"));
  EXPECT_TRUE(takes("causality='parameter' variability='fixed'"));
  EXPECT_TRUE(takes("causality='parameter' variability='tunable'"));
  EXPECT_TRUE(takes("causality='local' initial='exact'"));
  EXPECT_TRUE(takes("causality='local' initial='approx'"));
  EXPECT_TRUE(takes("causality='calculatedParameter' variability='fixed' initial='approx'"));
  EXPECT_FALSE(takes("causality='local' variability='constant'"));
  const auto calculated = [](const std::string& attributes) {
    const Variable x = variable(attributes, "<Real/>");
    return !x.face.takes_start && !x.face.start && x.starts.empty();
  };
  EXPECT_TRUE(calculated(""));
  EXPECT_TRUE(calculated("causality='local' initial='calculated'"));
  EXPECT_TRUE(calculated("causality='calculatedParameter' variability='fixed'"));
  EXPECT_TRUE(calculated("causality='independent'"));
}

TEST(DescriptionVariables, InitialHasItsDefaultsFromTheTable) {
  const auto usual = [](Causality c, Variability v) { return start_rule(c, v)->usual; };
  EXPECT_EQ(usual(Causality::parameter, Variability::fixed), Initial::exact);
  EXPECT_EQ(usual(Causality::structural_parameter, Variability::tunable), Initial::exact);
  EXPECT_EQ(usual(Causality::output, Variability::constant), Initial::exact);
  EXPECT_EQ(usual(Causality::local, Variability::tunable), Initial::calculated);
  EXPECT_EQ(usual(Causality::output, Variability::continuous), Initial::calculated);
  EXPECT_EQ(usual(Causality::input, Variability::continuous), Initial::exact);
  EXPECT_EQ(usual(Causality::independent, Variability::continuous), std::nullopt);
  EXPECT_FALSE(start_rule(Causality::local, Variability::fixed)->allows(Initial::exact));
  EXPECT_TRUE(start_rule(Causality::local, Variability::discrete)->allows(Initial::exact));
  EXPECT_FALSE(start_rule(Causality::structural_parameter, Variability::continuous));
  EXPECT_EQ(variable("initial='approx'", "<Real start='1'/>").initial, Initial::approx);
}

TEST(DescriptionVariables, AMissingStartIsAssumedWithAWarning) {
  Text text;
  for (const char* type : {"Real", "Integer", "Boolean", "String"})
    text.variables += fmt::format(
        "<ScalarVariable name='{0}' valueReference='1' causality='input'><{0}/></ScalarVariable>\n",
        type);
  Report report;
  const Description d = parsed(text, report);
  EXPECT_EQ(d.variables[0].face.start, Value(0.0));
  EXPECT_EQ(d.variables[1].face.start, Value(std::int64_t{0}));
  EXPECT_EQ(d.variables[2].face.start, Value(false));
  EXPECT_EQ(d.variables[3].face.start, Value(std::string()));
  EXPECT_EQ(rules(report.findings()), Words{"warning start-missing"});
  EXPECT_EQ(first(report.findings()),
            "start-missing m.xml:5: <ScalarVariable> 'Real' has no start value, which is "
            "required; 0 was used.");
}

TEST(DescriptionVariables, HarmlessDeviationsAreWarnings) {
  EXPECT_EQ(rules(one("", "<Real start='1'/>")), Words{"warning start-needless"});
  EXPECT_EQ(rules(one("causality='independent'", "<Real start='1'/>")),
            Words{"warning start-needless"});
  EXPECT_EQ(rules(one("causality='parameter'", "<Real start='1'/>")),
            Words{"warning parameter-variability"});
  EXPECT_EQ(rules(one("variability='continuous'", "<Integer/>")),
            Words{"warning variability-of-type"});
  EXPECT_EQ(rules(one("causality='input' initial='exact'", "<Real start='1'/>")),
            Words{"warning initial-not-allowed"});
  EXPECT_EQ(rules(one("variability='fixed' initial='exact'", "<Real/>")),
            Words{"warning initial-not-allowed"});
  EXPECT_EQ(rules(one("causality='input'", "<Real start='1' max='0'/>")),
            Words{"warning start-outside-limits"});
}

TEST(DescriptionVariables, DerivativeReinitAndMultipleSetAreRead) {
  const Description d =
      parsed({.variables =
                  "<ScalarVariable name='s' valueReference='1' initial='exact'><Real start='1' "
                  "reinit='true'/></ScalarVariable><ScalarVariable name='d' valueReference='2'>"
                  "<Real derivative='1'/></ScalarVariable><ScalarVariable name='u' "
                  "valueReference='3' causality='input' "
                  "canHandleMultipleSetPerTimeInstant='false'><Real start='0'/></ScalarVariable>"});
  EXPECT_TRUE(d.variables[0].reinit);
  EXPECT_FALSE(d.variables[0].derivative_of);
  EXPECT_FALSE(d.variables[1].reinit);
  EXPECT_EQ(d.variables[1].derivative_of, 0U);
  EXPECT_TRUE(d.variables[1].can_set_per_time_instant);
  EXPECT_FALSE(d.variables[2].can_set_per_time_instant);
  EXPECT_EQ(rules(one("", "<Real derivative='2'/>")), Words{"error reference-unknown"});
}

TEST(DescriptionVariables, TenThousandErrorsAreTwentyFindingsAndACount) {
  Text text;
  for (int i = 0; i < 10'000; ++i)
    text.variables += fmt::format(
        "<ScalarVariable name='v{0}' valueReference='{0}' causality='input'><Real start='?'/>"
        "</ScalarVariable>\n",
        i);
  const auto found = test::findings(text);
  ASSERT_EQ(found.size(), 20U);
  EXPECT_EQ(found.back().count, 9'981);
}

}  // namespace
}  // namespace bw::fmi::description_variables_test
