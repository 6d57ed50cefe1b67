// What `check` finds in the files of SSP: one row for each mistake, with its rule and line.

#include "system/ssp/check_ssp.h"

#include <gtest/gtest.h>

#include <set>

#include "support/contains.h"
#include "support/make_zip.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"
#include "system/rules.h"

namespace bw::system::check_ssp_test {
namespace {

using namespace test;

struct Wrong {
  std::string rule, content;
  int line = 4;
  std::string rest{};
  std::string file = "x.ssd";
};

const std::string a = component("a", "a.fmu", connectors(connector("y", "output")));
const std::string taker = connectors(connector("u", "input") + connector("k", "parameter"));
const std::string b = component("b", "b.fmu", taker);

std::string one(const std::string& attributes) {
  return elements("<ssd:Component name='a' " + attributes + "/>");
}
std::string wired(const std::string& all) { return elements(a + b) + "\n" + connections(all); }
std::string with(const std::string& transformation) {
  return wired(connection("a.y", "b.u", transformation));
}
std::string integer_map(const std::string& entries) {
  return with("<ssc:IntegerMappingTransformation>" + entries +
              "</ssc:IntegerMappingTransformation>");
}
std::string ported(const std::string& all) {
  return elements(component("a", "a.fmu", connectors(all)));
}
std::string bound(const std::string& all) { return bindings(all) + elements(b); }
std::string value(const std::string& type) {
  return bound(binding("<ssv:Parameter name='b.k'>" + type + "</ssv:Parameter>"));
}
std::string mapped(const std::string& entries) {
  return bound(
      binding(real("K", "1"), "<ssd:ParameterMapping><ssm:ParameterMapping version='2.0'>" +
                                  entries + "</ssm:ParameterMapping></ssd:ParameterMapping>"));
}
std::string units(const std::string& all) { return "<ssd:Units>" + all + "</ssd:Units>"; }
std::string enumerations(const std::string& all) {
  return "<ssd:Enumerations>" + all + "</ssd:Enumerations>";
}
std::string bus(const std::string& dictionary) {
  return elements("<ssd:SignalDictionaryReference name='d' dictionary='can'/>" + a) +
         connections(connection("a.y", "d.s")) + dictionary;
}

// clang-format off
const std::vector<Wrong>& all_wrong() {
  static const std::vector<Wrong> all = {
    // Form.
    {"ssp-attribute-missing", elements("<ssd:Component source='a.fmu'/>")},
    {"ssp-attribute-missing", elements(a + "\n<ssd:System>" + elements(b) + "</ssd:System>"), 5},
    {"ssp-attribute-missing", ported("<ssd:Connector name='y'/>")},
    {"ssp-attribute-missing", ported("<ssd:Connector kind='input'/>")},
    {"ssp-attribute-missing", wired("<ssd:Connection startElement='a' endConnector='u'/>"), 5},
    {"ssp-attribute-missing", wired("<ssd:Connection startConnector='a'/>"), 5},
    {"ssp-attribute-missing", integer_map("<ssc:MapEntry source='1'/>"), 5},
    {"ssp-attribute-missing", integer_map("<ssc:MapEntry target='1'/>"), 5},
    {"ssp-attribute-missing", value("<ssv:Real/>")},
    {"ssp-attribute-missing", mapped("<ssm:MappingEntry source='K'/>")},
    {"ssp-attribute-missing", elements("<ssd:SignalDictionaryReference name='d'/>" + a)},
    {"ssp-attribute-missing", elements(a), 6, units("<ssc:Unit><ssc:BaseUnit/></ssc:Unit>")},
    {"ssp-attribute-missing", elements(a), 6, enumerations("<ssc:Enumeration name='e'><ssc:Item name='i'/></ssc:Enumeration>")},
    {"ssp-attribute-unknown", one("source='a.fmu' sorce='b'")},
    {"ssp-attribute-unknown", wired(connection("a.y", "b.u", "", "factor='2'")), 5},
    {"ssp-attribute-unknown", elements(a), 6, "<ssd:DefaultExperiment stepSize='1'/>"},
    {"ssp-attribute-value", elements("<ssd:Component name='' source='a.fmu'/>")},
    {"ssp-attribute-value", one("source='a.fmu' implementation='CoSim'")},
    {"ssp-attribute-value", ported(connector("y", "put"))},
    {"ssp-attribute-value", ported(connector("y", "output", "<ssc:Real/><ssc:Dimension size='1.5'/>"))},
    {"ssp-attribute-value", wired(connection("a.y", "b.u", "", "endIndices='x'")), 5},
    {"ssp-attribute-value", wired(connection("a.y", "b.u", "", "suppressUnitConversion='maybe'")), 5},
    {"ssp-attribute-value", with("<ssc:LinearTransformation factor='two'/>"), 5},
    {"ssp-attribute-value", with("<ssc:BooleanMappingTransformation><ssc:MapEntry source='2' target='true'/></ssc:BooleanMappingTransformation>"), 5},
    {"ssp-attribute-value", integer_map("<ssc:MapEntry source='1.5' target='2'/>"), 5},
    {"ssp-attribute-value", bound("<ssd:ParameterBinding sourceBase='here' source='v.ssv'/>")},
    {"ssp-attribute-value", value("<ssv:Real value='x'/>")},
    {"ssp-attribute-value", value("<ssv:Int8 value='128'/>")},
    {"ssp-attribute-value", value("<ssv:UInt16 value='-1'/>")},
    {"ssp-attribute-value", value("<ssv:Boolean value='yes'/>")},
    {"ssp-attribute-value", value("<ssv:Binary value='abc'/>")},
    {"ssp-attribute-value", elements(a), 6, "<ssd:DefaultExperiment stopTime='soon'/>"},
    {"ssp-attribute-value", elements(a), 6, units("<ssc:Unit name='u'><ssc:BaseUnit m='0.5'/></ssc:Unit>")},
    {"ssp-attribute-value", elements(a), 6, enumerations("<ssc:Enumeration name='e'><ssc:Item name='i' value='x'/></ssc:Enumeration>")},
    {"ssp-element-missing", value("")},
    {"ssp-element-missing", elements(a), 6, units("<ssc:Unit name='u'/>")},
    {"ssp-element-missing", elements(a), 6, enumerations("<ssc:Enumeration name='e'/>")},
    {"ssp-element-missing", integer_map(""), 5},
    {"ssp-element-missing", bus("<ssd:SignalDictionaries>\n<ssd:SignalDictionary name='can'><ssb:SignalDictionary version='2.0'><ssb:DictionaryEntry name='s'/></ssb:SignalDictionary></ssd:SignalDictionary></ssd:SignalDictionaries>"), 5},
    {"ssp-element-missing", "<ssd:Elements/>", 3},
    {"ssp-list-twice", elements(a) + "\n" + elements(b), 5},
    {"ssp-element-twice", elements(a), 7, "<ssd:DefaultExperiment/>\n<ssd:DefaultExperiment/>"},
    {"ssp-element-twice", with("<ssc:LinearTransformation/><ssc:LinearTransformation/>"), 5},
    {"ssp-element-twice", ported(connector("y", "output", "<ssc:Real/><ssc:Integer/>"))},
    {"ssp-element-order", connections(connection("a.y", "b.u")) + "\n" + elements(a + b), 5},
    {"ssp-element-order", elements(component("b", "b.fmu", bindings(binding(real("k", "1"))) + "\n" + taker)), 5},
    {"ssp-element-empty", connectors("") + elements(a)},
    {"ssp-element-unknown", elements(a) + "\n<Solver/>", 5},
    {"ssp-annotation", elements(a) + "\n<ssd:Annotations><ssc:Annotation type='com.vendor'/></ssd:Annotations>", 5},
    {"ssp-unused-part", elements(a) + "\n<ssd:SystemGeometry x1='0' y1='0' x2='1'/>", 5},
    {"ssp-unused-part", elements(component("b", "b.fmu", "<ssd:ElementGeometry x1='left' y1='0' x2='1' y2='1'/>"))},
    {"ssp-id", one("source='a.fmu' id='1'")},
    {"ssp-id", elements("<ssd:Component name='a' source='a.fmu' id='i'/>\n<ssd:Component name='b' source='b.fmu' id='i'/>"), 5},
    {"ssp-namespace", "<Elements>" + a + "</Elements>"},
    {"ssp-namespace-foreign", "<v:Elements xmlns:v='http://vendor'>" + a + "</v:Elements>"},
    {"ssp-name-missing", ported(connector("y", "output", "<ssc:Enumeration/>"))},
    {"ssp-content", bound("<ssd:ParameterBinding/>")},
    {"ssp-content", bound(binding(real("k", "1"), "", "source='v.ssv'"))},
    {"ssp-content", bound(binding(real("b.k", "1"), "<ssd:ParameterMapping/>"))},
    {"ssp-content", bus("\n<ssd:SignalDictionaries><ssd:SignalDictionary name='can'/></ssd:SignalDictionaries>"), 5},
    {"ssp-mime-type", one("source='a.fmu' type='text/plain'")},
    {"ssp-mime-type", bound("<ssd:ParameterBinding source='v.ssv' type='text/csv'/>")},
    // Meaning.
    {"ssp-name-twice", elements(a + "\n" + a), 5},
    {"ssp-name-twice", ported(connector("y", "output") + "\n" + connector("y", "input")), 5},
    {"ssp-name-twice", elements(a), 6, units("<ssc:Unit name='u'><ssc:BaseUnit/></ssc:Unit><ssc:Unit name='u'><ssc:BaseUnit/></ssc:Unit>")},
    {"ssp-name-twice", elements(a), 6, enumerations("<ssc:Enumeration name='e'><ssc:Item name='i' value='1'/><ssc:Item name='i' value='2'/></ssc:Enumeration>")},
    {"ssp-parameter-twice", bound(binding(real("b.k", "1") + "\n" + real("b.k", "2"))), 5},
    {"ssp-unit-undefined", ported(connector("y", "output", "<ssc:Real unit='ell'/>"))},
    {"ssp-unit-unusual", ported(connector("y", "output", "<ssc:Real unit='degC'/>")), 4, units("<ssc:Unit name='degC'><ssc:BaseUnit K='1'/></ssc:Unit>")},
    {"ssp-unit-definition", elements(a), 6, units("<ssc:Unit name='u'><ssc:BaseUnit factor='0'/></ssc:Unit>")},
    {"ssp-unit-definition", elements(a), 6, units("<ssc:Unit name='u'><ssc:BaseUnit m='101'/></ssc:Unit>")},
    {"ssp-enumeration-undefined", ported(connector("y", "output", "<ssc:Enumeration name='e'/>"))},
    {"ssp-dimension", ported(connector("y", "output", "<ssc:Real/><ssc:Dimension size='1' sizeConnector='n'/>"))},
    {"ssp-dimension", value("<ssv:Real value='1'/><ssc:Dimension sizeConnector='n'/>")},
    {"ssp-size-connector", ported(connector("y", "output", "<ssc:Real/><ssc:Dimension sizeConnector='n'/>"))},
    {"ssp-size-connector", ported(connector("n", "input", "<ssc:UInt64/>") + "\n" + connector("y", "output", "<ssc:Real/><ssc:Dimension sizeConnector='n'/>")), 5},
    {"ssp-clock-unknown", ported(connector("y", "output", "<ssc:Real/><ssd:Clock name='tick'/>"))},
    {"ssp-value", value("<ssv:Real value='1 2'/><ssc:Dimension size='3'/>")},
    {"ssp-value", value("<ssv:Real value='1 2'/>")},
    {"ssp-value", value("<ssv:String/>")},
    {"ssp-value", value("<ssv:String value='1'><ssv:Value value='2'/></ssv:String>")},
    {"ssp-map-twice", integer_map("<ssc:MapEntry source='1' target='2'/>\n<ssc:MapEntry source='1' target='3'/>"), 6},
    {"ssp-mapping-twice", mapped("<ssm:MappingEntry source='K' target='b.k'/>\n<ssm:MappingEntry source='K' target='b.k'/>"), 5},
    {"ssp-mapping-unused", mapped("<ssm:MappingEntry source='other' target='b.k'/>")},
    {"ssp-experiment", elements(a), 6, "<ssd:DefaultExperiment startTime='2' stopTime='1'/>"},
    {"ssp-nesting", elements(component("x", "x.ssd", ""))},
    {"ssp-uri", one("source='../a.fmu'")},
    {"ssp-uri", one("source='/etc/a.fmu'")},
    {"ssp-uri", one("source='http://host/a.fmu'")},
    {"ssp-uri", one("source=''")},
    {"ssp-backslash", one("source='.\\a.fmu'")},
    {"ssp-file-missing", one("source='none.fmu'")},
    {"ssp-file-missing", bound("<ssd:ParameterBinding source='none.ssv'/>")},
    {"ssp-id-unknown", one("source='#none'")},
    {"ssp-id-unknown", one("source='other.ssd#none'")},
    {"ssp-component-empty", elements(a + "\n<ssd:Component name='e'/>"), 5},
    {"ssp-component-renamed", elements("<ssd:System name='s'>" + elements(b) + "</ssd:System>\n" + component("s.b", "b.fmu", "")), 5},
    {"ssp-modelica-path", one("source='m.mo' type='text/x-modelica; path=A.B'")},
    {"ssp-dictionary-unknown", bus("")},
    {"ssp-entry-unknown", bus("<ssd:SignalDictionaries><ssd:SignalDictionary name='can'><ssb:SignalDictionary version='2.0'/></ssd:SignalDictionary></ssd:SignalDictionaries>")},
    {"ssp-connection-end", wired(connection("a.y", "c.u")), 5},
    {"ssp-connection-end", wired(connection("a.y", "y")), 5},
    {"ssp-connection-kind", wired(connection("a.y", "a.y")), 5},
    {"ssp-connection-kind", wired(connection("b.u", "b.k")), 5},
    {"ssp-connection-turned", wired(connection("b.u", "a.y")), 5},
    {"ssp-connection-allowed", wired(connection("a.y", "b.k")), 5},
    {"ssp-connection-cycle", elements(b + "<ssd:System name='s'>" + connectors(connector("i", "input") + connector("o", "output")) + connections(connection("i", "o")) + "</ssd:System>") + "\n" + connections(connection("s.o", "b.u") + connection("s.o", "s.i")), 5},
    {"ssp-connection-element", connectors(connector("i", "input", "<ssc:Real/><ssc:Dimension size='2'/>")) + elements("<ssd:System name='s'>" + connectors(connector("i", "input", "<ssc:Real/><ssc:Dimension size='2'/>")) + elements(b) + "\n" + connections(connection("i", "b.u", "", "startIndices='1'")) + "</ssd:System>") + connections(connection("i", "s.i")), 5},
    {"ssp-driven-twice", wired(connection("a.y", "b.u") + "\n" + connection("a.y", "b.u")), 6},
    {"ssp-connector-undeclared", wired(connection("a.z", "b.u")), 5},
    {"ssp-connector-idle", connectors(connector("in", "input")) + elements(a)},
    {"ssp-not-driven", elements("<ssd:Component name='e'>" + connectors(connector("y", "output")) + "</ssd:Component>" + b) + "\n" + connections(connection("e.y", "b.u")), 5},
    {"ssp-parameter-unused", bound(binding(real("nobody.k", "1")))},
    {"ssp-binding-lost", bound(binding(real("b.k", "1")) + "\n" + binding(real("b.k", "2")))},
    {"ssp-value-connected", bindings(binding(real("b.u", "1"))) + "\n" + wired(connection("a.y", "b.u"))},
    // Files of their own.
    {"ssp-xml", bound("<ssd:ParameterBinding source='open.ssv'/>"), 1, "", "open.ssv"},
    {"ssp-root", bound("<ssd:ParameterBinding source='other.ssd'/>"), 2, "", "other.ssd"},
    {"ssp-version", bound("<ssd:ParameterBinding source='v3.ssv'/>"), 1, "", "v3.ssv"},
    {"ssp-version-form", bound("<ssd:ParameterBinding source='v15.ssv'/>"), 1, "", "v15.ssv"},
    {"ssp-newer", bound("<ssd:ParameterBinding source='v1.ssv'/>"), 2, "", "v1.ssv"},
    {"ssp-encoding", bound("<ssd:ParameterBinding source='latin.ssv'/>"), 1, "", "latin.ssv"},
    {"ssp-package", elements(component("p", "in.ssp", "")), 4},
  };
  return all;
}
// clang-format on

class SspCheckFiles : public testing::Test {
 protected:
  SspCheckFiles() {
    for (const char* name : {"a.fmu", "b.fmu", "m.mo", "in.ssp"}) write(name, "");
    const std::string set = parameter_set(real("b.k", "1"));
    const auto versioned = [&](const std::string& version) {
      std::string text = set;
      return text.replace(text.find("2.0"), 3, version);
    };
    write("v.ssv", set);
    write("open.ssv", "<ssv:ParameterSet");
    write("v3.ssv", versioned("3.0"));
    write("v15.ssv", versioned("1.5"));
    write("v1.ssv", "<ssv:ParameterSet version='1.0' name='n'" + ssp_names() +
                        "><ssv:Parameters>\n<ssv:Parameter name='b.k'><ssv:Float64 value='1'/>"
                        "</ssv:Parameter></ssv:Parameters></ssv:ParameterSet>");
    write("latin.ssv", "<?xml version='1.0' encoding='ISO-8859-1'?>" + set);
    write("other.ssd", ssd(elements(a)));
  }
  void write(const std::string& name, const std::string& text) const {
    write_file(folder / name, text);
  }
  SspCheck check(const std::string& content, const std::string& rest = "") const {
    write("x.ssd", ssd(content, rest));
    return check_ssp(folder / "x.ssd");
  }
  static std::string text(const Report& report) {
    std::string all;
    for (const Finding& one : report.findings())
      all += std::string(one.rule) + " " + one.place.text() + ": " + one.sentence + "\n";
    return all;
  }
  ScratchFolder folder;
};

TEST_F(SspCheckFiles, FindsEachMistakeWithItsRuleAndPlace) {
  for (const Wrong& wrong : all_wrong()) {
    const SspCheck found = check(wrong.content, wrong.rest);
    bool is_found = false;
    for (const Finding& one : found.report.findings())
      is_found = is_found || (one.rule == wrong.rule && one.place.line == wrong.line &&
                              one.place.file.ends_with(wrong.file) &&
                              (wrong.line == 0 || one.place.column > 0));
    EXPECT_TRUE(is_found) << wrong.rule << " at line " << wrong.line << "\n"
                          << wrong.content << wrong.rest << "\n"
                          << text(found.report);
  }
}

TEST_F(SspCheckFiles, KnowsAtLeastSixtyMistakes) {
  std::set<std::string> rules;
  for (const Wrong& wrong : all_wrong()) rules.insert(wrong.rule);
  EXPECT_GE(all_wrong().size(), 60U);
  EXPECT_GE(rules.size(), 50U);
}

TEST_F(SspCheckFiles, FindsAllMistakesNotOnlyTheFirst) {
  const SspCheck found = check(one("source='none.fmu' sorce='b'") + elements(b) + "<Solver/>",
                               "<ssd:DefaultExperiment startTime='2' stopTime='1'/>");
  for (const char* rule : {"ssp-file-missing", "ssp-attribute-unknown", "ssp-list-twice",
                           "ssp-element-unknown", "ssp-experiment"})
    EXPECT_TRUE(contains(text(found.report), rule));
}

TEST_F(SspCheckFiles, FindsNothingInAGoodDescription) {
  EXPECT_EQ(text(check(wired(connection("a.y", "b.u"))).report), "");
}

TEST_F(SspCheckFiles, ReportsWhatIsNoPackage) {
  write("p.ssp", "no zip");
  EXPECT_TRUE(contains(text(check_ssp(folder / "p.ssp").report), "ssp-package"));
  write("q.ssp", make_zip({{"a.fmu", "x"}, {"a.fmu", "x"}}));
  EXPECT_TRUE(contains(text(check_ssp(folder / "q.ssp").report), "ssp-package-doubtful"));
  EXPECT_TRUE(contains(text(check_ssp(folder / "q.ssp").report), "ssp-file-missing"));
}

TEST_F(SspCheckFiles, NamesTheVariantsOfAPackageWhereOneIsMissing) {
  write("p.ssp", make_zip({{"SystemStructure.ssd", ssd(elements(a))}, {"a.fmu", ""}}));
  const std::string found = text(check_ssp(folder / "p.ssp#Winter.ssd").report);
  EXPECT_TRUE(contains(found, "SystemStructure.ssd"));
  EXPECT_FALSE(contains(found, "a.fmu"));
}

TEST(SspRules, KeysAreDistinctAndEveryRowIsWhole) {
  std::set<std::string_view> keys;
  for (const RuleRow& one : rule_rows()) {
    EXPECT_TRUE(keys.insert(one.key).second) << one.key;
    EXPECT_FALSE(one.meaning.empty() || one.meaning.ends_with('.')) << one.key;
    EXPECT_TRUE(one.remedy.ends_with('.')) << one.key;
  }
}

// Here, or in the tests of the command and of runs.
TEST(SspRules, EveryRuleHasATest) {
  std::string tests;
  for (const Wrong& wrong : all_wrong()) tests += "\"" + wrong.rule + "\"";
  tests += "\"ssp-package-doubtful\"";
  for (const char* file : {"cli/check_ssp_command_test.cpp", "run/examine_test.cpp"})
    tests += test::read_file(std::string(BW_SOURCE "/tests/") + file);
  for (const RuleRow& one : rule_rows())
    EXPECT_NE(tests.find('"' + std::string(one.key)), std::string::npos) << one.key;
}

}  // namespace
}  // namespace bw::system::check_ssp_test
