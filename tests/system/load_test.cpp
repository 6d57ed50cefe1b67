#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"
#include "system/system.h"

namespace bw::system::load_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::ScratchFolder;
using test::write_file;

std::string complaint(const fs::path& file) {
  return test::refusal<InputError>([&] { load(file); });
}

TEST(Load, ATomlFileIsASystem) {
  const ScratchFolder folder;
  write_file(folder / "s.toml", "[components]\nprey = 'sub/prey.fmu'\n");
  const System s = load(folder / "s.toml");
  EXPECT_EQ(s.file, folder / "s.toml");
  ASSERT_EQ(s.components.size(), 1u);
  EXPECT_EQ(s.components[0].file, folder.path() / "sub" / "prey.fmu") << "beside the system's file";
}

TEST(Load, AMasterSimProjectIsASystem) {
  const ScratchFolder folder;
  write_file(folder / "p.msim", "simulator 0 0 prey #000000 sub/prey.fmu\n");
  const System s = load(folder / "p.msim");
  ASSERT_EQ(s.components.size(), 1u);
  EXPECT_EQ(s.components[0].file, folder.path() / "sub" / "prey.fmu")
      << "beside the project's file";
  EXPECT_FALSE(s.single);
}

TEST(Load, AMistakeInTheFileIsReportedWithItsPath) {
  const ScratchFolder folder;
  write_file(folder / "s.toml", "[components]\nprey = 3\n");
  EXPECT_TRUE(contains(complaint(folder / "s.toml"), folder / "s.toml" + ":2:1: "));
}

TEST(Load, WindowsLineEndsAndAByteOrderMarkAreFine) {
  const ScratchFolder folder;
  write_file(folder / "s.toml", "\xEF\xBB\xBF[components]\r\nprey = 'prey.fmu'\r\n");
  EXPECT_EQ(load(folder / "s.toml").components[0].name, "prey");
}

TEST(Load, AnFmuIsASystemOfOneComponent) {
  const ScratchFolder folder;
  write_file(folder / "prey.fmu", "");
  const System s = load(folder / "prey.fmu");
  ASSERT_EQ(s.components.size(), 1u);
  EXPECT_TRUE(s.single);
  EXPECT_EQ(s.components[0].name, "prey");
  EXPECT_EQ(s.components[0].file, folder / "prey.fmu");
  EXPECT_EQ(s.components[0].position.text(), folder / "prey.fmu");
  EXPECT_TRUE(s.connections.empty());
  EXPECT_TRUE(s.settings.empty());
}

TEST(Load, ASingleComponentsNameHasNoDot) {
  const ScratchFolder folder;
  for (const char* name : {"Modelica.Blocks.PID.fmu", "heat-pump 2.fmu"})
    write_file(folder / name, "");
  EXPECT_EQ(load(folder / "Modelica.Blocks.PID.fmu").components[0].name, "Modelica_Blocks_PID");
  EXPECT_EQ(load(folder / "heat-pump 2.fmu").components[0].name, "heat-pump 2");
}

TEST(Load, AMissingFileIsRefused) {
  EXPECT_EQ(complaint("no/such/system.toml"), "no/such/system.toml: there is no such file.");
  EXPECT_EQ(complaint("no/such.fmu"), "no/such.fmu: there is no such file.");
}

TEST(Load, AFolderIsRefused) {
  const ScratchFolder folder;
  EXPECT_TRUE(contains(complaint(folder.path()), "is a folder"));
  fs::create_directory(folder.path() / "x.toml");
  EXPECT_TRUE(contains(complaint(folder.path() / "x.toml"), "is a folder"));
}

TEST(Load, AnUnknownEndingIsRefusedWithTheKnownOnes) {
  const ScratchFolder folder;
  for (const char* name : {"s.yaml", "s", ".toml"}) {
    write_file(folder / name, "[components]\n");
    const std::string said = complaint(folder / name);
    EXPECT_TRUE(contains(said, folder / name));
    EXPECT_TRUE(
        contains(said,
                 "(.toml), a MasterSim project (.msim), an SSP package (.ssp), "
                 "a system structure description (.ssd), a Modelica model (.mo), a model of Base "
                 "Modelica (.bmo) or an FMU (.fmu)"));
  }
}

TEST(Load, AFileThatCannotBeReadIsRefused) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser can read everything";
  const ScratchFolder folder;
  write_file(folder / "s.toml", "[components]\n");
  fs::permissions(folder / "s.toml", fs::perms::none);
  EXPECT_TRUE(contains(complaint(folder / "s.toml"), "cannot be read"));
}

TEST(Endpoints, AreDividedAtTheFirstDot) {
  const Endpoint end = endpoint("a.b.c[1].der(x.y)", {});
  EXPECT_EQ(end.component, "a");
  EXPECT_EQ(end.variable, "b.c[1].der(x.y)");
  EXPECT_EQ(end.text(), "a.b.c[1].der(x.y)");
}

TEST(Endpoints, NeedAComponentAndAVariable) {
  for (const char* text : {"", ".", "a", "a.", ".a"}) {
    const std::string said = test::refusal<InputError>([&] { endpoint(text, {"s.toml", 2, 3}); });
    EXPECT_EQ(said,
              "s.toml:2:3: '" + std::string(text) + "' is not of the form component.variable.");
  }
}

}  // namespace
}  // namespace bw::system::load_test
