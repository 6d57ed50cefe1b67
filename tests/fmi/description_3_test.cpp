// What FMI 3.0 adds: types, arrays, aliases, clocks, interfaces.

#include "fmi/description/description.h"
#include "support/contains.h"
#include "support/fmi/description_bench.h"

namespace bw::fmi::description_3_test {
namespace {

using model::Causality;
using model::Variability;
using test::contains;
using test::first;
using test::fmi3;
using test::parsed;
using test::rules;
using test::Text;

using Words = std::vector<std::string>;
using Values = std::vector<Value>;

const std::string cs = "<CoSimulation modelIdentifier='m'/>";

// A variable 'x' with the value reference 1.
Text one(const std::string& type, const std::string& attributes, const std::string& inside = "",
         const std::string& others = "") {
  return fmi3({.variables = fmt::format("<{0} name='x' valueReference='1' {1}>{2}</{0}>\n{3}", type,
                                        attributes, inside, others)});
}

Variable variable(const std::string& type, const std::string& attributes,
                  const std::string& inside = "", const std::string& others = "") {
  return parsed(one(type, attributes, inside, others)).variables.at(0);
}

TEST(Description3, TheThreeInterfacesAreRead) {
  const std::string common =
      "needsExecutionTool='true' canBeInstantiatedOnlyOncePerProcess='true' "
      "canGetAndSetFMUState='true' canSerializeFMUState='true' "
      "providesDirectionalDerivatives='true' providesAdjointDerivatives='true' "
      "providesPerElementDependencies='true' ";
  const Description d = parsed(
      fmi3({.before = "<ModelExchange modelIdentifier='me' needsCompletedIntegratorStep='true' "
                      "providesEvaluateDiscreteStates='true' " +
                      common + "/><CoSimulation modelIdentifier='cs' " +
                      "canHandleVariableCommunicationStepSize='true' fixedInternalStepSize='0.5' "
                      "maxOutputDerivativeOrder='2' recommendedIntermediateInputSmoothness='1' "
                      "providesIntermediateUpdate='true' mightReturnEarlyFromDoStep='true' "
                      "canReturnEarlyAfterIntermediateUpdate='true' hasEventMode='true' "
                      "providesEvaluateDiscreteStates='true'/><ScheduledExecution "
                      "modelIdentifier='se'><Annotations/></ScheduledExecution>"}));
  const auto& me = d.at(Interface::model_exchange);
  const auto& co = d.at(Interface::co_simulation);
  const auto& se = d.at(Interface::scheduled_execution);
  ASSERT_TRUE(me && co && se);
  EXPECT_TRUE(me->completed_step_needed && me->evaluates_discrete_states);
  EXPECT_TRUE(me->needs_execution_tool && me->one_instance_only && me->get_and_set_state);
  EXPECT_TRUE(me->serialise_state && me->directional_derivatives && me->adjoint_derivatives);
  EXPECT_TRUE(me->per_element_dependencies);
  EXPECT_EQ(co->model_identifier, "cs");
  EXPECT_TRUE(co->variable_steps && co->intermediate_update && co->might_return_early);
  EXPECT_TRUE(co->returns_early_after_update && co->event_mode && co->evaluates_discrete_states);
  EXPECT_EQ(co->fixed_internal_step, 0.5);
  EXPECT_EQ(co->max_output_derivative_order, 2U);
  EXPECT_EQ(co->recommended_input_smoothness, 1U);
  EXPECT_FALSE(co->get_and_set_state || co->completed_step_needed);
  EXPECT_EQ(se->model_identifier, "se");
}

TEST(Description3, AFixedStepIsPositive) {
  EXPECT_EQ(
      rules(fmi3({.before = "<CoSimulation modelIdentifier='m' fixedInternalStepSize='0'/>"})),
      Words{"error attribute-value"});
}

TEST(Description3, EveryTypeHasItsElement) {
  const char* names[] = {"Float32", "Float64", "Int8",  "UInt8",  "Int16",  "UInt16",
                         "Int32",   "UInt32",  "Int64", "UInt64", "Boolean"};
  for (int i = 0; i < 11; ++i) {
    const Variable x = variable(names[i], "causality='input' start='1'");
    EXPECT_EQ(static_cast<int>(x.type), i);
    EXPECT_EQ(name(x.type), names[i]);
    EXPECT_EQ(x.face.type, type_of(x.type));
    EXPECT_EQ(x.starts.size(), 1U);
    EXPECT_EQ(x.face.variability, i < 2 ? Variability::continuous : Variability::discrete);
  }
  EXPECT_EQ(variable("String", "").type, DataType::string);
  EXPECT_EQ(variable("Binary", "").type, DataType::binary);
  EXPECT_EQ(variable("Clock", "intervalVariability='triggered'").type, DataType::clock);
  EXPECT_EQ(rules(fmi3({.variables = "<Real name='x' valueReference='1'/>"})),
            Words{"note element-unknown"});
}

TEST(Description3, IntegersKeepWithinTheirType) {
  const auto said = [](const std::string& type, const std::string& start) {
    const auto all = rules(one(type, "causality='input' start='" + start + "'"));
    return all.empty() ? "fine" : all[0];
  };
  EXPECT_EQ(said("Int8", "-128"), "fine");
  EXPECT_EQ(said("Int8", "128"), "error attribute-value");
  EXPECT_EQ(said("UInt8", "-1"), "error attribute-value");
  EXPECT_EQ(said("UInt32", "4294967295"), "fine");
  EXPECT_EQ(said("UInt32", "4294967296"), "error attribute-value");
  EXPECT_EQ(said("Int64", "-9223372036854775808"), "fine");
  EXPECT_EQ(said("UInt64", "18446744073709551616"), "error attribute-value");
  EXPECT_EQ(variable("UInt64", "causality='input' start='18446744073709551615'").face.start,
            Value(std::int64_t{-1}));  // the bits
}

TEST(Description3, StringsAndBinariesStartWithElements) {
  const Variable s = variable("String", "causality='input'",
                              "<Dimension start='2'/><Start value='a b'/><Start value=''/>");
  EXPECT_EQ(s.starts, (Values{std::string("a b"), std::string()}));
  const Variable b = variable("Binary", "causality='input' mimeType='x/y' maxSize='9'",
                              "<Start value='666F6f00'/>");
  EXPECT_EQ(b.starts, (Values{std::string("foo\0", 4)}));
  EXPECT_EQ(b.mime_type, "x/y");
  EXPECT_EQ(b.max_size, 9U);
  EXPECT_EQ(variable("Binary", "").mime_type, "application/octet-stream");
  for (const char* bad : {"6", "6g", "66 6f"})
    EXPECT_EQ(rules(one("Binary", "causality='input'", fmt::format("<Start value='{}'/>", bad))),
              Words{"error attribute-value"})
        << bad;
  EXPECT_EQ(rules(one("String", "causality='input' start='a'")),
            Words{"warning start-as-attribute"});
}

TEST(Description3, ArraysHaveOneStartForAllOrOneForEach) {
  const std::string matrix = "<Dimension start='2'/><Dimension start='3'/>";
  const Variable x = variable("Float64", "causality='input' start=' 1 2\n3 4 5 6 '", matrix);
  EXPECT_TRUE(x.is_array());
  ASSERT_EQ(x.dimensions.size(), 2U);
  EXPECT_EQ(x.dimensions[1].size, 3U);
  EXPECT_FALSE(x.dimensions[1].parameter);
  EXPECT_EQ(x.element_count(), 6U);
  EXPECT_EQ(x.starts.size(), 6U);
  EXPECT_EQ(x.face.start, Value(1.0));
  EXPECT_EQ(variable("Float64", "causality='input' start='1'", matrix).starts.size(), 1U);
  EXPECT_EQ(rules(one("Float64", "causality='input' start='1 2'", matrix)),
            Words{"error start-count"});
  EXPECT_EQ(rules(one("Float64", "causality='input' start='1 x 3 4 5 6'", matrix)),
            Words{"error attribute-value"});
}

const std::string size_parameter =
    "<UInt64 name='n' valueReference='2' causality='structuralParameter' variability='tunable' "
    "start='4'/>";

TEST(Description3, AStructuralParameterSizesArrays) {
  const Description d =
      parsed(one("Float64", "causality='parameter' variability='tunable' start='1 2 3 4'",
                 "<Dimension valueReference='2'/>", size_parameter));
  EXPECT_EQ(d.variables[0].dimensions[0].size, 4U);
  EXPECT_EQ(d.variables[0].dimensions[0].parameter, 1U);
  EXPECT_EQ(d.variables[1].face.causality, Causality::structural_parameter);
  EXPECT_TRUE(d.variables[1].face.takes_start);
}

TEST(Description3, ADimensionThatIsNoneIsAnError) {
  const auto said = [](const std::string& dimension, const std::string& others = size_parameter) {
    return rules(one("Float64", "", dimension, others));
  };
  EXPECT_EQ(said("<Dimension/>"), Words{"error dimension"});
  EXPECT_EQ(said("<Dimension start='4' valueReference='2'/>"), Words{"error dimension"});
  EXPECT_EQ(said("<Dimension start='0'/>"), Words{"error attribute-value"});
  EXPECT_EQ(said("<Dimension valueReference='7'/>"), Words{"error reference-unknown"});
  EXPECT_EQ(said("<Dimension valueReference='1'/>"), Words{"error dimension-parameter"});
  EXPECT_EQ(said("<Dimension start='2000000000'/><Dimension start='2000000000'/>"),
            Words{"error dimension"});
  EXPECT_EQ(said("<Dimension valueReference='2'/>",
                 "<UInt64 name='n' valueReference='2' causality='structuralParameter' start='0'/>"),
            Words{"error dimension"});
  EXPECT_EQ(rules(one("Clock", "intervalVariability='triggered'", "<Dimension start='2'/>")),
            Words{"error dimension"});
}

TEST(Description3, AliasesAreFurtherNames) {
  const Variable x =
      variable("Float64", "", "<Alias name='a' description='d' displayUnit='K'/><Alias name='b'/>");
  ASSERT_EQ(x.aliases.size(), 2U);
  EXPECT_EQ(x.aliases[0].name, "a");
  EXPECT_EQ(x.aliases[0].description, "d");
  EXPECT_EQ(x.aliases[0].display_unit, "K");
  EXPECT_EQ(rules(one("Float64", "", "<Alias name='x'/>")), Words{"error variable-name-twice"});
}

TEST(Description3, VariablesPointAtOthersByValueReference) {
  const Description d =
      parsed(one("Float64",
                 "variability='discrete' previous='2' clocks='4 3' intermediateUpdate='true' "
                 "canHandleMultipleSetPerTimeInstant='false'",
                 "<Annotations><Annotation type='org.x'>text</Annotation></Annotations>",
                 "<Float64 name='p' valueReference='2' reinit='true'/>"
                 "<Clock name='c' valueReference='3' intervalVariability='triggered'/>"
                 "<Clock name='d' valueReference='4' intervalVariability='triggered' clocks='3'/>"
                 "<Float64 name='q' valueReference='5' derivative='2'/>"));
  const Variable& x = d.variables[0];
  EXPECT_EQ(x.previous, 1U);
  EXPECT_EQ(x.clocks, (std::vector<std::size_t>{3, 2}));
  EXPECT_TRUE(x.intermediate_update);
  EXPECT_FALSE(x.can_set_per_time_instant);
  ASSERT_EQ(x.annotations.size(), 1U);
  EXPECT_EQ(x.annotations[0].tool, "org.x");
  EXPECT_EQ(x.annotations[0].text, "<Annotation type='org.x'>text</Annotation>");
  EXPECT_TRUE(d.variables[1].reinit);
  EXPECT_EQ(d.variables[3].clocks, (std::vector<std::size_t>{2}));
  EXPECT_EQ(d.variables[4].derivative_of, 1U);
}

TEST(Description3, WrongReferencesAreErrors) {
  EXPECT_EQ(rules(one("Float64", "clocks='1'")), Words{"error clock-reference"});
  EXPECT_EQ(rules(one("Float64", "clocks='9'")), Words{"error reference-unknown"});
  EXPECT_EQ(rules(one("Float64", "derivative='x'")), Words{"error reference-unknown"});
  const Text twice = one("Float64", "", "", "<Int8 name='y' valueReference='1'/>");
  EXPECT_EQ(first(twice),
            "value-reference-twice m.xml:6: <Int8> 'y' has valueReference=\"1\"; another variable "
            "has it; value references must differ.");
}

TEST(Description3, ParametersAreFixedUnlessTheySayOtherwise) {
  EXPECT_EQ(variable("Float64", "causality='parameter' start='1'").face.variability,
            Variability::fixed);
  EXPECT_EQ(variable("Float64", "causality='input' initial='exact' start='1'").initial,
            Initial::exact);
}

Clock clock(const std::string& attributes) {
  return variable("Clock", "causality='input' " + attributes).clock.value();
}

TEST(Description3, ClocksOfAllKindsAreRead) {
  const char* kinds[] = {"constant", "fixed",     "calculated", "tunable",
                         "changing", "countdown", "triggered"};
  for (int i = 0; i < 7; ++i) {
    const std::string interval = i == 0 ? " intervalDecimal='1'" : "";
    EXPECT_EQ(
        static_cast<int>(clock(fmt::format("intervalVariability='{}'{}", kinds[i], interval)).kind),
        i);
  }
  const Clock decimal = clock(
      "intervalVariability='fixed' intervalDecimal='0.5' shiftDecimal='0.25' priority='3' "
      "canBeDeactivated='true' supportsFraction='true'");
  EXPECT_EQ(decimal.interval, 0.5);
  EXPECT_EQ(decimal.shift, 0.25);
  EXPECT_EQ(decimal.priority, 3U);
  EXPECT_TRUE(decimal.can_be_deactivated && decimal.supports_fraction);
  const Clock counted = clock(
      "intervalVariability='constant' intervalCounter='5' shiftCounter='1' resolution='1000'");
  EXPECT_EQ(counted.interval, 0.005);
  EXPECT_EQ(counted.shift, 0.001);
}

TEST(Description3, AClockHasNoStartAndTakesNone) {
  const Variable x = variable("Clock", "causality='input' intervalVariability='triggered'");
  EXPECT_FALSE(x.face.takes_start || x.face.start || x.initial);
  EXPECT_EQ(x.face.variability, Variability::discrete);
  EXPECT_EQ(x.face.type, Type::clock);
}

TEST(Description3, AWrongIntervalIsAnError) {
  const auto said = [](const std::string& attributes) {
    return rules(one("Clock", "causality='input' " + attributes));
  };
  EXPECT_EQ(said(""), Words{"error attribute-missing"});
  EXPECT_EQ(said("intervalVariability='daily'"), Words{"error attribute-value"});
  for (const char* bad :
       {"", "intervalDecimal='0'", "intervalDecimal='-1'", "intervalDecimal='1' shiftDecimal='-1'"})
    EXPECT_EQ(said(std::string("intervalVariability='constant' ") + bad),
              Words{"error clock-interval"})
        << bad;
  EXPECT_EQ(said("intervalVariability='fixed' intervalCounter='1'"), Words{"error clock-interval"});
  EXPECT_EQ(said("intervalVariability='triggered' intervalDecimal='1'"),
            Words{"warning clock-interval-needless"});
}

TEST(Description3, TypesAreElementsOfTheirOwn) {
  const Description d = parsed(
      fmi3({.before =
                cs + "<TypeDefinitions><Float32Type name='F' description='d' quantity='q' min='-1' "
                     "max='1' nominal='2'/><EnumerationType name='E'><Item name='a' "
                     "value='-9223372036854775808'/></EnumerationType><BinaryType name='B' "
                     "mimeType='a/b' maxSize='3'/><ClockType name='C' intervalVariability='fixed' "
                     "intervalDecimal='2'/><BooleanType name='L'/><StringType name='S'/>"
                     "<UInt8Type name='U' max='9'/></TypeDefinitions>",
            .variables = "<Float32 name='f' valueReference='1' declaredType='F'/>"
                         "<Enumeration name='e' valueReference='2' declaredType='E'/>"
                         "<Binary name='b' valueReference='3' declaredType='B'/>"
                         "<Clock name='c' valueReference='4' declaredType='C' causality='input' "
                         "priority='1'/><UInt8 name='u' valueReference='5' declaredType='U'/>"}));
  ASSERT_EQ(d.types.size(), 7U);
  EXPECT_EQ(d.types[0].type, DataType::float32);
  EXPECT_EQ(d.variables[0].face.min, -1.0);
  EXPECT_EQ(d.variables[0].face.nominal, 2.0);
  EXPECT_EQ(d.variables[0].quantity, "q");
  EXPECT_EQ(d.variables[1].face.items.at(0).first, "a");
  EXPECT_EQ(d.variables[2].mime_type, "a/b");
  EXPECT_EQ(d.variables[2].max_size, 3U);
  EXPECT_EQ(d.variables[3].clock->interval, 2.0);
  EXPECT_EQ(d.variables[3].clock->priority, 1U);
  EXPECT_EQ(d.variables[4].face.max, 9.0);
  EXPECT_EQ(rules(fmi3({.before = cs + "<TypeDefinitions><RealType name='R'/></TypeDefinitions>"})),
            Words{"error type-element"});
}

TEST(Description3, AnnotationsHaveATypeForATool) {
  const Description d = parsed(
      fmi3({.after = "<Annotations><Annotation type='a.b'><x/></Annotation></Annotations>"}));
  ASSERT_EQ(d.annotations.size(), 1U);
  EXPECT_EQ(d.annotations[0].tool, "a.b");
  EXPECT_EQ(d.annotations[0].text, "<Annotation type='a.b'><x/></Annotation>");
}

}  // namespace
}  // namespace bw::fmi::description_3_test
