// Files that are written as a whole.

#include "result/whole_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <string>

#include "base/error.h"
#include "base/process/process_name.h"
#include "support/scratch_folder.h"

namespace bw::result::whole_file_test {
namespace {

// Another process may write the same file at this moment.
TEST(WholeFile, LeavesDraftsOfOthersAlone) {
  const test::ScratchFolder out;
  const std::string own = own_name(), dead = own.substr(0, own.rfind('-')) + "-1";
  test::write_file(out / "s.json.partial", "of a run");
  test::write_file(out / "s.json.partial.other-host-1-1", "of another machine");
  test::write_file(out / ("s.json.partial." + dead), "of a killed process");
  write_whole_file(out / "s.json", "{}", "The summary");
  EXPECT_EQ(test::read_file(out / "s.json"), "{}");
  EXPECT_EQ(test::read_file(out / "s.json.partial"), "of a run");
  EXPECT_EQ(test::read_file(out / "s.json.partial.other-host-1-1"), "of another machine");
  EXPECT_FALSE(std::filesystem::exists(out / ("s.json.partial." + dead)));
  EXPECT_FALSE(std::filesystem::exists(out / ("s.json.partial." + own)));
}

TEST(WholeFile, ALongNameHasADraftToo) {
  const test::ScratchFolder out;
  const std::string name(250, 'n');
  write_whole_file(out / name, "x", "The summary");
  EXPECT_EQ(test::read_file(out / name), "x");
}

TEST(WholeFile, SaysWhatCannotBeWritten) {
  const test::ScratchFolder out;
  std::filesystem::create_directory(out / "folder");
  EXPECT_THROW(write_whole_file(out / "folder", "x", "The summary"), Error);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(out.path()), {}), 1);
}

}  // namespace
}  // namespace bw::result::whole_file_test
