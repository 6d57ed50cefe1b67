// `bellwether check` of SSP packages and descriptions: all findings with their rules, beside those
// of the components, and the official schemas.

#include <gtest/gtest.h>

#include <string>

#include "support/contains.h"
#include "support/make_zip.h"
#include "support/program_test.h"
#include "support/ssp_text.h"

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
