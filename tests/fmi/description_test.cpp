// The document and its head; variables, types, units and structure have files of their own.

#include "fmi/description/description.h"

#include <set>

#include "fmi/description/rules.h"
#include "support/contains.h"
#include "support/fmi/description_bench.h"

namespace bw::fmi::description_test {
namespace {

using test::contains;
using test::first;
using test::parsed;
using test::rules;
using test::Text;

using Words = std::vector<std::string>;

std::vector<Finding> findings_in(const std::string& xml) {
  Report report;
  Description::parse(xml, "m.xml", report);
  return report.findings();
}

TEST(Rules, KeysAreDistinctAndEveryRowIsWhole) {
  std::set<std::string_view> keys;
  for (const RuleRow& kind : rule_rows()) {
    EXPECT_TRUE(keys.insert(kind.key).second) << kind.key;
    EXPECT_EQ(kind.key.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string_view::npos)
        << kind.key;
    EXPECT_FALSE(kind.meaning.empty()) << kind.key;
    // What a run shows may break no sentence of the standard; what stands in a file does.
    if (&kind <= &row(Rule::build_source_missing)) {
      EXPECT_FALSE(kind.section.empty()) << kind.key;
    }
    EXPECT_FALSE(kind.meaning.ends_with('.')) << kind.key;
  }
}

TEST(Rules, AFindingHasKeyAndSeverityFromTheTable) {
  Report report;
  add(report, Rule::unit_twice, {"a", 1, 0}, "s.");
  EXPECT_EQ(report.findings()[0].rule, "unit-twice");
  EXPECT_EQ(report.findings()[0].severity, Finding::Severity::warning);
}

TEST(Description, TheHeadIsRead) {
  for (const char* version : {"1.0", "2.0", "3.0"}) {
    Text text = version[0] == '1' ? test::fmi1({}) : version[0] == '3' ? test::fmi3({}) : Text{};
    text.head +=
        " description='d' author='a' version='4' copyright='c' license='l' "
        "generationTool='t' generationDateAndTime='2020-01-01T00:00:00Z' "
        "variableNamingConvention='structured'";
    const Description d = parsed(text);
    EXPECT_EQ(d.fmi_version, version);
    EXPECT_EQ(static_cast<int>(d.version), version[0] - '0');
    EXPECT_EQ(d.model_name, "M");
    EXPECT_EQ(d.token, "{1}");
    EXPECT_EQ(d.description, "d");
    EXPECT_EQ(d.author, "a");
    EXPECT_EQ(d.model_version, "4");
    EXPECT_EQ(d.copyright, "c");
    EXPECT_EQ(d.license, "l");
    EXPECT_EQ(d.generation_tool, "t");
    EXPECT_EQ(d.generation_time, "2020-01-01T00:00:00Z");
    EXPECT_TRUE(d.structured_names);
  }
}

TEST(Description, WhatTheHeadMustHaveIsRequested) {
  EXPECT_TRUE(contains(first(Text{.head = "modelName='M' guid='1'"}), "'fmiVersion'"));
  EXPECT_TRUE(contains(first(Text{.head = "fmiVersion='2.0' guid='1'"}), "'modelName'"));
  EXPECT_TRUE(contains(first(Text{.head = "fmiVersion='2.0' modelName='M'"}),
                       "attribute-missing m.xml:2: <fmiModelDescription> has no attribute 'guid', "
                       "which is required."));
  EXPECT_TRUE(
      contains(first(Text{.head = "fmiVersion='3.0' modelName='M'"}), "'instantiationToken'"));
  EXPECT_TRUE(contains(first(Text{.head = "fmiVersion='2.0' modelname='M' guid='1'"}),
                       "Did you mean 'modelname'?"));
}

TEST(Description, VersionsAreDistinguished) {
  const auto with = [](const std::string& version) {
    return Text{.head = "fmiVersion='" + version +
                        "' modelName='M' guid='1' instantiationToken='1' modelIdentifier='m' "
                        "numberOfContinuousStates='0' numberOfEventIndicators='0'"};
  };
  const auto version = [&](const std::string& written) {
    Report report;
    return parsed(with(written), report).version;
  };
  EXPECT_EQ(version("1.0"), Version::fmi1);
  EXPECT_EQ(version("2.0"), Version::fmi2);
  EXPECT_EQ(version(" 2.0.4 "), Version::fmi2);
  EXPECT_EQ(version("3.0"), Version::fmi3);
  EXPECT_EQ(version("3.0.1"), Version::fmi3);
  EXPECT_EQ(version("3.0-beta.5"), Version::fmi3);
  EXPECT_EQ(rules(with("3.0-beta.5"))[0], "warning fmi-version-unfinished");
  EXPECT_EQ(rules(with("3.1"))[0], "warning fmi-version-unfinished");
  EXPECT_EQ(rules(with("4.0")), Words{"error fmi-version"});
  EXPECT_TRUE(contains(first(with("zwei")), "fmiVersion=\"zwei\""));
}

TEST(Description, AnotherDocumentIsOneError) {
  EXPECT_EQ(rules(findings_in("<?xml version='1.0'?><html/>")), Words{"error root-element"});
  EXPECT_EQ(rules(findings_in("")), Words{"error xml-syntax"});
  EXPECT_EQ(rules(findings_in("PK\3\4")), Words{"error xml-syntax"});
  EXPECT_EQ(rules(findings_in("<?xml version='1.0'?><!DOCTYPE a><a/>")), Words{"error xml-syntax"});
}

TEST(Description, ASyntaxErrorHasLineAndColumn) {
  const auto found = findings_in("<?xml version='1.0'?>\n<a>\n<b></c></a>");
  ASSERT_EQ(rules(found), Words{"error xml-syntax"});
  EXPECT_EQ(found[0].place.file, "m.xml");
  EXPECT_EQ(found[0].place.line, 3);
  EXPECT_GT(found[0].place.column, 1);
  EXPECT_TRUE(found[0].sentence.starts_with("this is not well-formed XML"));
}

TEST(Description, TheVariablesMustBeThere) {
  EXPECT_EQ(rules(findings_in("<?xml version='1.0'?><fmiModelDescription fmiVersion='2.0' "
                              "modelName='M' guid='1'><CoSimulation modelIdentifier='m'/>"
                              "<ModelStructure/></fmiModelDescription>")),
            Words{"error element-missing"});
}

TEST(Description, ByteOrderMarkAndCommentsAreFine) {
  std::string xml = Text{.before = "<!-- a --><CoSimulation modelIdentifier='m'/><!-- b -->"}.xml();
  EXPECT_TRUE(findings_in("\xEF\xBB\xBF" + xml).empty());
}

TEST(Description, AMissingOrLateXmlDeclarationIsNoted) {
  const std::string xml = Text{.before = "<CoSimulation modelIdentifier=''/>"}.xml();
  const std::string without = xml.substr(xml.find('\n') + 1);
  EXPECT_EQ(rules(findings_in(without))[0], "note xml-declaration");
  const auto late = findings_in("\n \n" + xml);
  EXPECT_EQ(rules(late)[0], "note xml-declaration");
  EXPECT_EQ(late.back().place.line, 5);  // lines are counted as they stand in the file
}

TEST(Description, Latin1ThatCallsItselfUtf8IsReadAsWhatItIs) {
  Report report;
  const Text text = {.head =
                         "fmiVersion='2.0' modelName='K\xFC"
                         "hler \xC3\xA4' guid='1'"};
  EXPECT_EQ(parsed(text, report).model_name, "Kühler ä");
  EXPECT_EQ(rules(report.findings()), Words{"warning xml-encoding"});
  EXPECT_EQ(report.findings()[0].place.line, 2);
  EXPECT_TRUE(contains(report.findings()[0].sentence, "0xFC"));
}

TEST(Description, AnotherDeclaredEncodingIsANote) {
  std::string xml = Text{}.xml();
  xml.replace(xml.find("UTF-8"), 5, "ISO-8859-1");
  EXPECT_EQ(rules(findings_in(xml)), Words{"note xml-encoding-declared"});
}

TEST(Description, InterfacesOfFmi2AreRead) {
  const Description d = parsed(
      {.before = "<ModelExchange modelIdentifier='me' completedIntegratorStepNotNeeded='true'>"
                 "<SourceFiles><File name='a.c'/><File name='b.c'/></SourceFiles></ModelExchange>"
                 "<CoSimulation modelIdentifier='cs' canHandleVariableCommunicationStepSize='true' "
                 "canGetAndSetFMUstate=' 1' canSerializeFMUstate='true' needsExecutionTool='true' "
                 "canBeInstantiatedOnlyOncePerProcess='true' canInterpolateInputs='true' "
                 "canNotUseMemoryManagementFunctions='true' canRunAsynchronuously='true' "
                 "providesDirectionalDerivative='true' maxOutputDerivativeOrder='3'/>"});
  const auto& me = d.at(Interface::model_exchange);
  const auto& cs = d.at(Interface::co_simulation);
  ASSERT_TRUE(me && cs && !d.at(Interface::scheduled_execution));
  EXPECT_EQ(me->model_identifier, "me");
  EXPECT_FALSE(me->completed_step_needed || me->variable_steps || me->get_and_set_state);
  EXPECT_EQ(me->source_files, (Words{"a.c", "b.c"}));
  EXPECT_EQ(cs->model_identifier, "cs");
  EXPECT_TRUE(cs->variable_steps && cs->get_and_set_state && cs->serialise_state);
  EXPECT_TRUE(cs->needs_execution_tool && cs->one_instance_only && cs->interpolates_inputs);
  EXPECT_TRUE(cs->no_memory_functions && cs->runs_asynchronously && cs->directional_derivatives);
  EXPECT_EQ(cs->max_output_derivative_order, 3U);
}

TEST(Description, ACompletedStepIsNeededUnlessFmi2SaysOtherwise) {
  EXPECT_TRUE(parsed({.before = "<ModelExchange modelIdentifier='m'/>"})
                  .at(Interface::model_exchange)
                  ->completed_step_needed);
}

TEST(Description, WithoutAnInterfaceNothingCanRun) {
  EXPECT_EQ(rules(Text{.before = ""}), Words{"error interface-missing"});
  EXPECT_EQ(rules(test::fmi3({.before = ""})), Words{"error interface-missing"});
}

TEST(Description, AModelIdentifierThatIsAPathIsAnError) {
  for (const char* bad : {"", "../m", "a/b", "a\\b", "..", ".m"})
    EXPECT_EQ(rules(Text{.before = fmt::format("<CoSimulation modelIdentifier='{}'/>", bad)}),
              Words{"error model-identifier"})
        << bad;
  EXPECT_EQ(rules(Text{.before = "<CoSimulation/>"}), Words{"error attribute-missing"});
  EXPECT_EQ(rules(Text{.before = "<CoSimulation modelIdentifier='my-model'/>"}),
            Words{"warning model-identifier-characters"});
}

TEST(Description, AFlagThatIsNoBooleanIsAnErrorWithItsLine) {
  EXPECT_EQ(first(Text{.before = "<CoSimulation modelIdentifier='m' needsExecutionTool='yes'/>"}),
            "attribute-value m.xml:3: <CoSimulation> has needsExecutionTool=\"yes\"; expected "
            "\"true\" or \"false\".");
}

const char* const cs = "<CoSimulation modelIdentifier='m'/>";

TEST(Description, LogCategoriesAreListed) {
  const auto with = [](const std::string& categories) {
    return Text{.before = cs + ("<LogCategories>" + categories + "</LogCategories>")};
  };
  const auto found =
      parsed(with("<Category name='a' description='d'/><Category name='b'/>")).log_categories;
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "a");
  EXPECT_EQ(found[0].description, "d");
  EXPECT_EQ(found[1].name, "b");
  EXPECT_EQ(rules(with("<Category name='a'/><Category name='a'/>")),
            Words{"warning log-category-twice"});
}

TEST(Description, TheDefaultExperimentIsRead) {
  const auto e = parsed({.before = std::string(cs) + "<DefaultExperiment startTime='1' stopTime=' "
                                                     "2.5 ' tolerance='1e-6' stepSize='0.1'/>"})
                     .experiment;
  EXPECT_EQ(e.start, 1.0);
  EXPECT_EQ(e.stop, 2.5);
  EXPECT_EQ(e.tolerance, 1e-6);
  EXPECT_EQ(e.step, 0.1);
}

TEST(Description, AnImpossibleDefaultExperimentIsIgnoredWithWarnings) {
  Report report;
  const auto e =
      parsed(
          {.before = std::string(cs) +
                     "<DefaultExperiment startTime='3' stopTime='2' tolerance='0' stepSize='-1'/>"},
          report)
          .experiment;
  EXPECT_EQ(rules(report.findings()), Words{"warning default-experiment"});
  EXPECT_EQ(report.findings().size(), 3U);
  EXPECT_FALSE(e.stop || e.tolerance || e.step);
}

TEST(Description, AnnotationsAreKeptAsTheyWereWritten) {
  const std::string tool = "<Tool name='t'><x a = \"1\"/> text &amp; </Tool>";
  const Description d =
      parsed({.before = cs + ("<VendorAnnotations>" + tool + "</VendorAnnotations>"),
              .variables = test::scalar("", "<Real/><Annotations><Tool name='v'/></Annotations>")});
  ASSERT_EQ(d.annotations.size(), 1U);
  EXPECT_EQ(d.annotations[0].tool, "t");
  EXPECT_EQ(d.annotations[0].text, tool);
  ASSERT_EQ(d.variables[0].annotations.size(), 1U);
  EXPECT_EQ(d.variables[0].annotations[0].text, "<Tool name='v'/>");
}

TEST(Description, WhatTheStandardDoesNotKnowIsNoted) {
  const Text text = {
      .before = "<CoSimulation modelIdentifier='m' canInterpolateInput='true'/><Strange/>",
      .variables = test::scalar("strange='1'", "<Real strange='2'/><Odd/>")};
  const auto found = test::findings(text);
  ASSERT_EQ(found.size(), 5U);
  for (const Finding& finding : found) EXPECT_EQ(finding.severity, Finding::Severity::note);
  EXPECT_EQ(found[0].rule, "attribute-unknown");
  EXPECT_TRUE(contains(found[0].sentence, "Did you mean 'canInterpolateInputs'?"));
}

TEST(Description, AnElementThatStandsTwiceCountsOnce) {
  EXPECT_EQ(rules(Text{.before = std::string(cs) + "<CoSimulation modelIdentifier='n'/>"}),
            Words{"warning element-twice"});
}

TEST(Description, AllErrorsAreFoundAtOnce) {
  const Text text = {.before = "<CoSimulation/>",
                     .variables = test::scalar("causality='inptu'", "<Real/>") + "\n" +
                                  test::scalar("", "<Real min='2' max='1'/>")};
  EXPECT_EQ(rules(text), (Words{"error attribute-missing", "error attribute-value",
                                "error limits-order", "error variable-name-twice"}));
  EXPECT_TRUE(contains(test::findings(text)[1].sentence, "Did you mean 'input'?"));
}

}  // namespace
}  // namespace bw::fmi::description_test
