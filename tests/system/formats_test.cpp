// What every registered system format must do, and that a new one is a line of the table.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.h"
#include "support/contains.h"
#include "support/make_zip.h"
#include "support/scratch_folder.h"
#include "support/ssp_text.h"
#include "system/system.h"

namespace bw::system::formats_test {
namespace {

namespace fs = std::filesystem;
using test::contains;

// A component on its own; that it is called "prey" needs its name or the name of the file.
const std::map<std::string_view, std::string> smallest = {
    {".toml", "[components]\nprey = 'prey.fmu'\n"},
    {".msim", "simulator 0 0 prey #000000 prey.fmu\n"},
    {".ssp", test::make_zip({{"SystemStructure.ssd",
                              test::ssd(test::elements(test::component("prey", "prey.mo", "")))},
                             {"prey.mo", ""}})},
    {".ssd",
     test::ssd(test::elements(test::component("prey", "prey.ssd", "", "type='text/x-modelica'")))},
    {".mo", ""},
    {".bmo", ""},
    {".fmu", ""},
};

std::string refusal(const fs::path& file, std::span<const Format> known = formats()) {
  try {
    load(file, known);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SystemFormats, HaveOneExtensionEachAndANameForSentences) {
  std::set<std::string_view> seen;
  for (const Format& format : formats()) {
    EXPECT_TRUE(seen.insert(format.extension).second) << format.extension;
    EXPECT_TRUE(format.extension.starts_with('.')) << format.extension;
    EXPECT_FALSE(format.name.empty()) << format.extension;
  }
}

TEST(SystemFormats, LoadTheSmallestSystem) {
  for (const Format& format : formats()) {
    const std::string extension(format.extension);
    ASSERT_TRUE(smallest.contains(extension)) << "a new format needs its smallest file here";
    const test::ScratchFolder folder;
    const std::string file = folder / ("prey" + extension);
    test::write_file(file, smallest.at(extension));
    const System system = load(file);
    EXPECT_EQ(system.file, file);
    ASSERT_EQ(system.components.size(), 1U) << extension;
    EXPECT_EQ(system.components[0].name, "prey") << extension;
    EXPECT_TRUE(system.components[0].packed ||
                system.components[0].file.parent_path() == folder.path())
        << extension;
    EXPECT_TRUE(contains(system.components[0].position.text(), file));
  }
}

TEST(SystemFormats, AreListedWhereAFileIsOfNone) {
  const test::ScratchFolder folder;
  const std::string file = folder / "s.yaml";
  test::write_file(file, "");
  EXPECT_EQ(refusal(file),
            file +
                ": the extension '.yaml' is not known; a target is a system (.toml), a MasterSim "
                "project (.msim), an SSP package (.ssp), a system structure description (.ssd), a "
                "Modelica model (.mo), a model of Base Modelica (.bmo) or an FMU (.fmu).");
  EXPECT_EQ(refusal(folder.path()),
            folder.path().string() +
                " is a folder; name the .toml, .msim, .ssp, .ssd, .mo, .bmo or .fmu file itself.");
}

System load_list(const fs::path& file) {
  System system;
  system.file = file;
  system.components.push_back({test::read_file(file), {}, {file.string()}});
  return system;
}

TEST(SystemFormats, CanBeMore) {
  std::vector<Format> known(formats().begin(), formats().end());
  known.push_back({".list", "a list of names", load_list});
  const test::ScratchFolder folder;
  test::write_file(folder / "s.list", "prey");
  EXPECT_EQ(load(folder / "s.list", known).components[0].name, "prey");
  test::write_file(folder / "s.yaml", "");
  EXPECT_TRUE(
      contains(refusal(folder / "s.yaml", known), "an FMU (.fmu) or a list of names (.list)."));
  EXPECT_TRUE(contains(refusal(folder.path(), known), ".fmu or .list file itself"));
  EXPECT_TRUE(contains(refusal(folder / "s.list"), "the extension '.list' is not known"));
}

}  // namespace
}  // namespace bw::system::formats_test
