// Whole runs of SSP systems, whose components are Modelica models: units, transformations, maps,
// values, connectors of the system.

#include <gtest/gtest.h>

#include "base/error.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"

namespace bw::run::ssp_run_test {
namespace {

using namespace test;
using result::RunResult;

// y = time in m, on = time > 0.5
const char* const source_model = R"(model Source
  output Real y(unit = "m");
  output Boolean on;
  output Integer n;
equation
  y = time;
  on = time > 0.5;
  n = if time > 0.5 then 2 else 1;
end Source;
)";

const char* const sink_model = R"(model Sink
  input Real u(unit = "cm", start = 0);
  input Boolean b(start = false);
  input Integer i(start = 0);
  parameter Real k(unit = "cm") = 1;
  output Real seen;
  output Real state(start = 0, fixed = true);
equation
  seen = u + k + (if b then 1000 else 0) + 10000 * i;
  der(state) = 1;
end Sink;
)";

const std::string source_part =
    component("a", "source.mo",
              connectors(connector("y", "output") + connector("on", "output", "<ssc:Boolean/>") +
                         connector("n", "output", "<ssc:Integer/>")));
const std::string sink_part =
    component("s i-n.k", "sink.mo",
              connectors(connector("u", "input") + connector("b", "input", "<ssc:Boolean/>") +
                         connector("i", "input", "<ssc:Integer/>") + connector("k", "parameter")));

class SspRun : public testing::Test {
 protected:
  SspRun() {
    write_file(folder / "source.mo", source_model);
    write_file(folder / "sink.mo", sink_model);
  }
  RunResult run(const std::string& content, RunSpec spec = {}) {
    write_file(folder / "x.ssd", ssd(content, "<ssd:DefaultExperiment stopTime='1'/>"));
    spec.target = folder / "x.ssd";
    return run::run(spec);
  }
  RunResult connected(const std::string& connection) {
    return run(elements(source_part + sink_part) + connections(connection));
  }
  static double seen(const RunResult& result) { return final_value(result, "s i-n.k.seen"); }
  ScratchFolder folder;
};

std::string wire(const std::string& from, const std::string& to, const std::string& content = "",
                 const std::string& attributes = "") {
  return "<ssd:Connection startElement='a' startConnector='" + from +
         "' endElement='s i-n.k' endConnector='" + to + "' " + attributes + ">" + content +
         "</ssd:Connection>";
}

TEST_F(SspRun, ConvertsUnitsThenTransforms) {
  const RunResult plain = connected(wire("y", "u"));
  EXPECT_EQ(plain.verdict, result::Verdict::trusted) << said(plain);
  EXPECT_NEAR(seen(plain), 101, 1e-9);
  EXPECT_NEAR(seen(connected(wire("y", "u", "<ssc:LinearTransformation factor='2' offset='3'/>"))),
              204, 1e-9);
  EXPECT_NEAR(seen(connected(wire("y", "u", "<ssc:LinearTransformation factor='2' offset='3'/>",
                                  "suppressUnitConversion='true'"))),
              6, 1e-9);
}

TEST_F(SspRun, MapsDiscreteValues) {
  EXPECT_NEAR(seen(connected(wire("on", "b"))), 1001, 1e-9);
  EXPECT_NEAR(seen(connected(wire("on", "b",
                                  "<ssc:BooleanMappingTransformation><ssc:MapEntry source='true' "
                                  "target='false'/></ssc:BooleanMappingTransformation>"))),
              1, 1e-9);
  EXPECT_NEAR(seen(connected(wire("n", "i",
                                  "<ssc:IntegerMappingTransformation><ssc:MapEntry source='2' "
                                  "target='5'/></ssc:IntegerMappingTransformation>"))),
              50001, 1e-9);
}

TEST_F(SspRun, DrivesRealInputsByIntegers) {
  EXPECT_NEAR(seen(connected(wire("n", "u"))), 3, 1e-9);
  EXPECT_NEAR(seen(connected(wire("n", "u", "<ssc:LinearTransformation factor='2' offset='3'/>"))),
              8, 1e-9);
  EXPECT_NEAR(seen(connected(wire("n", "u",
                                  "<ssc:IntegerMappingTransformation><ssc:MapEntry source='2' "
                                  "target='5'/></ssc:IntegerMappingTransformation>"))),
              6, 1e-9);
  const std::string said = refusal<InputError>([&] { connected(wire("on", "u")); });
  EXPECT_TRUE(contains(said, "is of type Boolean and cannot drive 's i-n.k.u' of type Real"))
      << said;
}

TEST_F(SspRun, DrivesRealInputsByIntegersUnderAMaster) {
  for (const char* master : {"gauss-seidel", "jacobi"}) {
    RunSpec spec;
    spec.master = master;
    spec.step = 0.1;
    spec.record = {"*"};
    const RunResult result =
        run(elements(source_part + sink_part) + connections(wire("n", "u")), spec);
    EXPECT_NEAR(seen(result), 3, 1e-9) << master << said(result);
    EXPECT_NEAR(final_value(result, "s i-n.k.u"), 2, 1e-9);
  }
}

TEST_F(SspRun, MapsDiscreteValuesUnderAMaster) {
  write_file(folder / "x.ssd",
             ssd(elements(source_part + sink_part) +
                     connections(wire("n", "i",
                                      "<ssc:IntegerMappingTransformation><ssc:MapEntry source='2' "
                                      "target='5'/></ssc:IntegerMappingTransformation>")),
                 "<ssd:DefaultExperiment stopTime='1'/>"));
  RunSpec spec;
  spec.target = folder / "x.ssd";
  spec.master = "gauss-seidel";
  spec.step = 0.1;
  spec.record = {"*"};
  const RunResult result = run::run(spec);
  EXPECT_NEAR(seen(result), 50001, 1e-9) << said(result);
}

TEST_F(SspRun, SetsValuesWithUnitsOfTheirOwn) {
  const std::string set =
      "<ssd:ParameterBinding><ssd:ParameterValues>" +
      parameter_set(real("s i-n.k.k", "2", "unit='ell'") + real("s i-n.k.none", "1"),
                    "<ssv:Units><ssc:Unit name='ell'><ssc:BaseUnit m='1' factor='0.5'/></ssc:Unit>"
                    "</ssv:Units>") +
      "</ssd:ParameterValues></ssd:ParameterBinding>";
  const RunResult result = run(bindings(set) + elements(sink_part));
  EXPECT_NEAR(seen(result), 100, 1e-9);
  EXPECT_TRUE(contains(said(result), "has no variable 'none'; its value has no effect"));
}

TEST_F(SspRun, ReadsValuesByTheTypeOfTheVariable) {
  const std::string set =
      "<ssv:Parameter name='k'><ssv:Integer value='7'/></ssv:Parameter>"
      "<ssv:Parameter name='i'><ssv:Real value='2.0'/></ssv:Parameter>"
      "<ssv:Parameter name='b'><ssv:Boolean value='1'/></ssv:Parameter>";
  const RunResult result = run(elements(component("s i-n.k", "sink.mo", bindings(binding(set)))));
  EXPECT_NEAR(seen(result), 21007, 1e-9);
}

TEST_F(SspRun, TakesAnArrayOfOneForAScalar) {
  const auto of_size = [&](const std::string& name, const std::string& values, const char* size) {
    return elements(
        component("s i-n.k", "sink.mo",
                  bindings(binding("<ssv:Parameter name='" + name + "'><ssv:Real value='" + values +
                                   "'/><ssc:Dimension size='" + size + "'/></ssv:Parameter>"))));
  };
  EXPECT_NEAR(seen(run(of_size("k", "7", "1"))), 7, 1e-9);
  for (const auto& value : {std::pair("7 8", "2"), std::pair("", "0")}) {
    const std::string said =
        refusal<InputError>([&] { run(of_size("k", value.first, value.second)); });
    EXPECT_TRUE(contains(said, "x.ssd:4:")) << said;
    EXPECT_TRUE(
        contains(said, "has " + std::string(value.second) + " elements, but 'k' is no array"))
        << said;
  }
}

TEST_F(SspRun, TransformsMappedValues) {
  const std::string mapping =
      "<ssd:ParameterMapping><ssm:ParameterMapping version='2.0'>"
      "<ssm:MappingEntry source='K' target='k'><ssc:LinearTransformation factor='2' offset='1'/>"
      "</ssm:MappingEntry><ssm:MappingEntry source='on' target='b'>"
      "<ssc:BooleanMappingTransformation><ssc:MapEntry source='false' target='true'/>"
      "</ssc:BooleanMappingTransformation></ssm:MappingEntry></ssm:ParameterMapping>"
      "</ssd:ParameterMapping>";
  const std::string set =
      real("K", "3") + "<ssv:Parameter name='on'><ssv:Boolean value='false'/></ssv:Parameter>";
  const RunResult result =
      run(elements(component("s i-n.k", "sink.mo", bindings(binding(set, mapping)))));
  EXPECT_NEAR(seen(result), 1007, 1e-9);
}

TEST_F(SspRun, SuppressesTheConversionOfMappedValues) {
  const auto mapped = [&](const std::string& attributes) {
    const std::string set =
        "<ssd:ParameterBinding><ssd:ParameterValues>" + parameter_set(real("K", "2", "unit='m'")) +
        "</ssd:ParameterValues><ssd:ParameterMapping><ssm:ParameterMapping version='2.0'>"
        "<ssm:MappingEntry source='K' target='k' " +
        attributes + "/></ssm:ParameterMapping></ssd:ParameterMapping></ssd:ParameterBinding>";
    return seen(run(elements(component("s i-n.k", "sink.mo", bindings(set)))));
  };
  EXPECT_NEAR(mapped(""), 200, 1e-9);
  EXPECT_NEAR(mapped("suppressUnitConversion='true'"), 2, 1e-9);
}

// kg m2 s-2 A-1 K-1 mol-1 cd-1 rad-1 has no name; the file's has a factor and an offset, too.
TEST_F(SspRun, ReadsEveryPowerOfAUnit) {
  write_file(folder / "odd.mo",
             "model Odd\n parameter Real k(unit = \"kg.m2.s-2.A-1.K-1.mol-1.cd-1.rad-1\") = 1;\n"
             " output Real y;\nequation\n y = k;\nend Odd;\n");
  const std::string unit =
      "<ssv:Units><ssc:Unit name='odd'><ssc:BaseUnit kg='1' m='2' s='-2' A='-1' K='-1' mol='-1' "
      "cd='-1' rad='-1' factor='3' offset='1'/></ssc:Unit></ssv:Units>";
  const RunResult result =
      run(elements(component("o", "odd.mo",
                             bindings("<ssd:ParameterBinding><ssd:ParameterValues>" +
                                      parameter_set(real("k", "2", "unit='odd'"), unit) +
                                      "</ssd:ParameterValues></ssd:ParameterBinding>"))));
  EXPECT_NEAR(final_value(result, "o.y"), 7, 1e-9) << said(result);
  const std::string wrong = refusal<InputError>([&] {
    std::string other = unit;
    other.replace(other.find("rad='-1'"), 8, "rad='1'");
    run(elements(component("o", "odd.mo",
                           bindings("<ssd:ParameterBinding><ssd:ParameterValues>" +
                                    parameter_set(real("k", "2", "unit='odd'"), other) +
                                    "</ssd:ParameterValues></ssd:ParameterBinding>"))));
  });
  EXPECT_TRUE(contains(wrong, "cannot convert odd to")) << wrong;
}

// The entry is in mm, with its own definition; the variables are in m and cm.
TEST_F(SspRun, ConvertsToTheUnitOfADictionary) {
  const std::string dictionary =
      "<ssd:SignalDictionaries><ssd:SignalDictionary name='can'><ssb:SignalDictionary "
      "version='2.0'><ssb:DictionaryEntry name='way'><ssc:Real unit='milli'/>"
      "</ssb:DictionaryEntry><ssb:DictionaryEntry name='mode'><ssc:Enumeration name='Mode'/>"
      "</ssb:DictionaryEntry><ssb:Enumerations><ssc:Enumeration name='Mode'><ssc:Item name='on' "
      "value='1'/></ssc:Enumeration></ssb:Enumerations><ssb:Units><ssc:Unit name='milli'>"
      "<ssc:BaseUnit m='1' factor='0.001'/></ssc:Unit></ssb:Units></ssb:SignalDictionary>"
      "</ssd:SignalDictionary></ssd:SignalDictionaries>";
  const std::string bus = "<ssd:SignalDictionaryReference name='bus' dictionary='can'/>";
  const RunResult result =
      run(elements(source_part + sink_part + bus) +
          connections("<ssd:Connection startElement='a' startConnector='y' endElement='bus' "
                      "endConnector='way'/><ssd:Connection startElement='bus' "
                      "startConnector='way' endElement='s i-n.k' endConnector='u'>"
                      "<ssc:LinearTransformation offset='7'/></ssd:Connection>") +
          dictionary);
  EXPECT_NEAR(seen(result), 108, 1e-9) << said(result);
}

TEST_F(SspRun, ConvertsUnitsOfFloats) {
  for (const char* type : {"Float64", "Float32"}) {
    const std::string text(type);
    const RunResult result =
        run(connectors(connector("in", "input", "<ssc:" + text + " unit='m'/>")) +
                elements(component("s i-n.k", "sink.mo",
                                   bindings(binding("<ssv:Parameter name='k'><ssv:" + text +
                                                    " value='2' unit='m'/></ssv:Parameter>")))) +
                connections(
                    "<ssd:Connection startConnector='in' endElement='s i-n.k' endConnector='u'/>"),
            {.set = {"in=1"}});
    EXPECT_NEAR(seen(result), 300, 1e-9) << type << said(result);
  }
}

TEST_F(SspRun, IsDrivenThroughConnectorsOfTheSystem) {
  const std::string content = connectors(connector("in", "input", "<ssc:Real unit='m'/>")) +
                              elements(sink_part) +
                              connections(
                                  "<ssd:Connection startConnector='in' endElement='s i-n.k' "
                                  "endConnector='u'/>");
  RunSpec set;
  set.set = {"in=2", "s i-n.k.k=0"};
  EXPECT_NEAR(seen(run(content, set)), 200, 1e-9);
  set.set = {"in=2 mm", "s i-n.k.k=0"};
  EXPECT_NEAR(seen(run(content, set)), 0.2, 1e-9);
  set.set = {"inn=2"};
  EXPECT_TRUE(contains(refusal<Error>([&] { run(content, set); }),
                       "the system has no connector 'inn'. Did you mean 'in'?"));
  write_file(folder / "in.csv", "time,in\n0,0\n1,3\n");
  RunSpec table;
  table.input = folder / "in.csv";
  EXPECT_NEAR(seen(run(content, table)), 301, 1e-9);
  // Bound values of what it drives have no effect, which is said; given ones contradict it.
  const std::string bound = connectors(connector("in", "input", "<ssc:Real unit='m'/>")) +
                            bindings(binding(real("in", "7"))) + elements(sink_part) +
                            connections(
                                "<ssd:Connection startConnector='in' endElement='s i-n.k' "
                                "endConnector='u'/>");
  const RunResult both = run(bound, table);
  EXPECT_NEAR(seen(both), 301, 1e-9);
  EXPECT_TRUE(contains(said(both), "the value that a binding gives it has no effect"))
      << said(both);
  table.set = {"in=7"};
  EXPECT_TRUE(contains(refusal<Error>([&] { run(bound, table); }), "remove one of them"));
}

// Tools that forget the offset would be believed without a word.
TEST_F(SspRun, DoubtsAUnitThatIsDefinedAsNobodyMeansIt) {
  const std::string content =
      connectors(connector("in", "input", "<ssc:Real unit='mm'/>")) + elements(sink_part) +
      connections("<ssd:Connection startConnector='in' endElement='s i-n.k' endConnector='u'/>");
  RunSpec set;
  set.set = {"in=2", "s i-n.k.k=0"};
  const RunResult usual = run(content, set);
  EXPECT_FALSE(has_bell(usual, BellCode::unit_assumed)) << said(usual);
  set.target = folder / "x.ssd";
  write_file(set.target, ssd(content,
                             "<ssd:Units><ssc:Unit name='mm'><ssc:BaseUnit m='1' factor='0.01'/>"
                             "</ssc:Unit></ssd:Units><ssd:DefaultExperiment stopTime='1'/>"));
  const RunResult odd = run::run(set);
  EXPECT_NEAR(seen(odd), 2, 1e-9);
  EXPECT_TRUE(has_bell(odd, BellCode::unit_assumed)) << said(odd);
  EXPECT_TRUE(contains(said(odd), "but usually mm is 0.001 * value + 0")) << said(odd);
}

// The variables have no units, so that those of the connectors are used.
class SspTurn : public SspRun {
 protected:
  SspTurn() {
    write_file(folder / "give.mo",
               "model Give\n output Real y;\nequation\n y = 1 + time;\nend Give;\n");
    write_file(folder / "take.mo",
               "model Take\n input Real u(start = 0);\n output Real x(start = 0, fixed = true);\n"
               "equation\n der(x) = u;\nend Take;\n");
  }
  static std::string part(const char* name, const char* file, const char* port, const char* unit) {
    return component(
        name, file,
        connectors(connector(port, "inout", "<ssc:Real unit='" + std::string(unit) + "'/>")));
  }
  const std::string parts = part("a", "give.mo", "y", "m") + part("b", "take.mo", "u", "cm");
};

TEST_F(SspTurn, ConvertsInTheDirectionThatCausalityGives) {
  for (const auto& [start, end] : {std::pair("a.y", "b.u"), std::pair("b.u", "a.y")})
    EXPECT_NEAR(final_value(run(elements(parts) + connections(connection(start, end))), "b.x"), 150,
                1e-6)
        << start;
}

TEST_F(SspTurn, RefusesAnInputThatIsDrivenTwice) {
  const std::string said = refusal<InputError>([&] {
    run(elements(parts + part("c", "give.mo", "y", "m")) +
        connections(connection("a.y", "b.u") + connection("b.u", "c.y")));
  });
  EXPECT_TRUE(contains(said, "'b.u' is driven by the connection at")) << said;
}

TEST_F(SspRun, SaysWhichUnitsItCannotConvert) {
  write_file(folder / "odd.mo",
             "model Odd\n input Real u(unit = \"blob\", start = 0);\n"
             " parameter Real k(unit = \"blob\") = 1;\n"
             " output Real x(start = 0, fixed = true);\nequation\n der(x) = k + u;\nend Odd;\n");
  const std::string part = component(
      "o", "odd.mo",
      connectors(connector("u", "input")) + bindings(binding(real("k", "2", "unit='m'"))));
  const RunResult value = run(elements(part));
  EXPECT_TRUE(contains(said(value), "the binding of 'o.k' passes numbers from m to blob without"))
      << said(value);
  write_file(folder / "in.csv", "time,in\n0,0\n1,3\n");
  RunSpec table;
  table.input = folder / "in.csv";
  const RunResult driven = run(connectors(connector("in", "input", "<ssc:Real unit='m'/>")) +
                                   elements(part) + connections(connection("in", "o.u")),
                               table);
  EXPECT_TRUE(contains(said(driven), "to 'o.u' passes numbers from m to blob without"))
      << said(driven);
}

TEST_F(SspRun, OverwritesNoFileOfValues) {
  write_file(folder / "v.ssv", parameter_set(real("s i-n.k.k", "3")));
  const std::string content =
      bindings("<ssd:ParameterBinding source='v.ssv'/>") + elements(sink_part);
  RunSpec spec;
  spec.summary = folder / "v.ssv";
  EXPECT_TRUE(contains(refusal<UsageError>([&] { run(content, spec); }), "which this run reads"));
  spec.summary = folder / "x.json";
  run(content, spec);
  EXPECT_TRUE(contains(test::read_file(folder / "x.json"), "v.ssv"));
}

TEST_F(SspRun, RecordsByNamesWithDotsAndBlanks) {
  RunSpec spec;
  spec.record = {"s i-n.k.state", "a.*"};
  const RunResult result =
      run(elements(source_part + sink_part) + connections(wire("y", "u")), spec);
  EXPECT_NEAR(final_value(result, "s i-n.k.state"), 1, 1e-9);
  EXPECT_NEAR(final_value(result, "a.y"), 1, 1e-9);
}

TEST_F(SspRun, RefusesUnitsThatCannotBeConverted) {
  const std::string said = refusal<InputError>([&] {
    run(connectors(connector("in", "input", "<ssc:Real unit='kg'/>")) +
        bindings(binding(real("in", "1"))) + elements(sink_part) +
        connections("<ssd:Connection startConnector='in' endElement='s i-n.k' endConnector='u'/>"));
  });
  EXPECT_TRUE(contains(said, "cannot convert kg to cm")) << said;
}

TEST_F(SspRun, RefusesTwoValuesOfOneNameWhereItIsUsed) {
  const std::string two = bindings(binding(real("s i-n.k.k", "1") + real("s i-n.k.k", "2")));
  const std::string said = refusal<InputError>([&] { run(two + elements(sink_part)); });
  EXPECT_TRUE(contains(said, "has another value at")) << said;
  const std::string unused = bindings(binding(real("s i-n.k.x", "1") + real("s i-n.k.x", "2")));
  EXPECT_EQ(run(unused + elements(sink_part)).verdict, result::Verdict::trusted);
}

TEST_F(SspRun, RunsAPackageAndAVariantOfIt) {
  const auto text = [](const char* stop) {
    return ssd(elements(component("s", "resources/sink.mo", "")),
               "<ssd:DefaultExperiment stopTime='" + std::string(stop) + "'/>");
  };
  write_file(folder / "x.ssp", make_zip({{"SystemStructure.ssd", text("1")},
                                         {"Long.ssd", text("3")},
                                         {"resources/sink.mo", sink_model}}));
  EXPECT_NEAR(final_value(run::run({.target = folder / "x.ssp"}), "s.state"), 1, 1e-9);
  RunSpec variant{.target = folder / "x.ssp#Long.ssd"};
  variant.summary = folder / "x.json";
  EXPECT_NEAR(final_value(run::run(variant), "s.state"), 3, 1e-9);
  EXPECT_TRUE(contains(test::read_file(folder / "x.json"), "x.ssp#Long.ssd"));
}

}  // namespace
}  // namespace bw::run::ssp_run_test
