#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "base/error.h"
#include "result/descriptor.h"
#include "result/output_file.h"
#include "support/scratch_folder.h"

namespace bw::result::output_stream_test {
namespace {

class OutputStreamTest : public testing::Test {
 protected:
  std::unique_ptr<OutputFile> opened() {
    return open_output_stream(standard_output_.get(), folder_ / "lv.csv");
  }
  std::string said() const { return test::read_file(folder_ / "standard_output"); }

  test::ScratchFolder folder_;
  Descriptor standard_output_{
      ::open((folder_ / "standard_output").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666)};
};

TEST_F(OutputStreamTest, RowsReachStandardOutputOnlyWhenPublished) {
  const auto stream = opened();
  const std::string rows(300'000, 'r');
  stream->spool().put(rows);
  stream->spool().flush();
  EXPECT_EQ(said(), "");
  EXPECT_EQ(stream->publish(), "-");
  EXPECT_EQ(said(), rows);
  EXPECT_FALSE(stream->earlier_result_exists());
  EXPECT_FALSE(stream->reader_left());
}

TEST_F(OutputStreamTest, RefusedRowsGoToAFileAndNotToStandardOutput) {
  const auto stream = opened();
  stream->spool().put("rows\n");
  EXPECT_EQ(stream->refuse(), folder_ / "lv.rejected.csv");
  EXPECT_EQ(test::read_file(folder_ / "lv.rejected.csv"), "rows\n");
  EXPECT_EQ(said(), "");
}

TEST_F(OutputStreamTest, RowsOfAStoppedRunGoToAPartialFile) {
  const auto stream = opened();
  stream->spool().put("rows\n");
  EXPECT_EQ(stream->keep_partial(), folder_ / "lv.csv.partial");
  EXPECT_EQ(test::read_file(folder_ / "lv.csv.partial"), "rows\n");
  EXPECT_EQ(said(), "");
}

TEST_F(OutputStreamTest, RowsWithoutADecisionGoToAPartialFile) {
  opened()->spool().put("rows\n");
  EXPECT_EQ(test::read_file(folder_ / "lv.csv.partial"), "rows\n");
}

TEST_F(OutputStreamTest, ARunThatWroteNothingLeavesNothing) {
  opened();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "lv.csv.partial"));
}

TEST_F(OutputStreamTest, RowsThatStandardOutputDoesNotTakeAreKept) {
  const Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  if (!full.is_open()) GTEST_SKIP() << "no /dev/full";
  {
    const auto stream = open_output_stream(full.get(), folder_ / "lv.csv");
    stream->spool().put("rows\n");
    EXPECT_THROW(stream->publish(), Error);
  }
  EXPECT_EQ(test::read_file(folder_ / "lv.csv.partial"), "rows\n");
}

TEST_F(OutputStreamTest, AReaderThatLeftGetsNoFileInstead) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  ::close(ends[0]);
  const Descriptor closed(ends[1]);
  const auto earlier = ::signal(SIGPIPE, SIG_IGN);
  {
    const auto stream = open_output_stream(closed.get(), folder_ / "lv.csv");
    stream->spool().put("rows\n");
    EXPECT_EQ(stream->publish(), "-") << "the run is not to blame";
    EXPECT_TRUE(stream->reader_left());
  }
  ::signal(SIGPIPE, earlier);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "lv.csv.partial"));
}

}  // namespace
}  // namespace bw::result::output_stream_test
