#include <gtest/gtest.h>

#include "base/error.h"
#include "result/compare/compare.h"
#include "result/format.h"
#include "result/formats/convert.h"
#include "result/output_file.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::result::convert_result_test {
namespace {

const std::string rows = "\"time\",\"x\",\"mood\"\n0,1,\"calm\"\n0.5,0.1,\"tired\"\n";

TEST(ConvertResult, GoesFromEveryFormatToEveryOther) {
  const test::ScratchFolder folder;
  test::write_file(folder / "a.csv", rows);
  const Table wanted = read_table(folder / "a.csv");
  for (const Format& one : formats()) {
    if (one.takes != nullptr) continue;  // it leaves the text out
    const std::string first = folder / ("b" + std::string(one.extension));
    convert_result(folder / "a.csv", first);
    for (const Format& other : formats()) {
      const std::string second = folder / ("c" + std::string(other.extension));
      convert_result(first, second);
      CompareOptions options{.relative = 0, .absolute = 0};
      options.only_common = other.takes != nullptr;
      EXPECT_TRUE(compare(read_table(second), wanted, options).same) << one.name << other.name;
    }
  }
}

TEST(ConvertResult, CompletesTheRowsOfAKilledRun) {
  const test::ScratchFolder folder;
  test::write_file(folder / "a.csv", rows);
  convert_result(folder / "a.csv", folder / "a.cells");
  std::filesystem::rename(folder / "a.cells", folder / "run.nc.partial");
  convert_result(folder / "run.nc.partial", folder / "run.nc");
  EXPECT_EQ(read_table(folder / "run.nc").columns[1].texts.back(), "tired");
  EXPECT_TRUE(std::filesystem::exists(folder / "run.nc.partial"));
}

TEST(ConvertResult, NeverOverwritesItsSource) {
  const test::ScratchFolder folder;
  test::write_file(folder / "a.csv", rows);
  test::write_file(folder / "b.csv.partial", rows);
  EXPECT_TRUE(test::contains(
      test::refusal<UsageError>([&] { convert_result(folder / "a.csv", folder / "a.csv"); }),
      "would be overwritten"));
  EXPECT_TRUE(test::contains(test::refusal<UsageError>([&] {
                               convert_result(folder / "b.csv.partial", folder / "b.csv");
                             }),
                             "rename it"));
  EXPECT_EQ(test::read_file(folder / "b.csv.partial"), rows);
}

TEST(ConvertResult, KnowsTheNamesOfResults) {
  for (const char* name : {"a.csv", "b/a.MAT", "a.nc.partial", "a.tsv"})
    EXPECT_TRUE(is_result_name(name)) << name;
  for (const char* name : {"a.toml", "a", "", "a.partial", "a.ssp"})
    EXPECT_FALSE(is_result_name(name)) << name;
}

}  // namespace
}  // namespace bw::result::convert_result_test
