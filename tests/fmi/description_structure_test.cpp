#include "fmi/description/description.h"
#include "support/contains.h"
#include "support/fmi/description_bench.h"

namespace bw::fmi::description_structure_test {
namespace {

using test::contains;
using test::first;
using test::parsed;
using test::rules;
using test::Text;

using Words = std::vector<std::string>;
using Indices = std::vector<std::size_t>;
using Kind = Dependency::Kind;

// Variables 1 input u, 2 output y, 3 state x, 4 input v, 5 der(x).
Text coupled(const std::string& structure) {
  const auto one = [](const char* name, const char* causality, const char* type) {
    return fmt::format(
        "<ScalarVariable name='{}' valueReference='1' causality='{}'>{}</ScalarVariable>", name,
        causality, type);
  };
  return {.variables = one("u", "input", "<Real start='0'/>") + one("y", "output", "<Real/>") +
                       one("x", "local", "<Real/>") + one("v", "input", "<Real start='0'/>") +
                       one("der(x)", "local", "<Real derivative='3'/>"),
          .structure = structure};
}

Text outputs(const std::string& unknowns) {
  return coupled("\n<Outputs>" + unknowns + "</Outputs>");
}

// The same by value references 11 ... 15.
Text coupled_3(const std::string& structure) {
  return test::fmi3(
      {.variables = "<Float64 name='u' valueReference='11' causality='input' start='0'/>"
                    "<Float64 name='y' valueReference='12' causality='output'/>"
                    "<Float64 name='x' valueReference='13' previous='14'><Dimension start='2'/>"
                    "</Float64><Float64 name='v' valueReference='14' causality='input' start='0'/>"
                    "<Float64 name='der(x)' valueReference='15' derivative='13'>"
                    "<Dimension start='2'/></Float64>",
       .structure = structure});
}

TEST(DescriptionStructure, DependenciesOfOutputsNameTheInputsWithDirectFeedthrough) {
  const auto direct = [](const std::string& unknown) {
    return parsed(outputs(unknown)).variables[1].face.direct_inputs;
  };
  EXPECT_FALSE(direct("<Unknown index='2'/>"));
  EXPECT_EQ(direct("<Unknown index='2' dependencies=''/>").value(), (Indices{}));
  EXPECT_EQ(direct("<Unknown index='2' dependencies=' 4 3\n1  1 '/>").value(), (Indices{0, 3}));
  EXPECT_EQ(parsed(coupled_3("<Output valueReference='12' dependencies='14 13'/>"))
                .variables[1]
                .face.direct_inputs.value(),
            (Indices{3}));
}

TEST(DescriptionStructure, ListsOfFmi2AreRead) {
  const Description d = parsed(coupled(
      "<Outputs><Unknown index='2' dependencies='1 3' dependenciesKind='fixed dependent'/>"
      "</Outputs><Derivatives>\n<Unknown index='5' dependencies='3' dependenciesKind='constant'/>"
      "</Derivatives><InitialUnknowns><Unknown index='2'/><Unknown index='5' dependencies=''/>"
      "</InitialUnknowns>"));
  ASSERT_EQ(d.structure.outputs.size(), 1U);
  const auto& dependencies = d.structure.outputs[0].dependencies.value();
  ASSERT_EQ(dependencies.size(), 2U);
  EXPECT_EQ(dependencies[0].variable, 0U);
  EXPECT_EQ(dependencies[0].kind, Kind::fixed);
  EXPECT_EQ(dependencies[1].variable, 2U);
  EXPECT_EQ(dependencies[1].kind, Kind::dependent);
  ASSERT_EQ(d.structure.derivatives.size(), 1U);
  EXPECT_EQ(d.structure.derivatives[0].variable, 4U);
  EXPECT_EQ(d.structure.derivatives[0].dependencies->at(0).kind, Kind::constant);
  EXPECT_EQ(d.structure.derivatives[0].line, d.structure.outputs[0].line + 1);
  ASSERT_EQ(d.structure.initial_unknowns.size(), 2U);
  EXPECT_FALSE(d.structure.initial_unknowns[0].dependencies);
  EXPECT_TRUE(d.structure.initial_unknowns[1].dependencies->empty());
  EXPECT_EQ(d.continuous_states, 1U);
}

TEST(DescriptionStructure, ElementsOfFmi3AreRead) {
  const Description d = parsed(coupled_3(
      "<Output valueReference='12' dependencies='11 14' dependenciesKind='tunable discrete'/>"
      "<ContinuousStateDerivative valueReference='15'/><ClockedState valueReference='13'/>"
      "<InitialUnknown valueReference='12'/><EventIndicator valueReference='13' "
      "dependencies='11'/><EventIndicator valueReference='12'/>"));
  EXPECT_EQ(d.structure.outputs.at(0).dependencies->at(0).kind, Kind::tunable);
  EXPECT_EQ(d.structure.outputs.at(0).dependencies->at(1).kind, Kind::discrete);
  EXPECT_EQ(d.structure.derivatives.at(0).variable, 4U);
  EXPECT_EQ(d.structure.clocked_states.at(0).variable, 2U);
  EXPECT_EQ(d.structure.initial_unknowns.at(0).variable, 1U);
  EXPECT_EQ(d.structure.event_indicators.size(), 2U);
  EXPECT_EQ(d.continuous_states, 2U);  // one array of two
  EXPECT_EQ(d.event_indicators, 3U);
}

TEST(DescriptionStructure, EventIndicatorsOfFmi2AreANumber) {
  Text text = outputs("<Unknown index='2'/>");
  text.head += " numberOfEventIndicators='4'";
  EXPECT_EQ(parsed(text).event_indicators, 4U);
}

TEST(DescriptionStructure, AWrongIndexIsAnErrorWithItsLine) {
  for (const char* bad : {"0", "6", "-1", "x", "1.0", "99999999999999999999"}) {
    EXPECT_TRUE(contains(first(outputs(fmt::format("<Unknown index='{}'/>", bad))),
                         "reference-unknown m.xml:8: <Unknown> has index"))
        << bad;
    const std::string listed = fmt::format("<Unknown index='2' dependencies='1 {}'/>", bad);
    EXPECT_TRUE(contains(first(outputs(listed)), "from 1 to 5")) << bad;
  }
  EXPECT_EQ(rules(outputs("<Unknown/>"))[0], "error attribute-missing");
  EXPECT_EQ(rules(coupled_3("<Output valueReference='12'/><InitialUnknown valueReference='9'/>")),
            Words{"error reference-unknown"});
}

TEST(DescriptionStructure, OnlyOutputsAreListedAsOutputs) {
  EXPECT_TRUE(contains(first(outputs("<Unknown index='1'/><Unknown index='2'/>")),
                       "<Unknown> 'u' is listed as an output, but its causality is input"));
  EXPECT_EQ(rules(outputs("<Unknown index='1'/><Unknown index='2'/>")),
            Words{"warning output-causality"});
  Report report;
  const Description d = parsed(outputs("<Unknown index='3'/><Unknown index='2'/>"), report);
  ASSERT_EQ(d.structure.outputs.size(), 1U);
  EXPECT_EQ(d.structure.outputs[0].variable, 1U);
  EXPECT_EQ(rules(outputs("<Unknown index='1'/><Unknown index='1'/><Unknown index='2'/>")),
            Words{"warning output-causality"});
}

TEST(DescriptionStructure, AnOutputThatStandsTwiceDependsOnAnything) {
  const Text text =
      outputs("<Unknown index='2' dependencies=''/><Unknown index='2' dependencies='1'/>");
  EXPECT_EQ(rules(text), Words{"warning unknown-twice"});
  Report report;
  const Description d = parsed(text, report);
  EXPECT_FALSE(d.variables[1].face.direct_inputs);
  EXPECT_EQ(d.structure.outputs.size(), 1U);
}

TEST(DescriptionStructure, WhatIsMissingIsAWarning) {
  EXPECT_EQ(rules(coupled("")), Words{"warning output-not-listed"});
  std::string xml = coupled("").xml();
  const std::string empty = "<ModelStructure></ModelStructure>";
  xml.erase(xml.find(empty), empty.size());
  Report report;
  Description::parse(xml, "m.xml", report);
  EXPECT_EQ(rules(report.findings()), Words{"warning structure-missing"});
}

TEST(DescriptionStructure, ADerivativeNamesItsState) {
  EXPECT_EQ(rules(coupled("<Outputs><Unknown index='2'/></Outputs><Derivatives><Unknown index='3'/>"
                          "</Derivatives>")),
            Words{"warning derivative-without-state"});
}

TEST(DescriptionStructure, KindsThatDoNotFitAreIgnoredWithAWarning) {
  for (const char* bad : {"fixed", "fixed fixed fixed", "fixed sometimes"}) {
    const Text text =
        outputs(fmt::format("<Unknown index='2' dependencies='1 4' dependenciesKind='{}'/>", bad));
    EXPECT_EQ(rules(text), Words{"warning dependencies-kind"}) << bad;
    Report report;
    EXPECT_EQ(parsed(text, report).structure.outputs[0].dependencies->at(1).kind, Kind::dependent);
  }
  EXPECT_EQ(rules(outputs("<Unknown index='2' dependenciesKind='fixed'/>")),
            Words{"warning dependencies-kind"});
}

}  // namespace
}  // namespace bw::fmi::description_structure_test
