#include "fmi/description/terminals.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/fmi/description_bench.h"

namespace bw::fmi::terminals_test {
namespace {

using test::rules;
using Words = std::vector<std::string>;

std::string document(const std::string& inside) {
  return "<?xml version='1.0' encoding='UTF-8'?>\n<fmiTerminalsAndIcons fmiVersion='3.0'>\n" +
         inside + "</fmiTerminalsAndIcons>";
}

std::string terminals(const std::string& inside) {
  return document("<Terminals>" + inside + "</Terminals>");
}

TerminalsAndIcons parsed(const std::string& xml) {
  Report report;
  TerminalsAndIcons found = TerminalsAndIcons::parse(xml, "t.xml", report);
  EXPECT_EQ(rules(report.findings()), Words{});
  return found;
}

Words findings(const std::string& xml) {
  Report report;
  TerminalsAndIcons::parse(xml, "t.xml", report);
  return rules(report.findings());
}

TEST(Terminals, MembersStreamsAndNestedTerminalsAreRead) {
  const auto found = parsed(
      terminals("<Terminal name='plug' matchingRule='bus' terminalKind='org.x' description='d'>\n"
                "<TerminalMemberVariable variableName='a.v' memberName='v' variableKind='signal'/>"
                "<TerminalMemberVariable variableName='a.i' variableKind='inflow'/>"
                "<TerminalStreamMemberVariable inStreamMemberName='hi' outStreamMemberName='ho' "
                "inStreamVariableName='p.hi' outStreamVariableName='p.ho'/>"
                "<Terminal name='inner' matchingRule='none'/></Terminal>"));
  EXPECT_EQ(found.fmi_version, "3.0");
  ASSERT_EQ(found.terminals.size(), 1U);
  const Terminal& plug = found.terminals[0];
  EXPECT_EQ(plug.name, "plug");
  EXPECT_EQ(plug.matching_rule, "bus");
  EXPECT_EQ(plug.kind, "org.x");
  EXPECT_EQ(plug.description, "d");
  EXPECT_EQ(plug.line, 3);
  ASSERT_EQ(plug.members.size(), 2U);
  EXPECT_EQ(plug.members[0].variable, "a.v");
  EXPECT_EQ(plug.members[0].name, "v");
  EXPECT_EQ(plug.members[0].kind, "signal");
  EXPECT_EQ(plug.members[0].line, 4);
  EXPECT_EQ(plug.members[1].name, "");
  ASSERT_EQ(plug.streams.size(), 1U);
  EXPECT_EQ(plug.streams[0].in_name, "hi");
  EXPECT_EQ(plug.streams[0].out_name, "ho");
  EXPECT_EQ(plug.streams[0].in_variable, "p.hi");
  EXPECT_EQ(plug.streams[0].out_variable, "p.ho");
  ASSERT_EQ(plug.terminals.size(), 1U);
  EXPECT_EQ(plug.terminals[0].name, "inner");
  EXPECT_FALSE(plug.graphic);
}

TEST(Terminals, HowThingsAreDrawnIsRead) {
  const auto found = parsed(
      document("<GraphicalRepresentation><CoordinateSystem x1='-100' y1='-99' x2='100' y2='99' "
               "suggestedScalingFactorTo_mm='0.1'/><Icon x1='1' y1='2' x2='3' y2='4'/>"
               "</GraphicalRepresentation><Terminals><Terminal name='p' matchingRule='plug'>"
               "<TerminalGraphicalRepresentation x1='5' y1='6' x2='7' y2='8' iconBaseName='pin' "
               "defaultConnectionColor='255 0 7' "
               "defaultConnectionStrokeSize='2.5'/></Terminal></Terminals>"));
  EXPECT_EQ(found.coordinates->y1, -99.0);
  EXPECT_EQ(found.scaling_to_mm, 0.1);
  EXPECT_EQ(found.icon->x2, 3.0);
  const TerminalGraphic& graphic = found.terminals.at(0).graphic.value();
  EXPECT_EQ(graphic.extent.y2, 8.0);
  EXPECT_EQ(graphic.icon, "pin");
  EXPECT_EQ(graphic.colour, (std::array<int, 3>{255, 0, 7}));
  EXPECT_EQ(graphic.stroke_size, 2.5);
}

// Found by fuzzing: the name in the sentence was that of an object that had moved.
TEST(Terminals, ANameThatIsThereTwiceIsSaid) {
  Report report;
  TerminalsAndIcons::parse(terminals("<Terminal name='pin' matchingRule='plug'/>"
                                     "<Terminal name='pin' matchingRule='plug'/>"),
                           "t.xml", report);
  ASSERT_EQ(report.findings().size(), 1U);
  EXPECT_EQ(report.findings()[0].sentence.find("<Terminal> 'pin' has name=\"pin\""), 0U);
}

TEST(Terminals, WhatIsWrongIsFound) {
  EXPECT_EQ(findings("<?xml version='1.0'?><a/>"), Words{"error root-element"});
  EXPECT_EQ(findings("<?xml version='1.0'?><a>"), Words{"error xml-syntax"});
  EXPECT_EQ(findings(terminals("<Terminal name='a'/>")), Words{"error attribute-missing"});
  EXPECT_EQ(findings(terminals("<Terminal name='a' matchingRule='plug'/><Terminal name='a' "
                               "matchingRule='plug'/>")),
            Words{"warning terminal-name-twice"});
  EXPECT_EQ(findings(terminals("<Terminal name='a' matchingRule='plug'><Odd/></Terminal>")),
            Words{"note element-unknown"});
  for (const char* bad : {"1 2", "1 2 300", "red"})
    EXPECT_EQ(
        findings(terminals(fmt::format(
            "<Terminal name='a' matchingRule='plug'><TerminalGraphicalRepresentation x1='5' "
            "y1='6' x2='7' y2='8' iconBaseName='pin' defaultConnectionColor='{}'/></Terminal>",
            bad))),
        Words{"error attribute-value"})
        << bad;
}

}  // namespace
}  // namespace bw::fmi::terminals_test
