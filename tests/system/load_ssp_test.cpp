// SSP packages and descriptions as systems: elements, connections through systems, bindings, files.

#include "system/load_ssp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"
#include "system/ssp/check_ssp.h"
#include "system/system.h"

namespace bw::system::load_ssp_test {
namespace {

using namespace test;
namespace fs = std::filesystem;

const std::string sender = connectors(connector("y", "output"));
const std::string taker = connectors(connector("u", "input") + connector("k", "parameter"));

class SspLoad : public testing::Test {
 protected:
  System load(const std::string& content, const std::string& rest = "") {
    write("x.ssd", ssd(content, rest));
    return load_partly(folder / "x.ssd");
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(folder / name).parent_path());
    write_file(folder / name, text);
  }
  std::string mistakes(const std::string& content, const std::string& rest = "") {
    std::string all;
    for (const std::string& one : load(content, rest).mistakes) all += one + "\n";
    return all;
  }
  static std::string remarks(const System& system) {
    std::string all;
    for (const Remark& one : system.remarks)
      all += one.position.text() + ": " + one.sentence + "\n";
    return all;
  }
  static std::string drawn(const System& system) {
    std::string all;
    for (const Connection& one : system.connections)
      all += one.source.text() + " -> " + one.target.text() + "\n";
    return all;
  }
  ScratchFolder folder;
};

class SspFilesLoad : public SspLoad {
 protected:
  void SetUp() override {
    write("a.fmu", "");
    write("b.fmu", "");
  }
};

TEST_F(SspFilesLoad, ConnectsComponentsAndOrientsByKind) {
  const System system =
      load(elements(component("a", "a.fmu", sender) + component("b", "b.fmu", taker)) + "\n" +
           connections(connection("b.u", "a.y")));
  EXPECT_TRUE(system.mistakes.empty());
  EXPECT_EQ(drawn(system), "a.y -> b.u\n");
  EXPECT_EQ(system.connections[0].position.line, 5);
  EXPECT_GT(system.connections[0].position.column, 1);
  EXPECT_TRUE(contains(remarks(system), "the start of this connection takes the value"));
}

TEST_F(SspFilesLoad, PassesThroughThreeLevelsInBothDirections) {
  const std::string in = connectors(connector("u", "input") + connector("y", "output"));
  const std::string both = connectors(connector("u", "input") + connector("y", "output"));
  const std::string deep =
      elements(component("c", "a.fmu", both) + component("d", "b.fmu", both)) +
      connections(connection("u", "c.u") + connection("u", "d.u") + connection("c.y", "y"));
  const auto nest = [&](const std::string& inner) {
    return in + elements("<ssd:System name='s'>" + inner + "</ssd:System>") +
           connections(connection("u", "s.u") + connection("s.y", "y"));
  };
  const System system =
      load(elements("<ssd:System name='top'>" + nest(nest(in + deep)) + "</ssd:System>" +
                    component("a", "a.fmu", sender) + component("b", "b.fmu", taker)) +
           connections(connection("a.y", "top.u") + connection("top.y", "b.u")));
  EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
  EXPECT_EQ(drawn(system), "top.s.s.c.y -> b.u\na.y -> top.s.s.c.u\na.y -> top.s.s.d.u\n");
  EXPECT_EQ(system.connections[0].stages.size(), 4U);
}

TEST_F(SspFilesLoad, KeepsTransformationsAndUnits) {
  const System system = load(
      elements(
          component("a", "a.fmu", connectors(connector("y", "output", "<ssc:Real unit='inch'/>"))) +
          component("b", "b.fmu", taker)) +
          connections(connection("a.y", "b.u", "<ssc:LinearTransformation factor='2' offset='3'/>",
                                 "suppressUnitConversion='true'")),
      "<ssd:Units><ssc:Unit name='inch'><ssc:BaseUnit m='1' "
      "factor='0.0254'/></ssc:Unit></ssd:Units>");
  EXPECT_TRUE(system.mistakes.empty());
  const Connection& connection = system.connections.at(0);
  ASSERT_EQ(connection.stages.size(), 1U);
  EXPECT_EQ(connection.stages[0].gain, 2);
  EXPECT_EQ(connection.stages[0].offset, 3);
  EXPECT_FALSE(connection.stages[0].converts);
  EXPECT_EQ(connection.source_unit.name, "inch");
  EXPECT_EQ(connection.source_unit.meaning->factor, 0.0254);
}

TEST_F(SspFilesLoad, KeepsTablesOfValues) {
  const System system =
      load(elements(component("a", "a.fmu", sender) + component("b", "b.fmu", taker)) +
           connections(connection(
               "a.y", "b.u",
               "<ssc:BooleanMappingTransformation><ssc:MapEntry source='1' target='false'/>"
               "</ssc:BooleanMappingTransformation>")));
  ASSERT_EQ(system.connections.at(0).stages.at(0).map.size(), 1U);
  EXPECT_EQ(system.connections[0].stages[0].map[0],
            (std::pair<std::string, std::string>("true", "false")));
}

TEST_F(SspFilesLoad, TakesTheValueOfTheHighestLevel) {
  // Levels above `highest` have no binding.
  for (int highest = 1; highest <= 4; ++highest) {
    const auto value = [&](int level, const std::string& name) {
      return level < highest ? "" : bindings(binding(real(name, std::to_string(level))));
    };
    const System system =
        load(value(1, "s.t.b.k") +
             elements("<ssd:System name='s'>" + value(2, "t.b.k") +
                      elements("<ssd:System name='t'>" + value(3, "b.k") +
                               elements(component("b", "b.fmu", taker + value(4, "k"))) +
                               "</ssd:System>") +
                      "</ssd:System>"));
    ASSERT_EQ(system.parameters.size(), 1U);
    EXPECT_EQ(system.parameters[0].target.text(), "s.t.b.k");
    EXPECT_EQ(std::get<double>(system.parameters[0].value), highest);
  }
}

TEST_F(SspFilesLoad, ReadsEveryListOfAKind) {
  const System system =
      load(bindings(binding(real("b.k", "1"))) + bindings(binding(real("b.u", "2"))) +
           elements(component("a", "a.fmu", sender)) + elements(component("b", "b.fmu", taker)));
  EXPECT_TRUE(system.mistakes.empty());
  EXPECT_EQ(system.components.size(), 2U);
  EXPECT_EQ(system.parameters.size(), 2U);
  EXPECT_TRUE(contains(remarks(system), "has a second element"));
}

TEST_F(SspFilesLoad, GivesAValueToAllThatItsNameFits) {
  const System system = load(bindings(binding(real("a.b.k", "1"))) +
                             elements(component("a", "a.fmu", "") + component("a.b", "b.fmu", "")));
  ASSERT_EQ(system.parameters.size(), 2U);
  EXPECT_EQ(system.parameters[0].target.component, "a");
  EXPECT_EQ(system.parameters[1].target.component, "a.b");
}

TEST_F(SspFilesLoad, TakesTheLastValueOfALevel) {
  const System system = load(bindings(binding(real("b.k", "1")) + binding(real("b.k", "2"))) +
                             elements(component("b", "b.fmu", taker)));
  EXPECT_EQ(std::get<double>(system.parameters.at(0).value), 2);
}

TEST_F(SspFilesLoad, ReadsSetsAndMappingsFromFiles) {
  write("resources/v.ssv", parameter_set(real("K", "3")));
  write("resources/m.ssm", "<ssm:ParameterMapping version='1.0'" + ssp_names() +
                               "><ssm:MappingEntry source='b.K' target='b.k'>"
                               "<ssc:LinearTransformation factor='2'/></ssm:MappingEntry>"
                               "<ssm:MappingEntry source='other' target='b.x'/>"
                               "</ssm:ParameterMapping>");
  const System system =
      load(bindings("<ssd:ParameterBinding source='resources/v.ssv' prefix='b.'>"
                    "<ssd:ParameterMapping source='resources/m.ssm'/></ssd:ParameterBinding>") +
           elements(component("b", "b.fmu", taker)));
  EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
  ASSERT_EQ(system.parameters.size(), 1U);
  EXPECT_EQ(system.parameters[0].target.text(), "b.k");
  EXPECT_EQ(system.parameters[0].stages.at(0).gain, 2);
  EXPECT_TRUE(contains(system.parameters[0].position.text(), "resources/v.ssv:1"));
  EXPECT_TRUE(contains(remarks(system), "the mapping names the parameter 'other'"));
}

TEST_F(SspFilesLoad, LetsValuesOfConnectorsFlowDown) {
  const System system =
      load(bindings(binding(real("p", "7") + real("nobody", "1"))) +
           connectors(connector("p", "parameter")) +
           elements(component("b", "b.fmu", taker) + component("c", "b.fmu", taker)) +
           connections(connection("p", "b.k") + connection("p", "c.k")));
  ASSERT_EQ(system.parameters.size(), 2U);
  EXPECT_EQ(system.parameters[0].target.text(), "b.k");
  EXPECT_EQ(system.parameters[1].target.text(), "c.k");
  ASSERT_EQ(system.entrances.size(), 1U);
  EXPECT_EQ(system.entrances[0].name, "p");
  EXPECT_TRUE(contains(remarks(system), "there is no variable 'nobody' in the system"));
}

TEST_F(SspFilesLoad, DropsValuesOfConnectedInputs) {
  const System system =
      load(elements(component("a", "a.fmu", sender) +
                    component("b", "b.fmu", taker + bindings(binding(real("u", "1"))))) +
           connections(connection("a.y", "b.u")));
  EXPECT_TRUE(system.parameters.empty());
  EXPECT_TRUE(
      contains(remarks(system), "the value of 'b.u' has no effect, because it is connected"));
}

TEST_F(SspFilesLoad, FollowsSignalDictionaries) {
  write("bus.ssb", "<ssb:SignalDictionary version='2.0'" + ssp_names() +
                       "><ssb:DictionaryEntry name='speed'><ssc:Real/></ssb:DictionaryEntry>"
                       "</ssb:SignalDictionary>");
  const std::string reference = "<ssd:SignalDictionaryReference name='bus' dictionary='can'>" +
                                connectors(connector("speed", "inout")) +
                                "</ssd:SignalDictionaryReference>";
  const System system =
      load(elements(component("a", "a.fmu", sender) + reference + "<ssd:System name='s'>" +
                    elements(component("b", "b.fmu", taker) + reference) +
                    connections(connection("bus.speed", "b.u")) + "</ssd:System>") +
           connections(connection("a.y", "bus.speed")) +
           "<ssd:SignalDictionaries><ssd:SignalDictionary name='can' source='bus.ssb'/>"
           "</ssd:SignalDictionaries>");
  EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
  EXPECT_EQ(drawn(system), "a.y -> s.b.u\n");
}

TEST_F(SspFilesLoad, PutsDescriptionsInThePlaceOfComponents) {
  const std::string inner =
      connectors(connector("u", "input")) + elements(component("b", "../b.fmu", taker));
  write("sub/b.fmu", "");
  write("sub/inner.ssd",
        ssd(connectors(connector("u", "input")) + bindings(binding(real("b.k", "1"))) +
            elements(component("b", "b.fmu", taker)) + connections(connection("u", "b.u"))));
  const System system = load(
      elements(component("a", "a.fmu", sender) +
               component("n", "sub/inner.ssd",
                         connectors(connector("u", "input")) + bindings(binding(real("b.k", "2"))),
                         "type='application/x-ssp-definition'")) +
      connections(connection("a.y", "n.u")));
  EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
  EXPECT_EQ(drawn(system), "a.y -> n.b.u\n");
  EXPECT_EQ(std::get<double>(system.parameters.at(0).value), 2);
}

TEST_F(SspFilesLoad, InstantiatesASystemOfTheSameDocumentAgain) {
  const System system =
      load(elements("<ssd:System name='s' id='one'>" + elements(component("b", "b.fmu", taker)) +
                    "</ssd:System>" + component("t", "#one", "")));
  EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
  ASSERT_EQ(system.components.size(), 2U);
  EXPECT_EQ(system.components[1].name, "t.b");
}

TEST_F(SspFilesLoad, EndsWhereADescriptionContainsItself) {
  EXPECT_TRUE(contains(mistakes(elements(component("x", "x.ssd", ""))),
                       "component 'x' is a system that it is itself in"));
  const std::string system = "<ssd:System name='s' id='s'>" + elements(component("t", "#s", ""));
  EXPECT_TRUE(contains(mistakes(elements(system + "</ssd:System>")), "component 't' is a system"));
}

// Missing files and systems without number took half a minute: every one was looked for by name.
TEST_F(SspFilesLoad, EndsSoonWhereASystemContainsItselfManyTimes) {
  std::string inside = component("b", "none.fmu", "");
  for (int i = 0; i < 9; ++i) inside += component("t" + std::to_string(i), "#s", "");
  write("x.ssd", ssd(elements("<ssd:System name='s' id='s'>" + elements(inside) + "</ssd:System>" +
                              component("u", "#s", ""))));
  const SspCheck found = check_ssp(folder / "x.ssd");
  EXPECT_LT(found.report.findings().size(), 50U);
  EXPECT_TRUE(found.system.components.empty());
  for (const Finding& one : found.report.findings())
    EXPECT_TRUE(one.rule != "ssp-nesting" || contains(one.sentence, "itself in")) << one.sentence;
}

// Names of systems grow with every level, but not without end.
TEST_F(SspFilesLoad, EndsWhereSystemsAreNestedTooDeep) {
  for (int i = 0; i < 70; ++i)
    write(std::to_string(i) + ".ssd",
          ssd(elements(component("x", std::to_string(i + 1) + ".ssd", ""))));
  EXPECT_TRUE(contains(mistakes(elements(component("x", "0.ssd", ""))),
                       "systems are nested more than 64 levels deep"));
}

TEST_F(SspFilesLoad, EndsWhereDescriptionsMultiply) {
  for (int i = 0; i < 6; ++i) {
    std::string ten;
    for (int j = 0; j < 10; ++j)
      ten += component("c" + std::to_string(j), std::to_string(i + 1) + ".ssd", "");
    write(std::to_string(i) + ".ssd", ssd(elements(ten)));
  }
  write("6.ssd", ssd(elements(component("b", "b.fmu", taker))));
  const std::string said = mistakes(elements(component("x", "0.ssd", "")));
  EXPECT_EQ(said.find("100000 elements"), said.rfind("100000 elements")) << "one mistake";
  EXPECT_TRUE(contains(said, "has more than 100000 elements"));
}

TEST_F(SspFilesLoad, HasNothingForComponentsWithoutSource) {
  const System system = load(elements("<ssd:Component name='a'>" + sender + "</ssd:Component>" +
                                      component("b", "b.fmu", taker)) +
                             connections(connection("a.y", "b.u")));
  EXPECT_TRUE(system.mistakes.empty());
  EXPECT_EQ(system.components.size(), 1U);
  EXPECT_TRUE(contains(remarks(system), "'b.u' keeps its start value"));
}

TEST_F(SspFilesLoad, GivesEveryComponentANameOfItsOwn) {
  const std::string nested =
      "<ssd:System name='a'>" +
      elements(component("b", "b.fmu", taker) + component("b_2", "b.fmu", taker)) + "</ssd:System>";
  const std::string first = component("a.b", "b.fmu", taker);
  const std::string second = component("a.b_2", "b.fmu", taker);
  for (const std::string& all :
       {nested + first + second, first + second + nested, second + nested + first}) {
    const System system = load(elements(all));
    EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
    std::set<std::string> names;
    for (const ComponentEntry& one : system.components) names.insert(one.name);
    EXPECT_EQ(names.size(), 4U) << all;
  }
}

TEST_F(SspFilesLoad, ListsTheFilesBesideADescription) {
  write("v.ssv", parameter_set(real("K", "3")));
  write("m.ssm", "<ssm:ParameterMapping version='1.0'" + ssp_names() + "/>");
  write("sub/inner.ssd", ssd(elements(component("b", "b.fmu", taker))));
  write("sub/b.fmu", "");
  write("in.ssp", make_zip({{"SystemStructure.ssd", ssd(elements(component("b", "b.fmu", taker)))},
                            {"b.fmu", "b"}}));
  const System system =
      load(bindings("<ssd:ParameterBinding source='v.ssv'>"
                    "<ssd:ParameterMapping source='m.ssm'/></ssd:ParameterBinding>") +
           elements(component("s", "sub/inner.ssd", "") + component("p", "in.ssp", "")));
  EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
  for (const char* name : {"v.ssv", "m.ssm", "sub/inner.ssd", "in.ssp"})
    EXPECT_EQ(std::ranges::count(system.read_files, fs::path(folder / name)), 1) << name;
  for (const fs::path& file : system.read_files)
    EXPECT_FALSE(file.lexically_relative(fs::path(folder / "")).string().starts_with("..")) << file;
}

TEST_F(SspFilesLoad, TakesExperimentAndImplementation) {
  const System system =
      load(elements(component("a b-c.d[1]", "a.fmu", "", "implementation='CoSimulation'")),
           "<ssd:DefaultExperiment startTime='1' stopTime='2.5'/>");
  EXPECT_EQ(system.components.at(0).name, "a b-c.d[1]");
  EXPECT_EQ(system.components[0].interface, "cs");
  ASSERT_EQ(system.settings.size(), 2U);
  EXPECT_EQ(system.settings[1].key, "stop");
  EXPECT_EQ(std::get<double>(system.settings[1].values.at(0)), 2.5);
}

TEST_F(SspFilesLoad, ReportsAnnotationsAndUnknownElementsAndObeysNone) {
  const System system = load(
      "<ssd:Annotations><ssc:Annotation type='com.vendor'><step>1</step></ssc:Annotation>"
      "</ssd:Annotations><Solver/>" +
      elements(component("a", "a.fmu", "")));
  EXPECT_TRUE(system.mistakes.empty());
  EXPECT_TRUE(contains(remarks(system), "the annotation 'com.vendor' belongs to another program"));
  EXPECT_TRUE(contains(remarks(system), "the element Solver in System is not part of SSP"));
}

TEST_F(SspLoad, OpensPackagesAndTheirVariants) {
  const std::string one = ssd(elements(component("a", "resources/a%20b.fmu", "")));
  const std::string other = ssd(elements(component("z", "resources/a%20b.fmu", "")));
  write("x.ssp", make_zip({{"SystemStructure.ssd", one},
                           {"Other.ssd", other},
                           {"resources/a b.fmu", "content"}}));
  const std::string file = folder / "x.ssp";
  fs::path unpacked;
  {
    const System system = load_partly(file);
    EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
    ASSERT_EQ(system.components.size(), 1U);
    EXPECT_TRUE(system.components[0].packed);
    unpacked = system.components[0].file;
    EXPECT_EQ(test::read_file(unpacked.string()), "content");
    EXPECT_EQ(system.components[0].position.text().substr(0, file.size() + 23),
              file + "/SystemStructure.ssd:4:");
  }
  EXPECT_FALSE(fs::exists(unpacked));
  EXPECT_EQ(load_partly(file + "#Other.ssd").components.at(0).name, "z");
  EXPECT_TRUE(contains(load_partly(file + "#None.ssd").mistakes.at(0),
                       "there is no file '" + file + "/None.ssd'"));
}

// FMUs have a folder of this name in any case.
TEST_F(SspLoad, APackageMayHaveAFileCalledResources) {
  write_file(folder / "x.ssp",
             make_zip({{"SystemStructure.ssd", ssd(elements(component("a", "a.fmu", taker)))},
                       {"a.fmu", "content"},
                       {"resources", "a file"}}));
  const System system = load_partly(folder / "x.ssp");
  EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
  EXPECT_EQ(system.components.size(), 1U);
}

// What follows from it would hide the mistake.
TEST_F(SspLoad, ReportsAMissingFileOnce) {
  write_file(folder / "b.fmu", "");
  write_file(folder / "x.ssd",
             ssd(connectors(connector("in", "input")) +
                 bindings(binding(real("a.k", "1") + real("in", "2"))) +
                 elements(component("a", "bb.fmu", taker) + component("b", "b.fmu", taker)) +
                 connections(connection("b.y", "a.u") + connection("in", "a.v"))));
  const System system = load_partly(folder / "x.ssd");
  ASSERT_EQ(system.mistakes.size(), 1U);
  EXPECT_TRUE(contains(system.mistakes[0], "there is no file '")) << system.mistakes[0];
  EXPECT_TRUE(contains(system.mistakes[0], "Did you mean 'b.fmu'?")) << system.mistakes[0];
  EXPECT_TRUE(system.connections.empty() && system.parameters.empty());
  for (const Entrance& entrance : system.entrances) EXPECT_TRUE(entrance.ways.empty());
}

TEST_F(SspLoad, OpensPackagesInPackages) {
  const std::string inner =
      make_zip({{"SystemStructure.ssd", ssd(elements(component("b", "resources/b.fmu", taker)))},
                {"resources/b.fmu", "b"}});
  write("x.ssp", make_zip({{"SystemStructure.ssd",
                            ssd(elements(component("n", "resources/in.ssp", "",
                                                   "type='application/x-ssp-package'")))},
                           {"resources/in.ssp", inner}}));
  const System system = load_partly(folder / "x.ssp");
  EXPECT_TRUE(system.mistakes.empty()) << system.mistakes.front();
  EXPECT_EQ(system.components.at(0).name, "n.b");
}

TEST_F(SspLoad, OpensNoDescriptionOutsideOfAPackage) {
  const std::string text = ssd(elements(component("b", "b.fmu", taker)));
  write("b.fmu", "");
  write("outside.ssd", text);
  write("in.ssp", make_zip({{"SystemStructure.ssd", text}, {"b.fmu", "b"}}));
  for (const std::string& name : {std::string(folder / "outside.ssd"), std::string("../x.ssd"),
                                  std::string("a/../../x.ssd")}) {
    const std::string said = mistakes(
        elements(component("n", "in.ssp#" + name, "", "type='application/x-ssp-package'")));
    EXPECT_TRUE(contains(said, "x.ssd:4:") && contains(said, "a description in the package"))
        << said;
    EXPECT_TRUE(contains(load_partly((folder / "in.ssp") + "#" + name).mistakes.at(0),
                         "a description in the package"));
  }
}

TEST_F(SspLoad, RefusesWhatIsNoPackage) {
  write("x.ssp", "no zip");
  EXPECT_TRUE(contains(refusal<InputError>([&] { load_partly(folder / "x.ssp"); }),
                       "this is not a zip archive, so it is not an SSP package"));
}

}  // namespace
}  // namespace bw::system::load_ssp_test
