#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>

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

void convert(const std::string& source, const std::string& target) {
  EXPECT_EQ(convert_result(source, target), std::vector<std::string>());
}

const std::string rows = "\"time\",\"x\",\"mood\"\n0,1,\"calm\"\n0.5,0.1,\"tired\"\n";

TEST(ConvertResult, GoesFromEveryFormatToEveryOther) {
  const test::ScratchFolder folder;
  test::write_file(folder / "a.csv", rows);
  const Table wanted = read_table(folder / "a.csv");
  for (const Format& one : formats()) {
    if (one.takes != nullptr) continue;  // it leaves the text out
    const std::string first = folder / ("b" + std::string(one.extension));
    convert(folder / "a.csv", first);
    for (const Format& other : formats()) {
      const std::string second = folder / ("c" + std::string(other.extension));
      EXPECT_EQ(convert_result(first, second).size(), other.takes != nullptr ? 1U : 0U);
      CompareOptions options{.relative = 0, .absolute = 0};
      options.only_common = other.takes != nullptr;
      EXPECT_TRUE(compare(read_table(second), wanted, options).same) << one.name << other.name;
    }
  }
}

TEST(ConvertResult, CompletesTheRowsOfAKilledRun) {
  const test::ScratchFolder folder;
  test::write_file(folder / "a.csv", rows);
  convert(folder / "a.csv", folder / "a.cells");
  std::filesystem::rename(folder / "a.cells", folder / "run.nc.partial");
  convert(folder / "run.nc.partial", folder / "run.nc");
  EXPECT_EQ(read_table(folder / "run.nc").columns[1].texts.back(), "tired");
  EXPECT_TRUE(std::filesystem::exists(folder / "run.nc.partial"));
}

TEST(ConvertResult, NeverOverwritesItsSource) {
  const test::ScratchFolder folder;
  test::write_file(folder / "a.csv", rows);
  test::write_file(folder / "b.csv.partial", rows);
  EXPECT_TRUE(test::contains(
      test::refusal<UsageError>([&] { convert(folder / "a.csv", folder / "a.csv"); }),
      "would be overwritten"));
  EXPECT_TRUE(test::contains(
      test::refusal<UsageError>([&] { convert(folder / "b.csv.partial", folder / "b.csv"); }),
      "rename it"));
  EXPECT_EQ(test::read_file(folder / "b.csv.partial"), rows);
}

TEST(ConvertResult, KeepsAllDigitsOfWholeNumbers) {
  const test::ScratchFolder folder;
  const std::string numbers = "9007199254740993";
  test::write_file(folder / "a.csv", "\"time\",\"n\",\"x\"\n0,1,9007199254740994\n1," + numbers +
                                         ",0.5\n2,-9223372036854775808,2\n");
  for (const char* name : {"b.nc", "b.cells", "b.tsv"}) {
    convert(folder / "a.csv", folder / name);
    convert(folder / name, folder / "back.csv");
    const Table table = read_table(folder / "back.csv");
    ASSERT_EQ(table.columns[0].exact.size(), 2U) << name;
    EXPECT_EQ(table.columns[0].exact[0].second, 9007199254740993) << name;
    EXPECT_EQ(table.columns[0].exact[1].second, std::numeric_limits<std::int64_t>::min()) << name;
    EXPECT_EQ(table.columns[1].numbers[1], 0.5) << name;
  }
}

TEST(ConvertResult, SaysWhatTheNewFileCannotTake) {
  const test::ScratchFolder folder;
  test::write_file(folder / "a.csv", rows);
  const auto left_out = convert_result(folder / "a.csv", folder / "a.mat");
  ASSERT_EQ(left_out.size(), 1U);
  EXPECT_TRUE(test::contains(left_out[0], "mood is left out")) << left_out[0];
  // A double has 2^53 + 2, not 2^53 + 1; and the second column would have kept it as an integer.
  test::write_file(folder / "b.csv",
                   "time,x,n,y\n0,9007199254740993,9007199254740993,9007199254740994\n"
                   "1,0.5,1,0.5\n");
  for (const char* name : {"b.nc", "b.cells", "b.tsv"}) {
    const auto rounded = convert_result(folder / "b.csv", folder / name);
    ASSERT_EQ(rounded.size(), 1U) << name;
    EXPECT_TRUE(test::contains(rounded[0], "rounded in x, because")) << rounded[0];
  }
  // Rounded to the first number that no Integer has.
  test::write_file(folder / "c.csv", "time,x\n0,9223372036854775807\n1,0.5\n");
  EXPECT_EQ(convert_result(folder / "c.csv", folder / "c.tsv").size(), 1U);
}

// data_1 is the matrix before the last: start and stop, both in front of the constants.
std::vector<double> times_of_mat(const std::string& path) {
  const std::string bytes = test::read_file(path);
  std::vector<double> times(2);
  const std::size_t at = bytes.find("data_1") + sizeof "data_1";
  std::memcpy(times.data(), bytes.data() + at, 2 * sizeof(double));
  return times;
}

TEST(ConvertResult, WritesTheTimesOfTheFirstAndTheLastRow) {
  const test::ScratchFolder folder;
  test::write_file(folder / "a.csv", "time,x\n2,1\n3,1\n5,1\n");
  convert(folder / "a.csv", folder / "a.cells");
  for (const char* name : {"a.csv", "a.cells"}) {
    convert(folder / name, folder / "b.mat");
    EXPECT_EQ(times_of_mat(folder / "b.mat"), (std::vector<double>{2, 5})) << name;
  }
}

TEST(ConvertResult, AsksForNoMoreMemoryThanItsSourceIsLong) {
  const test::ScratchFolder folder;
  const std::uint64_t length = std::uint64_t{1} << 32U;
  test::write_file(folder / "a.cells",
                   "bwcells1" + std::string(reinterpret_cast<const char*>(&length), sizeof length));
  EXPECT_TRUE(test::contains(
      test::refusal<InputError>([&] { convert(folder / "a.cells", folder / "b.mat"); }),
      "it is not complete"));
}

TEST(ConvertResult, KnowsTheNamesOfResults) {
  for (const char* name : {"a.csv", "b/a.MAT", "a.nc.partial", "a.tsv"})
    EXPECT_TRUE(is_result_name(name)) << name;
  for (const char* name : {"a.toml", "a", "", "a.partial", "a.ssp"})
    EXPECT_FALSE(is_result_name(name)) << name;
}

}  // namespace
}  // namespace bw::result::convert_result_test
