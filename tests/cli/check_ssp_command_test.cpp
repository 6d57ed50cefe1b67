// `bellwether check` of SSP packages and descriptions: all findings with their rules, beside those
// of the components, and the official schemas.

#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <string>
#include <string_view>

#include "support/contains.h"
#include "support/make_zip.h"
#include "support/program_test.h"
#include "support/ssp_text.h"
#include "system/system.h"

namespace bw::test::check_ssp_command_test {
namespace {

const char* const box = R"(model Box
  input Real u(start = 0);
  input Integer n(start = 0);
  parameter Real k[2] = {1, 2};
  output Real y(unit = "m");
  output Real x(start = 0, fixed = true);
equation
  y = time;
  der(x) = k[1] + k[2] + u + n;
end Box;
)";

class CheckSsp : public ProgramTest {
 protected:
  CheckSsp() { write_file(scratch / "box.mo", box); }
  std::string said(const std::string& all, Words more = {}) const {
    write_file(scratch / "x.ssd", ssd(elements(component("a", "box.mo", connectors(all)))));
    more.insert(more.begin(), {"check", "x.ssd"});
    const Outcome outcome = run(more);
    return outcome.out + outcome.err;
  }
};

TEST_F(CheckSsp, ComparesConnectorsWithVariables) {
  const std::pair<const char*, std::string> rows[] = {
      {"ssp-connector-variable", connector("none", "input")},
      {"ssp-connector-kind", connector("y", "input")},
      {"ssp-connector-type", connector("n", "input")},
      {"ssp-connector-unit", connector("y", "output", "<ssc:Real unit='kg'/>")},
      {"ssp-connector-dimension",
       connector("k", "parameter", "<ssc:Real/><ssc:Dimension size='3'/>")},
      {"ssp-input-open", connector("u", "input")}};
  for (const auto& [rule, one] : rows) {
    const std::string all = said(one);
    EXPECT_TRUE(contains(all, rule) && contains(all, " x.ssd:4:")) << all;
  }
}

TEST_F(CheckSsp, NamesTheVariableThatAValueMayMean) {
  const Words values = {"kk", "k", "k[2]"};  // arrays have a name, too
  for (const std::string& name : values) {
    write_file(scratch / "x.ssd", ssd(bindings(binding(real("a." + name, "1"))) +
                                      elements(component("a", "box.mo", ""))));
    const std::string all = run({"check", "x.ssd"}).out;
    EXPECT_EQ(
        contains(all, "has no variable 'kk'; the value has no effect. Known: u, n, k[1], k[2]"),
        name == "kk")
        << all;
    EXPECT_EQ(contains(all, "ssp-parameter-unused"), name == "kk") << all;
  }
}

TEST_F(CheckSsp, FindsNothingWrongWhereTheyFit) {
  EXPECT_TRUE(contains(said(connector("y", "output", "<ssc:Real unit='m'/>") +
                            connector("k", "parameter", "<ssc:Real/><ssc:Dimension size='2'/>")),
                       "0 errors, 1 warning"))  // m is not defined in Units
      << said(connector("y", "output"));
}

TEST_F(CheckSsp, GoesOnBehindMistakesOfTheDescription) {
  write_file(scratch / "x.ssd",
             ssd(elements(component("a", "box.mo", "") + component("b", "none.fmu", "") +
                          component("c", "box.mo", "", "wrong='1'")) +
                 "\n" + connections(connection("a.y", "c.n") + connection("a.y", "b.u"))));
  const Outcome outcome = run({"check", "x.ssd", "--json"});
  EXPECT_EQ(outcome.code, 2);
  for (const char* rule : {"ssp-file-missing", "ssp-attribute-unknown", "connection-type"})
    EXPECT_TRUE(contains(outcome.out, "\"rule\": \"" + std::string(rule) + "\""));
  EXPECT_TRUE(contains(outcome.out, "\"column\": 1"));
}

TEST_F(CheckSsp, ChecksPackagesAndTheirComponents) {
  write_file(scratch / "x.ssp",
             make_zip({{"SystemStructure.ssd", ssd(elements(component("a", "bad.fmu", "")))},
                       {"bad.fmu", "no FMU"}}));
  const Outcome outcome = run({"check", "x.ssp"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.out, "archive"));
  write_file(
      scratch / "n.ssp",
      make_zip(
          {{"SystemStructure.ssd",
            ssd(elements(component("a", "box.mo", "", "implementation='ScheduledExecution'")))},
           {"box.mo", box}}));
  EXPECT_TRUE(contains(run({"check", "n.ssp"}).out, "component-unusable"));
}

// As a run does: the folder to which a package is unpacked is gone with the program.
TEST_F(CheckSsp, NamesFilesAsInThePackage) {
  const std::string decay = read_file(BW_TEST_FMUS "/decay.fmu");
  const std::string inner =
      make_zip({{"SystemStructure.ssd", ssd(elements(component("a", "bad.mo", "")))},
                {"bad.mo", "model bad\n  wrong\nend bad;\n"}});
  const std::string parts = component("a", "a/x.fmu", "") + component("b", "b/x.fmu", "") +
                            component("c", "c/t.csv", "", "type='text/csv'") +
                            component("d", "in.ssp", "", "type='application/x-ssp-package'");
  write_file(scratch / "x.ssp", make_zip({{"SystemStructure.ssd", ssd(elements(parts))},
                                          {"a/x.fmu", "no zip"},
                                          {"b/x.fmu", make_zip({{"x.txt", "no FMU"}})},
                                          {"c/t.csv", "time,u\n1,1\n0,1\n"},
                                          {"in.ssp", inner}}));
  const std::string all = run({"check", "x.ssp"}).out;
  for (const char* place : {"x.ssp/a/x.fmu: this is not a zip archive", "x.ssp/b/x.fmu: there is ",
                            "x.ssp/c/t.csv:3:1: the time decreases", "x.ssp/in.ssp/bad.mo:3:"})
    EXPECT_TRUE(contains(all, place)) << place << "\n" << all;
  const std::string json = run({"check", "x.ssp", "--json"}).out;
  EXPECT_TRUE(contains(json, "\"file\": \"x.ssp/a/x.fmu\"")) << json;
  EXPECT_FALSE(contains(all + json, "bellwether-")) << all << json;
}

// Of every kind of target, in any case.
TEST_F(CheckSsp, TakesEndingsInCapitals) {
  const std::string description = ssd(elements(component("a", "box.mo", "")));
  const std::map<std::string_view, std::string> good = {
      {".toml", "[components]\na = 'box.mo'\n"},
      {".msim", "simulator 0 0 a #000000 \"decay.fmu\"\n"},
      {".ssp", make_zip({{"SystemStructure.ssd", description}, {"box.mo", box}})},
      {".ssd", description},
      {".mo", box},
      {".bmo",
       "//! base 0.1.0\npackage 'P'\n  model 'P'\n    Real 'x'(start = 1.0, fixed = true);"
       "\n  equation\n    der('x') = -'x';\n  end 'P';\nend 'P';\n"},
      {".fmu", read_file(BW_TEST_FMUS "/decay.fmu")}};
  write_file(scratch / "decay.fmu", good.at(".fmu"));
  for (const system::Format& format : system::formats()) {
    ASSERT_TRUE(good.contains(format.extension)) << format.extension;
    std::string ending(format.extension);
    for (char& letter : ending) letter = static_cast<char>(std::toupper(letter));
    write_file(scratch / ("X" + ending), good.at(format.extension));
    const Outcome outcome = run({"check", "X" + ending});
    EXPECT_EQ(outcome.code, 0) << ending << ": " << outcome.out << outcome.err;
  }
  EXPECT_EQ(run({"check", "X.SSP#SystemStructure.ssd"}).code, 0);
  EXPECT_EQ(run({"run", "X.SSP", "--stop", "1", "--package-result", "OUT.SSP"}).code, 0);
  EXPECT_TRUE(exists("OUT.SSP"));
  EXPECT_EQ(run({"export", "X.MO", "-o", "Y.FMU"}).code, 0);
  EXPECT_EQ(run({"convert", "X.SSD", "-o", "Z.TOML"}).code, 0);
}

// Not: "this is no zip archive, so it is no FMU".
TEST_F(CheckSsp, SaysWhatToNameInsteadOfAFileOfValues) {
  write_file(scratch / "v.ssv", parameter_set(real("a.k", "1")));
  for (const char* command : {"check", "run"}) {
    const Outcome outcome = run({command, "v.ssv"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(contains(outcome.said(), "v.ssv has values of an SSP system; name the description"))
        << outcome.said();
  }
}

TEST_F(CheckSsp, ValidatesWithOfficialSchemas) {
  write_file(scratch / "x.ssd", ssd(elements(component("a", "box.mo", ""))));
  for (const char* none : {"schema", "x.ssd"}) {
    const Outcome outcome = run({"check", "x.ssd", "--xsd", none});
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    EXPECT_TRUE(contains(outcome.said(), "there is no such folder")) << outcome.err;
  }
  std::filesystem::create_directory(scratch / "schema");
  EXPECT_TRUE(contains(said("", {"--xsd", "schema"}), "ssp-xsd-missing"));
  // A stand-in, which knows another root element.
  write_file(scratch / "schema/SystemStructureDescription.xsd",
             "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='other'/>"
             "</xs:schema>");
  const std::string all = said("", {"--xsd", "schema"});
  EXPECT_TRUE(contains(all, "ssp-xsd ") && contains(all, "x.ssd:2: ")) << all;
  write_file(scratch / "schema/SystemStructureDescription.xsd", "<no schema");
  EXPECT_TRUE(contains(said("", {"--xsd", "schema"}), "this schema cannot be read"));
  EXPECT_TRUE(contains(run({"check", "box.mo", "--xsd", "schema"}).err, "--xsd is for packages"));
}

}  // namespace
}  // namespace bw::test::check_ssp_command_test
