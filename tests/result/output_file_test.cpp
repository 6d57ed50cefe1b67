#include "result/output_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "base/error.h"
#include "result/descriptor.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::result::output_file_test {
namespace {

namespace fs = std::filesystem;
using test::contains;

std::string refusal(const std::string& path) {
  return test::outcome<InputError>([&] { open_output_file(path); });
}

class OutputFileTest : public testing::Test {
 protected:
  std::string requested() const { return folder_ / "lv.csv"; }
  std::string refused() const { return folder_ / "lv.rejected.csv"; }
  std::string partial() const { return folder_ / "lv.csv.partial"; }

  test::ScratchFolder folder_;
};

TEST_F(OutputFileTest, APublishedResultTakesTheRequestedName) {
  const auto file = open_output_file(requested());
  EXPECT_TRUE(fs::exists(partial()));
  EXPECT_FALSE(fs::exists(requested()));
  EXPECT_FALSE(file->earlier_result_exists());
  file->spool().put("rows\n");
  EXPECT_EQ(file->publish(), requested());
  EXPECT_EQ(test::read_file(requested()), "rows\n");
  EXPECT_FALSE(fs::exists(partial()));
}

TEST_F(OutputFileTest, AnEarlierResultStaysUntouchedUntilTheNewOneIsPublished) {
  test::write_file(requested(), "earlier\n");
  const auto file = open_output_file(requested());
  file->spool().put("new\n");
  file->spool().flush();
  EXPECT_TRUE(file->earlier_result_exists());
  EXPECT_EQ(test::read_file(requested()), "earlier\n");
  file->publish();
  EXPECT_EQ(test::read_file(requested()), "new\n");
}

TEST_F(OutputFileTest, ARefusedResultNeverTakesTheRequestedName) {
  test::write_file(requested(), "earlier\n");
  test::write_file(refused(), "refused earlier\n");
  const auto file = open_output_file(requested());
  file->spool().put("rows\n");
  EXPECT_EQ(file->refuse(), refused());
  EXPECT_EQ(test::read_file(refused()), "rows\n");
  EXPECT_EQ(test::read_file(requested()), "earlier\n");
  EXPECT_TRUE(file->earlier_result_exists());
  EXPECT_FALSE(fs::exists(partial()));
}

TEST_F(OutputFileTest, PublishingRemovesTheRefusedRowsOfAnEarlierRun) {
  test::write_file(refused(), "refused earlier\n");
  const auto file = open_output_file(requested());
  file->spool().put("rows\n");
  file->publish();
  EXPECT_FALSE(fs::exists(refused()));
}

TEST_F(OutputFileTest, AnInterruptedRunKeepsItsRowsAsPartial) {
  const auto file = open_output_file(requested());
  file->spool().put("rows\n");
  EXPECT_EQ(file->keep_partial(), partial());
  EXPECT_EQ(test::read_file(partial()), "rows\n");
  EXPECT_FALSE(fs::exists(requested()));
}

TEST_F(OutputFileTest, RowsWithoutADecisionStayAsPartial) {
  open_output_file(requested())->spool().put("rows\n");
  EXPECT_EQ(test::read_file(partial()), "rows\n");
}

TEST_F(OutputFileTest, ARunThatWroteNothingLeavesNothing) {
  open_output_file(requested());
  EXPECT_TRUE(fs::is_empty(folder_.path()));
  EXPECT_EQ(open_output_file(requested())->keep_partial(), "");
}

TEST_F(OutputFileTest, ThePartialOfADeadRunIsReplaced) {
  test::write_file(partial(), "a much longer text of a run that was killed\n");
  const auto file = open_output_file(requested());
  file->spool().put("new\n");
  file->publish();
  EXPECT_EQ(test::read_file(requested()), "new\n");
}

TEST_F(OutputFileTest, ADecidedFileCanBeOpenedAgain) {
  const auto first = open_output_file(requested());
  first->spool().put("rows\n");
  first->keep_partial();
  EXPECT_EQ(refusal(requested()), "accepted");
}

// A process that holds the file until it is killed; it says when it is ready.
[[noreturn]] void hold(const std::string& path, int ready) {
  ::alarm(60);  // never outlives a test that failed
  try {
    const auto file = open_output_file(path);
    file->spool().put("rows of the other\n");
    file->spool().flush();
    if (::write(ready, "x", 1) == 1) ::pause();
  } catch (const Error&) {
  }
  ::_exit(1);
}

TEST_F(OutputFileTest, TwoRunsCannotWriteTheSameFile) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t other = ::fork();
  if (other == 0) hold(requested(), ends[1]);
  const Descriptor ready(ends[0]);
  ::close(ends[1]);
  char byte = 0;
  ASSERT_EQ(::read(ready.get(), &byte, 1), 1);
  EXPECT_TRUE(contains(refusal(requested()), "is being written by another run"));
  EXPECT_EQ(test::read_file(partial()), "rows of the other\n");

  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  EXPECT_EQ(test::read_file(partial()), "rows of the other\n") << "a killed run stays readable";
  EXPECT_EQ(refusal(requested()), "accepted") << "its lock died with it";
}

TEST_F(OutputFileTest, AMissingFolderIsNamed) {
  EXPECT_TRUE(contains(refusal(folder_ / "missing/lv.csv"), "missing' does not exist"));
  test::write_file(folder_ / "plain", "");
  EXPECT_TRUE(contains(refusal(folder_ / "plain/lv.csv"), "plain' is not a folder"));
}

TEST_F(OutputFileTest, ANameThatIsAFolderIsRefused) {
  EXPECT_TRUE(contains(refusal(folder_.path().string()), "it is a folder"));
  EXPECT_TRUE(contains(refusal(""), "the name is empty"));
}

TEST_F(OutputFileTest, ADeviceIsNeverReplaced) {
  EXPECT_TRUE(contains(refusal("/dev/null"), "'/dev/null'"));
  ::mkfifo((folder_ / "pipe.csv").c_str(), 0666);
  EXPECT_TRUE(contains(refusal(folder_ / "pipe.csv"), "not a file that can be replaced"));
}

TEST_F(OutputFileTest, AFolderThatIsNotWritableIsNamed) {
  ::chmod(folder_.path().c_str(), 0555);
  const bool root = ::geteuid() == 0;  // nothing is closed to root
  ASSERT_EQ(root ? ::seteuid(65534) : 0, 0);
  const std::string sentence = refusal(requested());
  ASSERT_EQ(root ? ::seteuid(0) : 0, 0);
  ::chmod(folder_.path().c_str(), 0755);
  EXPECT_TRUE(contains(sentence, "is not writable (Permission denied)"));
}

TEST_F(OutputFileTest, ALinkStaysAndItsTargetIsReplaced) {
  fs::create_directory(folder_ / "disk");
  test::write_file(folder_ / "disk/lv.csv", "earlier\n");
  fs::create_symlink(folder_ / "disk/lv.csv", requested());
  const auto file = open_output_file(requested());
  file->spool().put("new\n");
  EXPECT_TRUE(file->earlier_result_exists());
  file->publish();
  EXPECT_TRUE(fs::is_symlink(requested()));
  EXPECT_EQ(test::read_file(folder_ / "disk/lv.csv"), "new\n");
}

TEST_F(OutputFileTest, RowsThatCannotTakeTheirNameStayAsPartial) {
  const auto file = open_output_file(requested());
  file->spool().put("rows\n");
  fs::create_directory(requested());
  const auto error = test::caught<Error>([&] { file->publish(); });
  ASSERT_TRUE(error);
  EXPECT_EQ(error->exit_code(), ExitCode::stopped);
  EXPECT_TRUE(contains(error->what(), "They stay in"));
  EXPECT_EQ(test::read_file(partial()), "rows\n");
}

TEST(OutputNames, KeepTheFolderAndTheExtension) {
  EXPECT_EQ(rejected_name("a/lv.csv"), "a/lv.rejected.csv");
  EXPECT_EQ(rejected_name("lv"), "lv.rejected");
  EXPECT_EQ(rejected_name("a.b/lv.2.csv"), "a.b/lv.2.rejected.csv");
  EXPECT_EQ(partial_name("a/lv.csv"), "a/lv.csv.partial");
}

}  // namespace
}  // namespace bw::result::output_file_test
