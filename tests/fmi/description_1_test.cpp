// What FMI 1.0 writes differently.

#include "fmi/description/description.h"
#include "support/contains.h"
#include "support/fmi/description_bench.h"

namespace bw::fmi::description_1_test {
namespace {

using model::Causality;
using model::Variability;
using test::contains;
using test::first;
using test::fmi1;
using test::parsed;
using test::rules;
using test::scalar;
using test::Text;

using Words = std::vector<std::string>;
using Indices = std::vector<std::size_t>;

Variable variable(const std::string& attributes, const std::string& type) {
  return parsed(fmi1({.variables = scalar(attributes, type)})).variables.at(0);
}

TEST(Description1, WithoutImplementationItIsModelExchange) {
  const Description d = parsed(fmi1({}));
  ASSERT_TRUE(d.at(Interface::model_exchange));
  EXPECT_FALSE(d.at(Interface::co_simulation));
  EXPECT_EQ(d.at(Interface::model_exchange)->model_identifier, "m");
  EXPECT_TRUE(d.at(Interface::model_exchange)->completed_step_needed);
  EXPECT_EQ(d.continuous_states, 2U);
  EXPECT_EQ(d.event_indicators, 1U);
}

TEST(Description1, CountsAndIdentifierAreRequired) {
  const Text text = {.head = "fmiVersion='1.0' modelName='M' guid='1'", .before = ""};
  EXPECT_EQ(rules(text), Words{"error attribute-missing"});
  EXPECT_EQ(test::findings(text).size(), 3U);
}

TEST(Description1, VariablesThatShareANameAreToldApart) {
  const auto one = [](int reference) {
    return fmt::format("<ScalarVariable name='x' valueReference='{}'><Real/></ScalarVariable>\n",
                       reference);
  };
  Report report;
  const Description d = parsed(fmi1({.variables = one(3) + one(7) + one(7)}), report);
  EXPECT_EQ(rules(report.findings()), Words{"warning variable-name-shared"});
  EXPECT_TRUE(contains(d.variables[0].face.name, "x (value reference 3, line "));
  EXPECT_TRUE(contains(d.variables[1].face.name, "x (value reference 7, line "));
  EXPECT_NE(d.variables[1].face.name, d.variables[2].face.name);
  // Aliases are one variable: the first keeps the name.
  const Description aliases = parsed(fmi1({.variables = one(7) + one(7)}), report);
  EXPECT_EQ(aliases.variables[0].face.name, "x");
  EXPECT_NE(aliases.variables[1].face.name, "x");
}

TEST(Description1, CapabilitiesOfCoSimulationAreRead) {
  const Description d = parsed(fmi1(
      {.after = "<Implementation><CoSimulation_StandAlone><Capabilities "
                "canHandleVariableCommunicationStepSize='true' canHandleEvents='true' "
                "canRejectSteps='true' canInterpolateInputs='true' maxOutputDerivativeOrder='2' "
                "canRunAsynchronuously='true' canSignalEvents='true' "
                "canBeInstantiatedOnlyOncePerProcess='true' "
                "canNotUseMemoryManagementFunctions='true'/></CoSimulation_StandAlone>"
                "</Implementation>"}));
  const auto& cs = d.at(Interface::co_simulation);
  ASSERT_TRUE(cs && !d.at(Interface::model_exchange));
  EXPECT_TRUE(cs->variable_steps && cs->stops_for_events && cs->interpolates_inputs);
  EXPECT_TRUE(cs->runs_asynchronously && cs->signals_events && cs->one_instance_only);
  EXPECT_TRUE(cs->no_memory_functions);
  EXPECT_FALSE(cs->needs_execution_tool);
  EXPECT_EQ(cs->max_output_derivative_order, 2U);
  EXPECT_EQ(cs->model_identifier, "m");
}

TEST(Description1, AToolCouplingNeedsItsTool) {
  const Description d = parsed(
      fmi1({.after = "<Implementation><CoSimulation_Tool><Capabilities/><Model entryPoint='x' "
                     "manualStart='false' type='y'/></CoSimulation_Tool></Implementation>"}));
  EXPECT_TRUE(d.at(Interface::co_simulation)->needs_execution_tool);
  EXPECT_EQ(rules(fmi1({.after = "<Implementation/>"})), Words{"error element-missing"});
}

TEST(Description1, ParametersAreSaidInNewWords) {
  const Variable p = variable("variability='parameter'", "<Real start='1'/>");
  EXPECT_EQ(p.face.causality, Causality::parameter);
  EXPECT_EQ(p.face.variability, Variability::fixed);
  EXPECT_EQ(p.initial, Initial::exact);
  EXPECT_TRUE(p.face.takes_start);
  const Variable input = variable("variability='parameter' causality='input'", "<Real start='1'/>");
  EXPECT_EQ(input.face.causality, Causality::parameter);
  const Variable guess = variable("variability='parameter'", "<Real start='1' fixed='false'/>");
  EXPECT_EQ(guess.face.causality, Causality::calculated_parameter);
  EXPECT_EQ(guess.initial, Initial::approx);
  const Variable none = variable("variability='parameter'", "<Real/>");
  EXPECT_EQ(none.face.causality, Causality::calculated_parameter);
  EXPECT_EQ(none.initial, Initial::calculated);
  const Variable output = variable("variability='parameter' causality='output'", "<Real/>");
  EXPECT_EQ(output.face.causality, Causality::output);
  EXPECT_EQ(output.face.variability, Variability::discrete);
}

TEST(Description1, OtherVariablesAreSaidInNewWords) {
  EXPECT_EQ(variable("", "<Real start='1'/>").initial, Initial::exact);
  EXPECT_EQ(variable("", "<Real start='1' fixed='true'/>").initial, Initial::exact);
  EXPECT_EQ(variable("", "<Real start='1' fixed='false'/>").initial, Initial::approx);
  EXPECT_EQ(variable("", "<Real/>").initial, Initial::calculated);
  EXPECT_EQ(variable("", "<Real/>").face.variability, Variability::continuous);
  EXPECT_EQ(variable("", "<Integer/>").face.variability, Variability::discrete);
  EXPECT_EQ(variable("causality='internal'", "<Real/>").face.causality, Causality::local);
  EXPECT_EQ(variable("causality='none'", "<Real/>").face.causality, Causality::local);
  EXPECT_EQ(variable("causality='output' variability='discrete'", "<Real/>").face.variability,
            Variability::discrete);
  const Variable constant = variable("variability='constant'", "<Real start='2'/>");
  EXPECT_EQ(constant.face.variability, Variability::constant);
  EXPECT_FALSE(constant.face.takes_start);
  EXPECT_EQ(variable("causality='input'", "<Boolean start='true'/>").face.start, Value(true));
}

TEST(Description1, WordsOfLaterVersionsAreErrors) {
  EXPECT_EQ(rules(fmi1({.variables = scalar("causality='local'", "<Real/>")})),
            Words{"error attribute-value"});
  EXPECT_EQ(rules(fmi1({.variables = scalar("variability='fixed'", "<Real/>")})),
            Words{"error attribute-value"});
}

TEST(Description1, ANegatedAliasHasTheOtherSign) {
  EXPECT_TRUE(variable("alias='negatedAlias'", "<Real/>").negated);
  EXPECT_FALSE(variable("alias='alias'", "<Real/>").negated);
  EXPECT_FALSE(variable("alias='noAlias'", "<Real/>").negated);
}

TEST(Description1, UnitsHaveGainsAndNeedNoDefinition) {
  const Description d = parsed(
      fmi1({.before = "<UnitDefinitions><BaseUnit unit='rad'><DisplayUnitDefinition "
                      "displayUnit='deg' gain='57.3' offset='1'/></BaseUnit></UnitDefinitions>",
            .variables = scalar("", "<Real unit='rad' displayUnit='deg'/>") +
                         "<ScalarVariable name='y' valueReference='2'><Real unit='kW'/>"
                         "</ScalarVariable>"}));
  ASSERT_EQ(d.units.size(), 1U);
  EXPECT_TRUE(d.units[0].meaning);
  EXPECT_EQ(d.units[0].display_units[0].name, "deg");
  EXPECT_EQ(d.units[0].display_units[0].factor, 57.3);
  EXPECT_EQ(d.units[0].display_units[0].offset, 1.0);
  EXPECT_EQ(d.variables[0].display_unit, "deg");
  EXPECT_EQ(d.variables[1].face.unit_meaning->factor, 1000.0);
}

TEST(Description1, TypesAreReadAndItemsCountFromOne) {
  const Description d = parsed(
      fmi1({.before = "<TypeDefinitions><Type name='T' description='d'><RealType quantity='q' "
                      "min='0' max='9' nominal='3'/></Type><Type name='E'><EnumerationType min='1' "
                      "max='2'><Item name='a' description='d'/><Item name='b'/></EnumerationType>"
                      "</Type></TypeDefinitions>",
            .variables = scalar("", "<Real declaredType='T'/>") +
                         "<ScalarVariable name='y' valueReference='2' causality='input'>"
                         "<Enumeration declaredType='E' start='2'/></ScalarVariable>"}));
  EXPECT_EQ(d.types.at(0).description, "d");
  EXPECT_EQ(d.variables[0].face.max, 9.0);
  EXPECT_EQ(d.variables[0].face.nominal, 3.0);
  EXPECT_EQ(d.variables[0].quantity, "q");
  EXPECT_EQ(d.variables[1].face.items,
            (std::vector<std::pair<std::string, std::int64_t>>{{"a", 1}, {"b", 2}}));
}

Text dependent(const std::string& list) {
  return fmi1({.variables = "<ScalarVariable name='gas pedal' valueReference='1' "
                            "causality='input'><Real start='0'/></ScalarVariable>"
                            "<ScalarVariable name='brake' valueReference='2' causality='input'>"
                            "<Real start='0'/></ScalarVariable>" +
                            scalar("causality='output'", "<Real/>" + list)});
}

TEST(Description1, DirectDependenciesNameInputs) {
  const auto direct = [](const std::string& list) {
    return parsed(dependent(list)).variables[2].face.direct_inputs;
  };
  EXPECT_FALSE(direct(""));
  EXPECT_EQ(direct("<DirectDependency/>").value(), (Indices{}));
  EXPECT_EQ(direct("<DirectDependency><Name> brake\n</Name><Name>gas pedal</Name>"
                   "</DirectDependency>")
                .value(),
            (Indices{0, 1}));
  const Description d =
      parsed(dependent("<DirectDependency><Name>brake</Name></DirectDependency>"));
  ASSERT_EQ(d.structure.outputs.size(), 1U);
  EXPECT_EQ(d.structure.outputs[0].variable, 2U);
  EXPECT_EQ(d.structure.outputs[0].dependencies->at(0).variable, 1U);
}

TEST(Description1, ADependencyOnNoInputIsAWarning) {
  const Text text = dependent("<DirectDependency><Name>brakes</Name></DirectDependency>");
  EXPECT_EQ(rules(text), Words{"warning dependency-name"});
  EXPECT_TRUE(contains(first(text), "Did you mean 'brake'?"));
}

TEST(Description1, VendorAnnotationsAreKept) {
  const std::string tool = "<Tool name='t'><Annotation name='a' value='b'/></Tool>";
  const Description d =
      parsed(fmi1({.before = "<VendorAnnotations>" + tool + "</VendorAnnotations>"}));
  ASSERT_EQ(d.annotations.size(), 1U);
  EXPECT_EQ(d.annotations[0].tool, "t");
  EXPECT_EQ(d.annotations[0].text, tool);
}

}  // namespace
}  // namespace bw::fmi::description_1_test
