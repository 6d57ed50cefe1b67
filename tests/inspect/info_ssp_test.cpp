// What `info` says of a system of SSP: conversions, where values come from and which lost.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "inspect/info.h"
#include "inspect/info_text.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"

namespace bw::inspect::info_ssp_test {
namespace {

using namespace test;

const char* const model = R"(model M
  input Real u(unit = "cm", start = 0);
  input Integer i(start = 0);
  parameter Real k = 1;
  parameter Real other = 1;
  output Real y(unit = "m");
  output Integer n;
equation
  y = k * u + other;
  n = i;
end M;
)";

class SspInfo : public testing::Test {
 protected:
  SspInfo() { write_file(folder / "m.mo", model); }
  Info info(const std::string& content) {
    write_file(folder / "x.ssd", ssd(content));
    return inform(folder / "x.ssd");
  }
  static std::string part(const std::string& name, const std::string& rest = "") {
    return component(name, "m.mo",
                     connectors(connector("u", "input") + connector("y", "output") +
                                connector("i", "input", "<ssc:Integer/>") +
                                connector("n", "output", "<ssc:Integer/>")) +
                         rest);
  }
  const ScratchFolder folder;
};

TEST_F(SspInfo, SaysWhereAValueComesFromAndWhichLost) {
  const Info made =
      info(bindings(binding(real("in.a.k", "3"))) +
           elements("<ssd:System name='in'>" + bindings(binding(real("a.k", "2"))) +
                    elements(part("a", bindings(binding(real("k", "1") + real("other", "7"))))) +
                    "</ssd:System>"));
  const Json& parameters = made.facts->at("parameters");
  ASSERT_EQ(parameters.size(), 2u);
  const Json& k = parameters[0];
  EXPECT_EQ(k.at("variable"), "in.a.k");
  EXPECT_EQ(k.at("value"), 3);
  EXPECT_EQ(k.at("binding"), "the system");
  EXPECT_TRUE(contains(k.at("place").get<std::string>(), "x.ssd:4:"));
  ASSERT_EQ(k.at("replaces").size(), 2u);
  EXPECT_EQ(k.at("replaces")[0].at("value"), "1");
  EXPECT_EQ(k.at("replaces")[0].at("binding"), "'in.a'");
  EXPECT_EQ(k.at("replaces")[1].at("value"), "2");
  EXPECT_EQ(k.at("replaces")[1].at("binding"), "'in'");
  EXPECT_TRUE(parameters[1].at("replaces").empty());
  const std::string text = info_text(made, false);
  EXPECT_TRUE(contains(text, "the system"));
  EXPECT_TRUE(contains(text, "replaces"));
  EXPECT_TRUE(contains(text, "x.ssd:4:"));
}

TEST_F(SspInfo, TheValueOfAConnectorMayLoseToo) {
  const Info made = info(connectors(connector("w", "input")) + bindings(binding(real("w", "3"))) +
                         elements(part("a", bindings(binding(real("u", "1"))))) +
                         connections(connection("w", "a.u")));
  const Json& u = made.facts->at("parameters")[0];
  EXPECT_EQ(u.at("value"), 3);
  ASSERT_EQ(u.at("replaces").size(), 1u);
  EXPECT_EQ(u.at("replaces")[0].at("value"), "1");
  const Json& connector = made.facts->at("connectors")[0];
  EXPECT_EQ(connector.at("name"), "w");
  EXPECT_EQ(connector.at("targets")[0].at("input"), "a.u");
  EXPECT_TRUE(contains(info_text(made, false), "Connectors of the system (1)"));
}

TEST_F(SspInfo, NamesFilesOfAPackageWithThePackage) {
  write_file(folder / "x.ssp",
             make_zip({{"SystemStructure.ssd", ssd(elements(component("a", "r/m.mo", "")))},
                       {"r/m.mo", model}}));
  const Info made = inform(folder / "x.ssp");
  EXPECT_EQ(made.facts->at("components")[0].at("file"), folder / "x.ssp/r/m.mo");
}

TEST_F(SspInfo, ListsWhatConnectionsConvert) {
  const Info made =
      info(elements(part("a") + part("b")) +
           connections(connection("a.y", "b.u", "<ssc:LinearTransformation factor='2'/>") +
                       connection("a.n", "b.i",
                                  "<ssc:IntegerMappingTransformation><ssc:MapEntry source='1' "
                                  "target='5'/></ssc:IntegerMappingTransformation>")));
  const Json& list = made.facts->at("connections");
  EXPECT_EQ(list[0].at("gain"), 200);
  EXPECT_EQ(list[0].at("stages")[0].at("factor"), 2);
  EXPECT_EQ(list[1].at("map")[0].at("to"), 5);
  const std::string text = info_text(made, false);
  EXPECT_TRUE(contains(text, "× 200"));
  EXPECT_TRUE(contains(text, "1 → 5"));
}

}  // namespace
}  // namespace bw::inspect::info_ssp_test
