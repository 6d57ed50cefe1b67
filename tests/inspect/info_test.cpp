// What `bellwether info` knows: FMUs are made here as archives without any library, for none is
// ever loaded.

#include "inspect/info.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "support/contains.h"
#include "support/fmi/description_bench.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::inspect::info_test {
namespace {

using test::contains;
using test::Text;
using test::ZipEntry;

testing::AssertionResult lacks(const std::string& text, const std::string& piece) {
  return contains(text, piece) ? testing::AssertionFailure() << text << " contains " << piece
                               : testing::AssertionSuccess();
}

class InfoTest : public testing::Test {
 protected:
  std::string make(const std::string& name, const Text& text, std::vector<ZipEntry> more = {}) {
    more.insert(more.begin(), {"modelDescription.xml", text.xml()});
    test::write_file(scratch / name, test::make_zip(more));
    return scratch / name;
  }
  std::string info_of(const Text& text, const std::vector<ZipEntry>& more = {}, bool all = false) {
    return info_text(inform(make("m.fmu", text, more)), all);
  }
  std::string json_of(const Text& text, const std::vector<ZipEntry>& more = {}) {
    return info_json(inform(make("m.fmu", text, more)));
  }
  std::string system(const std::string& toml) {
    test::write_file(scratch / "s.toml", toml);
    return scratch / "s.toml";
  }

  const test::ScratchFolder scratch;
};

std::string real(const std::string& name, int reference, const std::string& attributes,
                 const std::string& type = "<Real/>") {
  return "<ScalarVariable name='" + name + "' valueReference='" + std::to_string(reference) + "' " +
         attributes + ">" + type + "</ScalarVariable>";
}

const std::string an_input = real("u", 1, "causality='input'", "<Real unit='K' start='1.5'/>");
const std::string an_output = real("y", 2, "causality='output'");

// ---- what an FMU says ----

TEST_F(InfoTest, AnFmuOfEachVersionIsExplained) {
  EXPECT_TRUE(contains(info_of(test::fmi1({})), "FMI version  1.0"));
  EXPECT_TRUE(contains(info_of(test::fmi1({})), "2 continuous states, 1 event indicator"));
  EXPECT_TRUE(contains(info_of({}), "FMI version  2.0"));
  EXPECT_TRUE(contains(info_of(test::fmi3({})), "FMI version  3.0"));
}

TEST_F(InfoTest, CapabilitiesAreWords) {
  const std::string said =
      info_of({.before = "<CoSimulation modelIdentifier='m' canGetAndSetFMUstate='true' "
                         "needsExecutionTool='true' maxOutputDerivativeOrder='2'/>"});
  EXPECT_TRUE(contains(said, "co-simulation (cs)"));
  EXPECT_TRUE(contains(said, "can       roll back (save and restore its state)"));
  EXPECT_TRUE(contains(said, "cannot    take steps of varying size"));
  EXPECT_TRUE(contains(said, "needs the tool that made it"));
  EXPECT_TRUE(contains(said, "derivatives of outputs up to order 2"));
}

TEST_F(InfoTest, RollbackIsByStateOrByProcessCopyOrThereIsAReason) {
  const auto rollback = [&](const std::string& attributes) {
    return info_of({.before = "<CoSimulation modelIdentifier='m' " + attributes + "/>"});
  };
  EXPECT_TRUE(contains(rollback("canGetAndSetFMUstate='true'"), "rollback  by FMU state"));
  EXPECT_TRUE(contains(rollback(""), "rollback  by process copy"));
  EXPECT_TRUE(contains(rollback("needsExecutionTool='true'"),
                       "rollback  no, because it needs the tool that made it"));
}

TEST_F(InfoTest, PlatformsAndFoldersAreCounted) {
  const std::vector<ZipEntry> files = {{"binaries/win64/m.dll", "1"},
                                       {"binaries/linux64/m.so", "1"},
                                       {"binaries/darwin64/other.txt", "1"},
                                       {"resources/a.txt", "12345"},
                                       {"resources/b/c.txt", std::string(2000, ' ')}};
  const std::string said = info_of({}, files);
  EXPECT_TRUE(contains(said, "linux64"));
  EXPECT_TRUE(contains(said, "win64"));
  EXPECT_TRUE(lacks(said, "darwin64"));
  EXPECT_TRUE(contains(said, "resources      2 files, 2 kB"));
  EXPECT_TRUE(contains(said, "sources        none"));
}

TEST_F(InfoTest, AnFmuForAnotherPlatformIsExplained) {
  EXPECT_TRUE(
      contains(info_of({}, {{"binaries/riscv/m.so", "1"}}), "riscv; none for this machine"));
}

TEST_F(InfoTest, VariablesStandInTablesByTheirRole) {
  const std::string said = info_of(
      {.variables = an_input + an_output +
                    real("p", 3, "causality='parameter' variability='fixed' description='a\n b'",
                         "<Real min='0' max='2' start='1'/>") +
                    real("hidden", 4, "causality='local'")});
  EXPECT_TRUE(contains(said,
                       "Inputs (1)\n  name  type  variability  unit  start\n"
                       "  u     Real  continuous   K     1.5\n"));
  EXPECT_TRUE(contains(said, "p     Real  fixed        1      0..2   a b\n"));
  EXPECT_TRUE(lacks(said, "hidden"));
  EXPECT_TRUE(contains(info_of({.variables = real("hidden", 4, "causality='local'")}, {}, true),
                       "Local variables (1)"));
}

TEST_F(InfoTest, LongTablesAreCutUnlessAllIsRequested) {
  std::string variables;
  for (int i = 0; i < 50; ++i) variables += real("y" + std::to_string(i), i, "causality='output'");
  const Text text{.variables = variables};
  EXPECT_TRUE(contains(info_of(text), "… and 10 more (--variables all)"));
  EXPECT_TRUE(lacks(info_of(text), "y49"));
  EXPECT_TRUE(contains(info_of(text, {}, true), "y49"));
}

TEST_F(InfoTest, StatesAreShownWithTheirDerivatives) {
  const std::string said =
      info_of({.before = "<ModelExchange modelIdentifier='m'/>",
               .variables = real("x", 1, "causality='local' initial='exact'", "<Real start='3'/>") +
                            real("der(x)", 2, "causality='local'", "<Real derivative='1'/>"),
               .structure = "<Derivatives><Unknown index='2'/></Derivatives>"});
  EXPECT_TRUE(contains(said, "States (1)"));
  EXPECT_TRUE(contains(said, "x     der(x)      Real  3"));
}

TEST_F(InfoTest, ArraysShowTheirDimensionsAndTheParameterBehindThem) {
  const std::string said = info_of(test::fmi3(
      {.variables =
           "<UInt64 name='n' valueReference='1' causality='structuralParameter' "
           "variability='fixed' start='2'/>"
           "<Float64 name='A' valueReference='2' causality='parameter' variability='fixed' "
           "start='1 2 3 4'><Dimension valueReference='1'/><Dimension start='2'/></Float64>"}));
  EXPECT_TRUE(contains(said, "Float64[n=2, 2]"));
  EXPECT_TRUE(contains(said, "[1, 2, 3, 4]"));
  EXPECT_TRUE(contains(said, "Structural parameters (1)"));
}

TEST_F(InfoTest, ClocksSayWhenTheyTick) {
  const std::string said =
      info_of(test::fmi3({.variables = "<Clock name='c' valueReference='1' causality='input' "
                                       "intervalVariability='constant' intervalDecimal='0.1'/>"}));
  EXPECT_TRUE(contains(said, "Clocks (1)"));
  EXPECT_TRUE(contains(said, "every 0.1 s"));
  EXPECT_TRUE(lacks(said, "Inputs"));
}

// ---- structure ----

TEST_F(InfoTest, FeedThroughIsReportedAsFarAsItIsKnown) {
  const Text known{.variables = an_input + an_output + real("z", 3, "causality='output'"),
                   .structure =
                       "<Outputs><Unknown index='2' dependencies='1'/>"
                       "<Unknown index='3' dependencies=''/></Outputs>"};
  EXPECT_TRUE(contains(info_of(known), "  y       u\n  z       no input\n"));
  const Text unknown{.variables = an_input + an_output,
                     .structure = "<Outputs><Unknown index='2'/></Outputs>"};
  EXPECT_TRUE(contains(info_of(unknown), "any input (not declared)"));
}

TEST_F(InfoTest, TerminalsAreListed) {
  const std::string xml =
      "<?xml version='1.0' encoding='UTF-8'?><fmiTerminalsAndIcons fmiVersion='3.0'><Terminals>"
      "<Terminal name='plug' matchingRule='plug' terminalKind='heat'>"
      "<TerminalMemberVariable variableName='u' memberName='T' variableKind='signal'/></Terminal>"
      "</Terminals></fmiTerminalsAndIcons>";
  const std::string said = info_of({.variables = an_input + an_output},
                                   {{"terminalsAndIcons/terminalsAndIcons.xml", xml}});
  EXPECT_TRUE(contains(said, "Terminals (1)"));
  EXPECT_TRUE(contains(said, "plug  heat  plug"));
}

// ---- findings ----

TEST_F(InfoTest, ErrorsRefuse) {
  EXPECT_THROW(inform(make("bad.fmu", {.before = ""})), InputError);
  EXPECT_THROW(inform(scratch / "gone.fmu"), InputError);
}

TEST_F(InfoTest, AHintLeadsToCheckWhereThereAreWarnings) {
  const std::string plain_input = real("u", 1, "causality='input'", "<Real start='0'/>");
  const Text text{.variables = plain_input + an_output,
                  .structure =
                      "<Outputs><Unknown index='2' dependencies='1' "
                      "dependenciesKind='constant constant'/></Outputs>"};
  EXPECT_TRUE(contains(info_of(text), "1 warning; `bellwether check"));
  EXPECT_TRUE(lacks(info_of({}), "bellwether check"));
}

TEST_F(InfoTest, ControlCharactersDoNotReachTheTerminal) {
  Text text;
  text.head += " description='a&#x9b;2J&#10;b'";
  EXPECT_TRUE(contains(info_of(text), "a 2J b"));
}

// ---- JSON ----

TEST_F(InfoTest, JsonHoldsEverything) {
  const std::string said = json_of({.variables = an_input + an_output});
  for (const char* piece : {R"("kind": "fmu")", R"("model_name": "M")", R"("interface": "cs")",
                            R"("name": "u")", R"("start": 1.5)", R"("unit": "K")", R"("min": null)",
                            R"("feed_through")", R"("findings": [)", R"("bellwether")"})
    EXPECT_TRUE(contains(said, piece));
}

// ---- systems ----

TEST_F(InfoTest, ASystemShowsComponentsConnectionsLoopsAndWhatIsOpen) {
  const Text component{.variables = an_input +
                                    real("v", 5, "causality='input'", "<Real start='0'/>") +
                                    real("y", 2, "causality='output'", "<Real unit='degC'/>")};
  make("p.fmu", component);
  const Info info =
      inform(system("[components]\na = \"p.fmu\"\nb = \"p.fmu\"\nc = \"p.fmu\"\n"
                    "[connections]\n\"a.u\" = \"b.y\"\n\"b.u\" = \"a.y\"\n\"c.u\" = \"a.y\"\n"
                    "[parameters]\n\"c.v\" = 2\n[run]\nstop = 3\n"));
  const Json &order = info.facts->at("order"), &components = info.facts->at("components");
  ASSERT_EQ(order.size(), 2U);
  EXPECT_TRUE(order[0].at("closed"));
  EXPECT_EQ(components[0].at("undriven_inputs"), Json::array({"v"}));
  EXPECT_TRUE(components[2].at("undriven_inputs").empty());
  const std::string said = info_text(info, false);
  EXPECT_TRUE(contains(said, "a.u    K     ←  b.y     degC  + 273.15"));
  EXPECT_TRUE(contains(said, "Order of evaluation (1 loop)\n  1  loop  a, b\n  2        c\n"));
  EXPECT_TRUE(contains(said, "no library for this machine"));
  EXPECT_TRUE(contains(info_json(info), R"("closed": true)"));
}

TEST_F(InfoTest, AllMistakesOfASystemAreReported) {
  make("p.fmu", {.variables = an_input + an_output});
  const std::string said = test::refusal<InputError>([&] {
    inform(
        system("[components]\na = \"p.fmu\"\n[connections]\n\"a.u\" = \"a.nothing\"\n\"a.w\" = "
               "\"a.y\"\n"));
  });
  EXPECT_TRUE(contains(said, "'nothing'"));
  EXPECT_TRUE(contains(said, "'w'"));
}

TEST_F(InfoTest, TablesShowTheirRowsAndColumns) {
  make("p.fmu", {.variables = an_input + an_output});
  test::write_file(scratch / "w.csv", "Time [h],T [degC],n\n0,1,2\n1,2,3\n");
  const Info info =
      inform(system("[components]\nw = { file = \"w.csv\", held = [\"n\"] }\n"
                    "p = \"p.fmu\"\n[connections]\n\"p.u\" = \"w.T\"\n"));
  const std::string text = info_text(info, false);
  EXPECT_TRUE(contains(text, "2 rows, t = 0 to 3600"));
  EXPECT_TRUE(contains(text, "w.T     Real  degC  linear"));
  EXPECT_TRUE(contains(text, "w.n     Real        held"));
  const std::string json = info_json(info);
  EXPECT_TRUE(contains(json, "\"rows\": 2"));
  EXPECT_TRUE(contains(json, "\"held\": true"));
  EXPECT_TRUE(contains(json, "\"table\": null"));
}

}  // namespace
}  // namespace bw::inspect::info_test
