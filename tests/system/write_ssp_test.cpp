// A draft that is written is read again: settings, details of components, units, values.

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/make_zip.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"
#include "system/load_ssp.h"
#include "system/ssp/ssp_draft.h"

namespace bw::system::write_ssp_test {
namespace {

using test::contains;

SspDraft small_draft() {
  SspDraft draft;
  draft.name = "small";
  draft.version = "2.0";
  draft.components.push_back(
      {"a b", "resources/x.fmu", "", "CoSimulation", {{"u<1>", "input", {"Real", "kW", "", {}}}}});
  draft.components.back().isolated = true;
  draft.components.back().allow = {"network"};
  draft.components.push_back({"t", "resources/t.csv", "text/csv", "", {{"y", "output", {"Real"}}}});
  draft.components.back().held = {"y"};
  draft.links.push_back({{"t", "y"}, {"a b", "u<1>"}, {}, {}, false, 2, 0.1});
  draft.units["kW"] = *parse_unit("kW");
  draft.values.push_back({"a b.k", {"Real", "kW"}, {"0.3"}});
  draft.values.push_back({"a b.s", {"String"}, {"\"x\"\n<&>"}});
  draft.values_source = "resources/values.ssv";
  draft.start = 1;
  draft.stop = 2.5;
  draft.settings.push_back({"tolerance", {1e-6}, {}});
  draft.settings.push_back({"record", {std::string("a b.*"), std::string("!t.*")}, {}});
  draft.settings.push_back({"certify", {false}, {}});
  draft.settings.push_back({"threads", {std::int64_t{2}}, {}});
  return draft;
}

class WrittenSsp : public testing::Test {
 protected:
  System read(const SspDraft& draft) { return read(write_ssd(draft), write_ssv(draft)); }
  System read(const std::string& description, const std::string& values = "") {
    test::write_file(folder / "x.ssp", test::make_zip({{"SystemStructure.ssd", description},
                                                       {"resources/values.ssv", values},
                                                       {"resources/x.fmu", "x"},
                                                       {"resources/t.csv", "time,y\n0,1\n"}}));
    return load_ssp(folder / "x.ssp");
  }
  const test::ScratchFolder folder;
};

TEST_F(WrittenSsp, ReadsBackTheSame) {
  const System s = read(small_draft());
  EXPECT_EQ(s.mistakes, std::vector<std::string>{});
  EXPECT_TRUE(s.remarks.empty()) << s.remarks.front().sentence;
  ASSERT_EQ(s.components.size(), 2u);
  EXPECT_EQ(s.components[0].name, "a b");
  EXPECT_EQ(s.components[0].interface, "cs");
  EXPECT_TRUE(s.components[0].isolated);
  EXPECT_EQ(s.components[0].allow, std::vector<std::string>{"network"});
  EXPECT_EQ(s.components[1].held, std::vector<std::string>{"y"});
  ASSERT_EQ(s.connections.size(), 1u);
  EXPECT_EQ(s.connections[0].target.text(), "a b.u<1>");
  EXPECT_FALSE(s.connections[0].stages[0].converts);
  EXPECT_EQ(s.connections[0].stages[0].gain, 2);
  EXPECT_EQ(s.connections[0].stages[0].offset, 0.1);
  ASSERT_EQ(s.parameters.size(), 2u);
  EXPECT_EQ(s.parameters[0].value, Value(0.3));
  EXPECT_EQ(s.parameters[0].unit.meaning->factor, 1000);
  EXPECT_EQ(s.parameters[1].value, Value(std::string("\"x\"\n<&>")));
}

TEST_F(WrittenSsp, KeepsTheSettingsOfTheRun) {
  const SspDraft draft = small_draft();
  const System s = read(draft);
  ASSERT_EQ(s.settings.size(), 2 + draft.settings.size());
  EXPECT_EQ(s.settings[0].key, "start");
  EXPECT_EQ(s.settings[1].values, std::vector<Value>{2.5});
  for (std::size_t i = 0; i < draft.settings.size(); ++i) {
    EXPECT_EQ(s.settings[i + 2].key, draft.settings[i].key);
    EXPECT_EQ(s.settings[i + 2].values, draft.settings[i].values);
  }
}

TEST_F(WrittenSsp, PacksATableOfInputs) {
  SspDraft draft = small_draft();
  draft.settings = {{"input", {std::string("resources/t.csv")}, {}}};
  const System s = read(draft);
  const std::string file = std::get<std::string>(s.settings.back().values.front());
  EXPECT_TRUE(std::filesystem::exists(file)) << file;
  draft.settings = {{"input", {std::string("../t.csv")}, {}}};
  EXPECT_FALSE(read(draft).mistakes.empty()) << "it leads out of the package";
}

TEST_F(WrittenSsp, WrongSettingsHaveAPlace) {
  const auto mistake = [&](const std::string& setting) {
    const System s = read(test::ssd(test::elements(test::component("x", "resources/x.fmu", "")),
                                    "<ssd:Annotations><ssc:Annotation type='bellwether.run'><Run>" +
                                        setting + "</Run></ssc:Annotation></ssd:Annotations>"));
    return s.mistakes.empty() ? "" : s.mistakes.front();
  };
  EXPECT_EQ(mistake("<Setting name='stop'><Real value='1'/></Setting>"), "");
  EXPECT_TRUE(contains(mistake("<Setting name='stop'><Real value='x'/></Setting>"),
                       "SystemStructure.ssd:6:"));
  EXPECT_TRUE(contains(mistake("<Setting name='stop'><Boolean value='1'/></Setting>"),
                       "'1' is no value of type Boolean"));
  EXPECT_TRUE(contains(mistake("<Setting><Real value='1'/></Setting>"),
                       "Setting needs the attribute 'name'"));
}

}  // namespace
}  // namespace bw::system::write_ssp_test
