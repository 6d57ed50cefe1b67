// No file that a run reads is ever overwritten, whatever its name.

#include "run/publish/run_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::run::run_files_test {
namespace {

using test::contains;

class RunFiles : public testing::Test {
 protected:
  std::string refusal(RunSpec spec) const {
    system::System system;
    system.components.push_back({.name = "room", .file = scratch / "room.fmu", .position = {}});
    system.components.push_back({.name = "sun", .file = scratch / "sun.csv", .position = {}});
    spec.target = scratch / "house.toml";
    return test::outcome<UsageError>([&] { check_own_files(spec, system); });
  }
  void SetUp() override {
    for (const char* name : {"house.toml", "room.fmu", "sun.csv", "in.csv"})
      test::write_file(scratch / name, "time,u\n0,0\n");
  }
  test::ScratchFolder scratch;
};

TEST_F(RunFiles, NoOutputTakesTheNameOfAnInput) {
  for (const char* read : {"in.csv", "sun.csv", "room.fmu", "house.toml"}) {
    const std::string name = scratch / read;
    EXPECT_TRUE(
        contains(refusal({.input = scratch / "in.csv", .output = name}), "such as -o other.csv."));
    EXPECT_TRUE(contains(refusal({.input = scratch / "in.csv", .summary = name}),
                         "such as --summary other.json."));
    EXPECT_TRUE(contains(refusal({.input = scratch / "in.csv", .steps = name}),
                         "such as --steps other.csv."));
    EXPECT_TRUE(contains(refusal({.input = scratch / "in.csv", .eigenvalues = name}),
                         "such as --eigenvalues other.csv."));
  }
  EXPECT_EQ(refusal({.input = scratch / "in.csv", .output = scratch / "out.csv"}), "accepted");
}

TEST_F(RunFiles, AnotherSpellingOrALinkIsTheSameFile) {
  std::filesystem::create_directory(scratch / "sub");
  std::filesystem::create_symlink("in.csv", scratch / "soft.csv");
  std::filesystem::create_hard_link(scratch / "in.csv", scratch / "hard.csv");
  std::filesystem::create_symlink("sub/../soft.csv", scratch / "softer.csv");
  for (const char* name : {"sub/../in.csv", "./in.csv", "soft.csv", "softer.csv", "hard.csv"})
    EXPECT_TRUE(contains(refusal({.input = scratch / "in.csv", .output = scratch / name}),
                         "which this run reads; choose another name, such as -o other.csv."))
        << name;
}

TEST_F(RunFiles, TheNamesOfRowsBeforeAndWithoutTheVerdictCountToo) {
  for (const char* name : {"out.csv.partial", "out.rejected.csv"}) {
    test::write_file(scratch / name, "time,u\n0,0\n");
    EXPECT_TRUE(contains(refusal({.input = scratch / name, .output = scratch / "out.csv"}),
                         "would overwrite '" + scratch / name + "', which this run reads"));
  }
  const std::string result = scratch / "out.csv";
  for (const char* name : {"out.csv", "out.csv.partial", "out.rejected.csv"}) {
    EXPECT_TRUE(contains(refusal({.output = result, .steps = scratch / name}), "writes, too"));
    EXPECT_TRUE(
        contains(refusal({.eigenvalues = scratch / name, .output = result}), "writes, too"));
  }
  EXPECT_TRUE(contains(refusal({.summary = scratch / "in.json", .steps = scratch / "in.json"}),
                       "writes, too"));
  // Rows for standard output that are not accepted go into files named after the target.
  EXPECT_TRUE(contains(refusal({.input = "house.rejected.csv", .output = "-"}), "which this run"));
  EXPECT_EQ(refusal({.input = "house.csv", .output = "-"}), "accepted");
}

}  // namespace
}  // namespace bw::run::run_files_test
