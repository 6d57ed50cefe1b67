#include "base/nearest.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/scratch_folder.h"

namespace bw::nearest_test {
namespace {

using Names = std::vector<std::string>;

TEST(Nearest, ATypingErrorComesBeforeABeginning) {
  const Names known = {"--stop", "--step", "--steps", "--tolerance", "--max-step"};
  EXPECT_EQ(nearest_names("--stpo", known), Names{"--stop"});
  EXPECT_EQ(nearest_names("--tol", known), Names{"--tolerance"});
  EXPECT_EQ(nearest_names("--max", known), Names{"--max-step"});
  EXPECT_EQ(nearest_names("--STOP", known), Names{"--stop"});
  EXPECT_EQ(nearest_names("--frobnicate", known), Names{});
}

TEST(Nearest, ABeginningOfSeveralNamesProposesAllOfAFew) {
  EXPECT_EQ(nearest_names("pump", {"pump.flow", "pump.head", "tank.level"}),
            (Names{"pump.flow", "pump.head"}));
  EXPECT_EQ(nearest_names("pump", {"pump.aaa", "pump.bbb", "pump.ccc", "pump.ddd"}), Names{});
  EXPECT_EQ(nearest_names("--", {"--stop-time"}), Names{});
  EXPECT_EQ(nearest_names("", {"x"}), Names{});
}

TEST(Nearest, AMissingFileIsComparedWithThoseBesideIt) {
  const test::ScratchFolder folder;
  test::write_file(folder / "system.toml", "");
  const std::string there = folder / "system.toml";
  EXPECT_EQ(did_you_mean_file(folder / "systm.toml"), " Did you mean " + there + "?");
  EXPECT_EQ(did_you_mean_file(folder / "other.fmu"), "");
  EXPECT_EQ(did_you_mean_file(folder / "gone/system.toml"), "");
}

}  // namespace
}  // namespace bw::nearest_test
