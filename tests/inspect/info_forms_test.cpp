// The text and the JSON of `bellwether info` say the same, of every FMU, model and system here.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "inspect/info.h"
#include "inspect/text_table.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"

namespace bw::inspect::info_forms_test {
namespace {

namespace fs = std::filesystem;

// A system of a table, a model and FMUs, for the examples have no tables.
void write_system(const test::ScratchFolder& folder) {
  test::write_file(folder / "table.csv", "time,power [kW],n\n0,1,2\n1,2,3\n");
  test::write_file(
      folder / "system.toml",
      "[components]\ntable = { file = \"table.csv\", held = [\"n\"] }\n"
      "types = { file = \"" BW_TEST_FMUS
      "/all_types.fmu\", interface = \"cs\" }\n"
      "model = \"" BW_SOURCE
      "/tests/equation/models/everything.mo\"\n"
      "[connections]\n\"types.power_in\" = { from = \"table.power\", gain = 2, unit = \"W\" }\n"
      "[run]\nstop = 3\nrecord = [\"types.*\", \"table.*\"]\n");
}

// A system of SSP: a map, a connector of the system, values of two bindings.
void write_ssp(const test::ScratchFolder& folder) {
  using namespace test;
  write_file(folder / "m.mo",
             "model M\n  input Real u(unit = \"m\", start = 0);\n  input Integer i(start = 0);\n"
             "  output Real y(unit = \"m\");\n  output Integer n;\n"
             "equation\n  y = u;\n  n = i;\nend M;\n");
  const std::string whole = "<ssc:Integer/>";
  const std::string ports = connectors(connector("u", "input") + connector("i", "input", whole) +
                                       connector("y", "output") + connector("n", "output", whole));
  const std::string map =
      "<ssc:IntegerMappingTransformation><ssc:MapEntry source='1' target='5'/>"
      "</ssc:IntegerMappingTransformation>";
  const std::string metre = "<ssc:Unit name='m'><ssc:BaseUnit m='1'/></ssc:Unit>";
  const auto bound = [&](const std::string& name, const std::string& value) {
    return bindings(
        "<ssd:ParameterBinding><ssd:ParameterValues>" +
        parameter_set(real(name, value, "unit='m'"), "<ssv:Units>" + metre + "</ssv:Units>") +
        "</ssd:ParameterValues></ssd:ParameterBinding>");
  };
  const std::string both =
      elements(component("a", "m.mo", ports + bound("u", "1")) + component("b", "m.mo", ports));
  const std::string lines = connections(connection("w", "a.u") + connection("a.y", "b.u") +
                                        connection("a.n", "b.i", map));
  const std::string own = connectors(connector("w", "input", "<ssc:Real unit='m'/>"));
  write_file(folder / "x.ssd",
             ssd(own + bound("w", "3") + both + lines, "<ssd:Units>" + metre + "</ssd:Units>"));
}

// What can be explained: some FMUs are broken on purpose.
std::vector<Info> all_infos() {
  const test::ScratchFolder folder;
  write_system(folder);
  write_ssp(folder);
  std::vector<Info> infos;
  for (const fs::path& root : {fs::path(BW_TEST_FMUS), fs::path(BW_EXAMPLES),
                               fs::path(BW_SOURCE "/tests/equation/models"), folder.path()})
    for (const auto& file : fs::recursive_directory_iterator(root)) {
      const fs::path ending = file.path().extension();
      if (ending != ".fmu" && ending != ".mo" && ending != ".toml" && ending != ".ssd") continue;
      try {
        infos.push_back(inform(file.path()));
      } catch (const InputError&) {
      }
    }
  return infos;
}

std::size_t count(const std::vector<Info>& infos, const char* kind) {
  return static_cast<std::size_t>(std::count_if(
      infos.begin(), infos.end(), [&](const Info& i) { return i.facts->at("kind") == kind; }));
}

std::set<std::string> names_in(const Json& description) {
  std::set<std::string> names;
  const auto add = [&](const char* list, const char* key) {
    if (!description.contains(list)) return;
    for (const Json& item : description.at(list))
      if (!item.contains("causality") || item.at("causality") != "independent")
        names.insert(item.is_string() ? item : item.at(key));
  };
  add("variables", "name");
  add("states", "");
  add("terminals", "name");
  add("log_categories", "name");
  add("components", "name");
  add("connections", "input");
  add("connections", "output");
  add("parameters", "variable");
  return names;
}

TEST(InfoForms, EveryNameInTheJsonStandsInTheText) {
  const std::vector<Info> infos = all_infos();
  EXPECT_GT(count(infos, "fmu"), 20U);
  EXPECT_GT(count(infos, "equations"), 5U);
  EXPECT_GT(count(infos, "system"), 1U);
  for (const Info& info : infos) {
    const std::string text = info_text(info, true);
    for (const std::string& name : names_in(Json::parse(info_json(info))))
      EXPECT_NE(text.find(on_one_line(name)), std::string::npos)
          << info.facts->at("file") << ": " << name;
  }
}

// Facts that the text leaves out: how their places in the tree begin.
constexpr std::string_view only_in_json[] = {"bellwether",
                                             "token",
                                             "structured_names",
                                             "interfaces[].source_files",
                                             "contents.extra",
                                             "contents.platforms[].libraries[]",
                                             "build",
                                             "variables[].reference",
                                             "variables[].declared_type",
                                             "variables[].initial",
                                             "variables[].takes_start",
                                             "variables[].quantity",
                                             "variables[].clock.can_be_deactivated",
                                             "variables[].clock.supports_fraction",
                                             "variables[].clocks",
                                             "variables[].mime_type",
                                             "variables[].max_size",
                                             "structure.outputs",
                                             "structure.derivatives[].dependencies",
                                             "structure.initial_unknowns",
                                             "structure.event_indicators",
                                             "terminals[].members[].kind",
                                             "terminals[].members[].name",
                                             "connections[].place",
                                             "connections[].stages",
                                             "connectors[].place"};

bool is_only_in_json(const std::string& kind, const std::string& place) {
  if (kind == "equations" && place == "variables[].nominal") return true;
  return std::any_of(std::begin(only_in_json), std::end(only_in_json),
                     [&](std::string_view begin) { return place.starts_with(begin); });
}

class Changes {
 public:
  explicit Changes(const Info& info) : facts_(*info.facts), text_(info_text(info, true)) {}

  // The places of facts, and whether the text changes with them.
  void try_all(std::map<std::string, bool>& shown) {
    std::set<std::string> places;
    collect_places(facts_, "", places);
    for (const std::string& place : places)
      if (!shown[place]) shown[place] = text_changes_with(place);
  }

 private:
  static std::string place_of(const Json& tree, const std::string& place, const std::string& key) {
    if (tree.is_array()) return place + "[]";
    const bool is_named_by_the_user = place == "settings" || place == "aliases";
    return place + (place.empty() ? "" : ".") + (is_named_by_the_user ? "*" : key);
  }

  static void collect_places(const Json& tree, const std::string& place,
                             std::set<std::string>& places) {
    if (!tree.is_structured() && !tree.is_null()) places.insert(place);
    if (!tree.is_structured()) return;
    for (const auto& [key, branch] : tree.items())
      collect_places(branch, place_of(tree, place, key), places);
  }

  static void change(Json& tree, const std::string& here, const std::string& place) {
    if (tree.is_structured()) {
      for (const auto& [key, branch] : tree.items())
        change(branch, place_of(tree, here, key), place);
    } else if (here == place) {
      if (tree.is_string()) tree = "changed " + tree.get<std::string>();
      if (tree.is_boolean()) tree = !tree.get<bool>();
      if (tree.is_number_float())
        tree = std::isfinite(tree.get<double>()) ? 3 * tree.get<double>() + 1 : 1.0;
      if (tree.is_number_integer()) tree = 3 * tree.get<std::int64_t>() + 1;
    }
  }

  bool text_changes_with(const std::string& place) const {
    Json changed = facts_;
    change(changed, "", place);
    try {
      return info_text({std::make_shared<const Json>(std::move(changed))}, true) != text_;
    } catch (const std::exception&) {
      return true;  // a word that decides, and has no meaning now
    }
  }

  const Json& facts_;
  const std::string text_;
};

TEST(InfoForms, EveryFactIsInTheTextOrLeftOutOnPurpose) {
  std::map<std::string, std::map<std::string, bool>> shown;  // by kind and place
  for (const Info& info : all_infos())
    Changes(info).try_all(shown[info.facts->at("kind").get<std::string>()]);
  for (const auto& [kind, places] : shown)
    for (const auto& [place, is_shown] : places)
      EXPECT_NE(is_shown, is_only_in_json(kind, place)) << kind << ": " << place;
}

}  // namespace
}  // namespace bw::inspect::info_forms_test
