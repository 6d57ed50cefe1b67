// Systems of SSP to TOML and back: whatever changes a number survives, the rest is refused or said.

#include <gtest/gtest.h>

#include <filesystem>

#include "base/archive/archive.h"
#include "base/bell.h"
#include "base/error.h"
#include "inspect/convert/convert.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"
#include "system/system.h"

namespace bw::inspect::convert_ssp_test {
namespace {

using namespace test;
using result::RunResult;

const char* const source_model = R"(model Source
  output Real y(unit = "m");
  output Boolean on;
  output Integer n;
  Real deep(unit = "m");
equation
  y = 0.1 + time;
  deep = 3 * time;
  on = time > 0.5;
  n = if time > 0.5 then 2 else 1;
end Source;
)";
const char* const sink_model = R"(model Sink
  input Real u(unit = "cm", start = 0);
  input Real bare(start = 0);
  input Boolean b(start = false);
  input Integer i(start = 0);
  parameter Real k(unit = "cm") = 1;
  parameter Integer j = 1;
  output Real seen;
  output Real state(start = 0, fixed = true);
equation
  seen = u + k + bare + (if b then 1000 else 0) + 10000 * i + 0.1 * j;
  der(state) = seen;
end Sink;
)";

std::string source_part(const std::string& name) {
  return component(name, "resources/source.mo",
                   connectors(connector("y", "output") + connector("deep", "local") +
                              connector("on", "output", "<ssc:Boolean/>") +
                              connector("n", "output", "<ssc:Integer/>")));
}
std::string sink_part(const std::string& name) {
  return component(
      name, "resources/sink.mo",
      connectors(connector("u", "input") + connector("bare", "input") +
                 connector("b", "input", "<ssc:Boolean/>") +
                 connector("i", "input", "<ssc:Integer/>") + connector("k", "parameter")));
}

class ConvertSsp : public testing::Test {
 protected:
  void pack(const std::string& content, const std::string& rest = "",
            const std::string& name = "x.ssp") {
    write_file(folder / name,
               make_zip({{"SystemStructure.ssd",
                          ssd(content, "<ssd:DefaultExperiment stopTime='1'/>" + rest)},
                         {"resources/source.mo", source_model},
                         {"resources/sink.mo", sink_model}}));
  }
  std::string convert(const std::string& from, const std::string& to,
                      const std::string& version = "") {
    const Converted made = inspect::convert(folder / from, folder / to, version);
    write_converted(made, folder / to);
    remarks = listed_remarks(made);
    return to;
  }
  static std::string listed_remarks(const Converted& made) {
    std::string all;
    for (const std::string& remark : made.remarks) all += remark + "\n";
    return all;
  }
  std::string rows(const std::string& target) {
    run::RunSpec spec;
    spec.target = folder / target;
    spec.output = folder / (target + ".csv");
    const RunResult result = run::run(spec);
    EXPECT_EQ(result.exit_code, ExitCode::ok) << said(result);
    return read_file(folder / (target + ".csv"));
  }
  void expect_same(const std::string& content) {
    pack(content);
    const std::string wanted = rows("x.ssp");
    EXPECT_EQ(rows(convert("x.ssp", "x.toml")), wanted) << read_file(folder / "x.toml");
    EXPECT_EQ(rows(convert("x.toml", "y.ssp")), wanted);
    EXPECT_EQ(rows(convert("y.ssp", "y.toml")), wanted);
    EXPECT_EQ(rows(convert("y.toml", "z.ssp", "1.0")), wanted);
  }
  std::string refused(const std::string& from, const std::string& to) {
    return refusal<Error>([&] { convert(from, to); });
  }
  const ScratchFolder folder;
  std::string remarks;
};

const std::string both = elements(source_part("a") + sink_part("s"));

std::string map(const std::string& kind, const std::string& from, const std::string& to) {
  return "<ssc:" + kind + "MappingTransformation><ssc:MapEntry source='" + from + "' target='" +
         to + "'/></ssc:" + kind + "MappingTransformation>";
}

TEST_F(ConvertSsp, UnitsAndTransformationsSurviveToTheLastBit) {
  expect_same(both + connections(connection("a.y", "s.u")));
  expect_same(both + connections(connection("a.y", "s.u",
                                            "<ssc:LinearTransformation factor='0.3' "
                                            "offset='0.7'/>")));
  expect_same(both + connections(connection("a.y", "s.u",
                                            "<ssc:LinearTransformation factor='0.3' "
                                            "offset='0.7'/>",
                                            "suppressUnitConversion='true'")));
  expect_same(both + connections(connection("a.y", "s.bare")));
  expect_same(both + connections(connection("a.y", "s.u", "", "suppressUnitConversion='true'")));
}

TEST_F(ConvertSsp, LocalSourcesAndMapsHaveWordsInToml) {
  expect_same(both + connections(connection("a.deep", "s.u")));
  EXPECT_TRUE(
      contains(read_file(folder / "x.toml"), "\"s.u\" = { from = \"a.deep\", local = true }"));
  expect_same(both + connections(connection("a.on", "s.b", map("Boolean", "true", "false")) +
                                 connection("a.n", "s.i", map("Integer", "2", "5"))));
  const std::string toml = read_file(folder / "x.toml");
  EXPECT_TRUE(contains(toml, "{ from = \"a.on\", map = { true = false } }"));
  EXPECT_TRUE(contains(toml, "{ from = \"a.n\", map = { 2 = 5 } }"));
}

TEST_F(ConvertSsp, ValuesAreThoseOfTheVariables) {
  expect_same(bindings("<ssd:ParameterBinding><ssd:ParameterValues>" +
                       parameter_set(real("s.k", "0.3", "unit='m'") +
                                         "<ssv:Parameter name='s.j'><ssv:Integer value='7'/>"
                                         "</ssv:Parameter>" +
                                         real("s.gone", "1"),
                                     "<ssv:Units><ssc:Unit name='m'><ssc:BaseUnit m='1'/>"
                                     "</ssc:Unit></ssv:Units>") +
                       "</ssd:ParameterValues></ssd:ParameterBinding>") +
              both);
  const std::string toml = read_file(folder / "x.toml");
  EXPECT_TRUE(contains(toml, "\"s.k\" = 30.0\n"));
  EXPECT_TRUE(contains(toml, "\"s.j\" = 7\n"));
  EXPECT_TRUE(contains(toml, "component 's' has no variable 'gone'"));
}

TEST_F(ConvertSsp, NestedNamesStay) {
  expect_same(elements("<ssd:System name='in'>" + elements(source_part("a")) +
                       "</ssd:System><ssd:System name='in.ner'>" + elements(sink_part("s")) +
                       "</ssd:System>"));
  EXPECT_TRUE(contains(read_file(folder / "x.toml"), "\"in.ner.s\" = \"x/sink.mo\""));
}

TEST_F(ConvertSsp, AConnectorOfTheSystemIsSaidToBeLost) {
  pack(connectors(connector("wanted", "input")) + both + connections(connection("wanted", "s.u")));
  convert("x.ssp", "x.toml");
  EXPECT_TRUE(contains(remarks,
                       "the connector 'wanted' of the system has no name in TOML; set s.u "
                       "instead."));
}

TEST_F(ConvertSsp, FilesOfAPackageGoBesideTheNewFile) {
  pack(both);
  convert("x.ssp", "x.toml");
  EXPECT_EQ(read_file(folder / "x/source.mo"), source_model);
  EXPECT_NO_THROW(convert("x.ssp", "x.toml")) << "the same content may stay";
  write_file(folder / "x/source.mo", "something else");
  EXPECT_TRUE(contains(refused("x.ssp", "x.toml"), "exists already and has another content"));
  EXPECT_EQ(read_file(folder / "x/source.mo"), "something else");
  EXPECT_TRUE(contains(refusal<UsageError>([&] { (void)inspect::convert(folder / "x.ssp", ""); }),
                       "name that with -o"));
}

TEST_F(ConvertSsp, ADescriptionNamesItsFilesWhereTheyAre) {
  std::filesystem::create_directory(folder / "resources");
  write_file(folder / "resources/source.mo", source_model);
  write_file(folder / "resources/sink.mo", sink_model);
  write_file(folder / "x.ssd", ssd(both, "<ssd:DefaultExperiment stopTime='1'/>"));
  EXPECT_EQ(rows(convert("x.ssd", "x.toml")), rows("x.ssd"));
  EXPECT_FALSE(std::filesystem::exists(folder / "x"));
  EXPECT_TRUE(contains(inspect::convert(folder / "x.ssd", "").text, "\"resources/source.mo\""));
}

TEST_F(ConvertSsp, ADescriptionIsPackedWithWhatItReads) {
  std::filesystem::create_directory(folder / "resources");
  write_file(folder / "resources/source.mo", source_model);
  write_file(folder / "resources/sink.mo", sink_model);
  write_file(folder / "resources/values.ssv", parameter_set(real("s.k", "7")));
  write_file(folder / "resources/idle.txt", "nobody reads this");
  const std::string content = bindings("<ssd:ParameterBinding source='resources/values.ssv'/>") +
                              both + connections(connection("a.y", "s.u"));
  write_file(folder / "x.ssd", ssd(content, "<ssd:DefaultExperiment stopTime='1'/>"));
  EXPECT_EQ(rows(convert("x.ssd", "x.ssp")), rows("x.ssd"));
  Bells bells;
  const Archive package(folder / "x.ssp", bells);
  EXPECT_EQ(package.entries(),
            (std::vector<std::string>{"SystemStructure.ssd", "resources/source.mo",
                                      "resources/sink.mo", "resources/values.ssv"}));
  EXPECT_EQ(package.read("SystemStructure.ssd"), read_file(folder / "x.ssd"));
  EXPECT_TRUE(contains(refusal<UsageError>([&] { convert("x.ssd", "y.ssp", "1.0"); }),
                       "is packed as it is"));
}

TEST_F(ConvertSsp, APackageHasOneDescriptionOfTheStandardsName) {
  write_file(folder / "source.mo", source_model);
  write_file(folder / "SystemStructure.ssd", ssd(elements(component("a", "source.mo", ""))));
  write_file(folder / "x.ssd", ssd(elements(component("b", "SystemStructure.ssd", ""))));
  EXPECT_TRUE(contains(refused("x.ssd", "x.ssp"), "which only one file of a package can have"));
}

TEST_F(ConvertSsp, WhatIsReadIsNotOverwritten) {
  write_file(folder / "source.mo", source_model);
  write_file(folder / "inner.ssp", "");
  write_file(folder / "s.toml", "[components]\na = 'source.mo'\n[run]\nstop = 1\n");
  convert("s.toml", "x.ssp");
  EXPECT_TRUE(contains(refused("x.ssp", "x.ssp"), "would overwrite the file that is converted"));
  EXPECT_TRUE(contains(refused("x.ssp", "y.ssp"), "is a package already"));
  EXPECT_TRUE(contains(refusal<UsageError>([&] { convert("s.toml", "s2.toml", "1.0"); }),
                       "--ssp-version applies to packages"));
  EXPECT_TRUE(contains(refusal<UsageError>([&] { convert("s.toml", "y.ssp", "3.0"); }),
                       "--ssp-version is 1.0 or 2.0, not '3.0'."));
}

TEST_F(ConvertSsp, SettingsAndTablesSurvive) {
  write_file(folder / "sink.mo", sink_model);
  write_file(folder / "table.csv", "time,v\n0,1\n1,3\n");
  write_file(folder / "in.csv", "time,s.u\n0,1\n1,2\n");
  write_file(folder / "s.toml",
             "[components]\ns = 'sink.mo'\nt = { file = 'table.csv', held = ['v'] }\n"
             "[connections]\n's.bare' = 't.v'\n[run]\nstop = '1 s'\ninput = 'in.csv'\n"
             "record = ['s.seen', 't.*']\ninterval = 0.1\ntolerance = 1e-7\n");
  const std::string wanted = rows("s.toml");
  EXPECT_EQ(rows(convert("s.toml", "x.ssp")), wanted);
  EXPECT_EQ(rows(convert("x.ssp", "x.toml")), wanted) << read_file(folder / "x.toml");
  EXPECT_TRUE(std::filesystem::exists(folder / "x/in.csv"));
}

TEST_F(ConvertSsp, AWrongSystemIsNotConverted) {
  write_file(folder / "sink.mo", sink_model);
  const auto wrong = [&](const std::string& rest) {
    write_file(folder / "s.toml", "[components]\ns = 'sink.mo'\n" + rest);
    return refused("s.toml", "x.ssp");
  };
  EXPECT_TRUE(contains(wrong("[parameters]\n's.gone' = 1\n"), "has no variable 'gone'"));
  EXPECT_TRUE(contains(wrong("[parameters]\n's.seen' = 1\n"), "it cannot be set"));
  EXPECT_TRUE(contains(wrong("[connections]\n's.u' = 's.seen'\n[parameters]\n's.u' = 1\n"),
                       "so a start value has no effect"));
  EXPECT_TRUE(contains(wrong("[run]\nsteps = 3\n"), "steps"));
  EXPECT_FALSE(std::filesystem::exists(folder / "x.ssp"));
}

}  // namespace
}  // namespace bw::inspect::convert_ssp_test
