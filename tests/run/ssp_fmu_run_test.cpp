// SSP systems of FMI 3.0 FMUs: every type, arrays, structural parameters, binary values, clocks,
// enumerations, and values that stand inside of an FMU.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/archive/archive.h"
#include "base/bell.h"
#include "base/error.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"

namespace bw::run::ssp_fmu_run_test {
namespace {

using namespace test;
using result::RunResult;
namespace fs = std::filesystem;

std::string typed(const std::string& name, const std::string& kind, const std::string& type,
                  const std::string& more = "") {
  return connector(name, kind, "<ssc:" + type + "/>" + more);
}
std::string parameter(const std::string& name, const std::string& type, const std::string& value,
                      const std::string& more = "") {
  return "<ssv:Parameter name='" + name + "'><ssv:" + type + " value='" + value + "'/>" + more +
         "</ssv:Parameter>";
}

class SspFmuRun : public testing::Test {
 protected:
  SspFmuRun() {
    for (const char* name : {"Feedthrough", "StateSpace", "Clocks"})
      fs::copy_file(BW_TEST_FMUS "/3/" + std::string(name) + ".fmu",
                    folder / (std::string(name) + ".fmu"));
  }
  RunResult run(const std::string& content, const std::string& rest = "") {
    write_file(folder / "x.ssd", ssd(content, rest + "<ssd:DefaultExperiment stopTime='1'/>"));
    RunSpec spec{.target = folder / "x.ssd"};
    spec.record = {"*"};
    return run::run(spec);
  }
  // As it would be written in a row.
  static std::string last(const RunResult& result, const std::string& name) {
    for (const auto& [known, cell] : result.final_values) {
      if (known != name) continue;
      if (const auto* real = std::get_if<double>(&cell)) return text(Value(*real));
      const Discrete& value = std::get<Discrete>(cell);
      if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
      return std::get<std::string>(value);
    }
    return "there is no " + name;
  }
  ScratchFolder folder;
};

// a is set, b follows a, each type through its pair of variables.
TEST_F(SspFmuRun, SetsAndConnectsEveryTypeOfFmi3) {
  const std::tuple<const char*, const char*, const char*> rows[] = {
      {"float32", "Float32", "0.5"},
      {"int8", "Int8", "-128"},
      {"uint8", "UInt8", "255"},
      {"int16", "Int16", "-32768"},
      {"uint16", "UInt16", "65535"},
      {"integer", "Int32", "-2147483648"},
      {"uint32", "UInt32", "4294967295"},
      {"int64", "Int64", "-9223372036854775807"},
      {"uint64", "UInt64", "9223372036854775807"},
      {"continuous", "Float64", "0.25"}};
  std::string from, to, values, wires;
  for (const auto& [name, type, value] : rows) {
    const std::string in = std::string(name) + "_in", out = std::string(name) + "_out";
    from += typed(in, "input", type) + typed(out, "output", type);
    to += typed(in, "input", type);
    values += parameter(in, type, value);
    wires += connection("a." + out, "b." + in);
  }
  const RunResult result =
      run(elements(component("a", "Feedthrough.fmu", connectors(from) + bindings(binding(values))) +
                   component("b", "Feedthrough.fmu", connectors(to))) +
          connections(wires));
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  for (const auto& [name, type, value] : rows)
    EXPECT_EQ(last(result, "b." + std::string(name) + "_out"), value) << said(result);
}

TEST_F(SspFmuRun, SetsTexts) {
  const RunResult result = run(
      elements(
          component("a", "Feedthrough.fmu",
                    connectors(typed("string_out", "output", "String")) +
                        bindings(binding("<ssv:Parameter name='string_in'><ssv:String><ssv:Value "
                                         "value='two words'/></ssv:String></ssv:Parameter>"))) +
          component("b", "Feedthrough.fmu", connectors(typed("string_in", "input", "String")))) +
      connections(connection("a.string_out", "b.string_in")));
  EXPECT_EQ(last(result, "b.string_out"), "two words") << said(result);
}

TEST_F(SspFmuRun, ConnectsAndSetsBinaryValues) {
  const RunResult result =
      run(elements(component("a", "Feedthrough.fmu",
                             connectors(typed("binary_out", "output", "Binary")) +
                                 bindings(binding(parameter("binary_in", "Binary", "00ff10")))) +
                   component("b", "Feedthrough.fmu",
                             connectors(typed("binary_in", "input", "Binary")))) +
          connections(connection("a.binary_out", "b.binary_in")));
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_EQ(last(result, "b.binary_out"), std::string("\x00\xff\x10", 3));
}

TEST_F(SspFmuRun, MapsEnumerations) {
  const std::string states =
      "<ssd:Enumerations><ssc:Enumeration name='State'><ssc:Item name='asleep' value='1'/>"
      "<ssc:Item name='awake' value='2'/></ssc:Enumeration></ssd:Enumerations>";
  const auto part = [](const std::string& name, const char* port, const char* kind,
                       const std::string& more) {
    return component(name, "Feedthrough.fmu",
                     connectors(connector(port, kind, "<ssc:Enumeration name='State'/>")) + more);
  };
  const std::string parts = part("a", "mode_out", "output",
                                 bindings(binding(parameter("mode_in", "Enumeration", "on")))) +
                            part("b", "mode_in", "input", "");
  EXPECT_EQ(last(run(elements(parts) + connections(connection("a.mode_out", "b.mode_in")), states),
                 "b.mode_out"),
            "2");
  for (const auto& [from, to] : {std::pair("awake", "asleep"), std::pair("on", "off")}) {
    const RunResult result = run(
        elements(parts) +
            connections(connection("a.mode_out", "b.mode_in",
                                   "<ssc:EnumerationMappingTransformation><ssc:MapEntry source='" +
                                       std::string(from) + "' target='" + to +
                                       "'/></ssc:EnumerationMappingTransformation>")),
        states);
    EXPECT_EQ(last(result, "b.mode_out"), "1") << from << said(result);
  }
}

TEST_F(SspFmuRun, SetsEnumerationsByName) {
  const std::string set = parameter_set(
      "<ssv:Parameter name='a.mode_in'><ssv:Enumeration value='awake' name='State'/>"
      "</ssv:Parameter>",
      "<ssv:Enumerations><ssc:Enumeration name='State'><ssc:Item name='awake' value='2'/>"
      "</ssc:Enumeration></ssv:Enumerations>");
  const std::string part = elements(component("a", "Feedthrough.fmu", ""));
  const auto bound = [&](const std::string& values) {
    return bindings("<ssd:ParameterBinding><ssd:ParameterValues>" + values +
                    "</ssd:ParameterValues></ssd:ParameterBinding>") +
           part;
  };
  EXPECT_EQ(last(run(bound(set)), "a.mode_out"), "2");
  const std::string said = refusal<InputError>(
      [&] { run(bound(parameter_set(parameter("a.mode_in", "Enumeration", "broken")))); });
  EXPECT_TRUE(contains(said, "'broken' is not a value of mode_in") ||
              contains(said, "is not a value of mode_in"))
      << said;
}

// x' = A x + B u, y = C x + D u
class SspArrays : public SspFmuRun {
 protected:
  static std::string sized(const std::string& name, const std::string& values,
                           const std::string& sizes) {
    std::string dimensions;
    for (const char digit : sizes)
      dimensions += "<ssc:Dimension size='" + std::string(1, digit) + "'/>";
    return parameter(name, "Float64", values, dimensions);
  }
  // Two inputs that pass to two outputs, without dynamics.
  static std::string pass(const std::string& more) {
    return parameter("n", "UInt64", "1") + parameter("m", "UInt64", "2") +
           parameter("r", "UInt64", "2") + sized("A", "0", "11") + sized("B", "0 0", "12") +
           sized("C", "0 0", "21") + sized("D", "1 0 0 1", "22") + sized("x0", "0", "1") + more;
  }
  static std::string part(const std::string& name, const std::string& values) {
    return component(
        name, "StateSpace.fmu",
        connectors(typed("m", "structuralParameter", "UInt64") +
                   typed("r", "structuralParameter", "UInt64") +
                   typed("u", "input", "Float64", "<ssc:Dimension sizeConnector='m'/>") +
                   typed("y", "output", "Float64", "<ssc:Dimension sizeConnector='r'/>")) +
            bindings(binding(values)));
  }
};

TEST_F(SspFmuRun, SizesArraysByStructuralParameters) {
  const std::string values =
      parameter("n", "UInt64", "3") +
      parameter("x0", "Float64", "1 2 3", "<ssc:Dimension size='3'/>") +
      parameter("A", "Float64", "0 0 0 0 0 0 0 0 0",
                "<ssc:Dimension size='3'/><ssc:Dimension size='3'/>") +
      parameter("B", "Float64", "0 0 0", "<ssc:Dimension size='3'/><ssc:Dimension size='1'/>") +
      parameter("C", "Float64", "0 0 1", "<ssc:Dimension size='1'/><ssc:Dimension size='3'/>");
  const RunResult result =
      run(elements(component("a", "StateSpace.fmu", bindings(binding(values)))));
  EXPECT_EQ(last(result, "a.y[1]"), "3") << said(result);
  EXPECT_EQ(last(result, "a.x[2]"), "2");
}

TEST_F(SspArrays, AreConnectedElementByElement) {
  const RunResult result =
      run(elements(part("a", pass(sized("u", "3 4", "2"))) + part("b", pass(""))) +
          connections(connection("a.y", "b.u")));
  EXPECT_EQ(last(result, "b.y[1]"), "3") << said(result);
  EXPECT_EQ(last(result, "b.y[2]"), "4");
}

TEST_F(SspFmuRun, ConnectsWholeArrays) {
  const std::string part = connectors(typed("u", "input", "Float64", "<ssc:Dimension size='1'/>") +
                                      typed("y", "output", "Float64", "<ssc:Dimension size='1'/>"));
  const std::string value =
      parameter("D", "Float64", "1", "<ssc:Dimension size='1'/><ssc:Dimension size='1'/>") +
      parameter("C", "Float64", "0 0", "<ssc:Dimension size='1'/><ssc:Dimension size='2'/>");
  const RunResult result = run(
      elements(component("a", "StateSpace.fmu",
                         part + bindings(binding(value + parameter("u", "Float64", "5",
                                                                   "<ssc:Dimension size='1'/>")))) +
               component("b", "StateSpace.fmu", part + bindings(binding(value)))) +
      connections(connection("a.y", "b.u")));
  EXPECT_EQ(last(result, "b.y[1]"), "5") << said(result);
}

TEST_F(SspFmuRun, ConnectsSingleElementsOfArrays) {
  const std::string value =
      parameter("D", "Float64", "1", "<ssc:Dimension size='1'/><ssc:Dimension size='1'/>");
  const RunResult result = run(
      elements(component("f", "Feedthrough.fmu",
                         connectors(typed("continuous_out", "output", "Float64")) +
                             bindings(binding(parameter("continuous_in", "Float64", "7")))) +
               component("b", "StateSpace.fmu",
                         connectors(typed("u", "input", "Float64", "<ssc:Dimension size='1'/>")) +
                             bindings(binding(value)))) +
      connections(connection("f.continuous_out", "b.u", "", "endIndices='1'")));
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_NEAR(final_value(result, "b.u[1]"), 7, 1e-12) << said(result);
  const std::string wrong = refusal<InputError>([&] {
    run(elements(component("f", "Feedthrough.fmu", "") + component("b", "StateSpace.fmu", "")) +
        connections(connection("f.continuous_out", "b.u", "", "endIndices='2'")));
  });
  EXPECT_TRUE(contains(wrong, "x.ssd:4:") && contains(wrong, "u[2]")) << wrong;
}

TEST_F(SspFmuRun, ConnectsClocks) {
  const std::string clock = "<ssc:Clock intervalVariability='triggered'/>";
  const RunResult result = run(
      elements(component("a", "Clocks.fmu", connectors(connector("trigger_out", "output", clock)),
                         "implementation='CoSimulation'") +
               component("b", "Clocks.fmu",
                         connectors(connector("trigger_in", "input", clock) +
                                    connector("trigger_value", "input",
                                              "<ssc:Float64/><ssd:Clock name='trigger_in'/>")),
                         "implementation='CoSimulation'")) +
      connections(connection("a.trigger_out", "b.trigger_in")));
  ASSERT_EQ(result.exit_code, ExitCode::ok) << said(result);
  EXPECT_EQ(last(result, "b.count_trigger_in"), last(result, "a.count_trigger_out"))
      << said(result);
  EXPECT_NE(last(result, "b.count_trigger_in"), "0");
}

// The same FMU with further files, or with others in place of its own.
std::string with_files(const std::string& fmu, std::vector<ZipEntry> entries) {
  Bells bells;
  const Archive archive(fmu, bells);
  for (const std::string& name : archive.entries())
    if (!name.ends_with('/') && std::ranges::find(entries, name, &ZipEntry::name) == entries.end())
      entries.push_back({.name = name, .bytes = archive.read(name)});
  return make_zip(entries);
}

TEST_F(SspFmuRun, ReadsValuesInsideOfAnFmu) {
  write_file(folder / "Own.fmu",
             with_files(folder / "Feedthrough.fmu",
                        {{.name = "extra/own.ssv", .bytes = parameter_set(real("K", "6"))},
                         {.name = "extra/own.ssm",
                          .bytes = "<ssm:ParameterMapping version='2.0'" + ssp_names() +
                                   "><ssm:MappingEntry source='K' target='continuous_in'/>"
                                   "</ssm:ParameterMapping>"}}));
  const auto bound = [](const std::string& file) {
    return bindings("<ssd:ParameterBinding source='extra/" + file +
                    "' sourceBase='component'><ssd:ParameterMapping source='extra/own.ssm' "
                    "sourceBase='component'/></ssd:ParameterBinding>");
  };
  const RunResult result = run(elements(component("a", "Own.fmu", bound("own.ssv"))));
  EXPECT_EQ(last(result, "a.continuous_out"), "6") << said(result);
  const std::string wrong =
      refusal<InputError>([&] { run(elements(component("a", "Own.fmu", bound("none.ssv")))); });
  EXPECT_TRUE(contains(wrong, "x.ssd:4:")) << wrong;
  EXPECT_TRUE(contains(wrong, "there is no file 'extra/none.ssv' in Own.fmu")) << wrong;
}

// Not as in the private folder that it was unpacked to.
TEST_F(SspFmuRun, NamesAnFmuThatCannotBeLoadedAsInItsPackage) {
  const std::string library = "binaries/x86_64-linux/Feedthrough.so";
  const std::string fmu =
      with_files(folder / "Feedthrough.fmu", {{.name = library, .bytes = "none"}});
  write_file(folder / "x.ssp",
             make_zip({{.name = "SystemStructure.ssd",
                        .bytes = ssd(elements(component("a", "resources/bad.fmu", "")),
                                     "<ssd:DefaultExperiment stopTime='1'/>")},
                       {.name = "resources/bad.fmu", .bytes = fmu}}));
  const std::string wrong = refusal<InputError>([&] { run::run({.target = folder / "x.ssp"}); });
  EXPECT_TRUE(contains(wrong, "x.ssp/resources/bad.fmu: the library")) << wrong;
}

}  // namespace
}  // namespace bw::run::ssp_fmu_run_test
