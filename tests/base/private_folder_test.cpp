#include "base/process/private_folder.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "support/scratch_folder.h"

namespace bw::private_folder_test {
namespace {

namespace fs = std::filesystem;

class PrivateFolderTest : public testing::Test {
 protected:
  PrivateFolderTest() { setenv("TMPDIR", scratch_.path().c_str(), 1); }
  ~PrivateFolderTest() override {
    if (earlier_)
      setenv("TMPDIR", earlier_->c_str(), 1);
    else
      unsetenv("TMPDIR");
  }

  long folders() const { return std::distance(fs::directory_iterator(scratch_.path()), {}); }

  static std::optional<std::string> named() {
    const char* name = std::getenv("TMPDIR");
    return name != nullptr ? std::optional<std::string>(name) : std::nullopt;
  }

  const std::optional<std::string> earlier_ = named();
  test::ScratchFolder scratch_;
};

// Another program that has a folder.
class Other {
 public:
  Other() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) live(ends[1]);
    ::close(ends[1]);
    std::array<char, 4096> name{};
    if (::read(ends[0], name.data(), name.size() - 1) > 0) folder = name.data();
    ::close(ends[0]);
  }
  ~Other() { kill(); }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;

  void kill() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(std::exchange(pid_, -1), nullptr, 0);
  }

  fs::path folder;

 private:
  [[noreturn]] static void live(int ready) {
    ::alarm(60);  // never outlives a test that failed
    const PrivateFolder own = PrivateFolder::make();
    fs::create_directory(own.path() / "resources");
    test::write_file(own.path() / "resources/table.csv", "1,2");
    const std::string name = own.path().string();
    if (::write(ready, name.data(), name.size()) > 0) ::pause();
    ::_exit(1);
  }

  pid_t pid_ = -1;
};

TEST_F(PrivateFolderTest, GoesWithTheObjectAndWithAllThatIsInIt) {
  PrivateFolder folder = PrivateFolder::make();
  test::write_file(folder.path() / "a", "a");
  PrivateFolder other = std::move(folder);
  EXPECT_EQ(folders(), 1);
  other = PrivateFolder();
  EXPECT_EQ(folders(), 0);
}

TEST_F(PrivateFolderTest, OfAKilledProgramIsSwept) {
  Other other;
  ASSERT_TRUE(fs::exists(other.folder));
  other.kill();
  ASSERT_TRUE(fs::exists(other.folder / "resources/table.csv"));
  sweep_private_folders(scratch_.path());
  EXPECT_EQ(folders(), 0);
}

TEST_F(PrivateFolderTest, OfALivingProgramIsNeverSwept) {
  const PrivateFolder own = PrivateFolder::make();
  const Other other;
  sweep_private_folders(scratch_.path());
  EXPECT_TRUE(fs::exists(own.path()));
  EXPECT_TRUE(fs::exists(other.folder / "resources/table.csv"));
}

TEST_F(PrivateFolderTest, SweepingLeavesEverythingElseAlone) {
  const std::string prefix = [&] {  // all but the six letters at its end
    const std::string path = PrivateFolder::make().path().string();
    return path.substr(0, path.size() - 6);
  }();
  const fs::path elsewhere = scratch_.path() / "elsewhere";
  fs::create_directory(elsewhere);
  fs::create_directory_symlink(elsewhere, prefix + "a_link");
  test::write_file(prefix + "a_file", "");
  fs::create_directory(scratch_.path() / "bellwether-test-abcdef");
  sweep_private_folders(scratch_.path());
  EXPECT_EQ(folders(), 4);
}

TEST_F(PrivateFolderTest, OfAnotherUserIsNeverSwept) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can play another user";
  Other other;
  other.kill();
  ASSERT_EQ(::chown(other.folder.c_str(), 65534, 65534), 0);
  sweep_private_folders(scratch_.path());
  EXPECT_TRUE(fs::exists(other.folder / "resources/table.csv"));
}

// Programs that make and sweep at the same time: each keeps what it made.
TEST_F(PrivateFolderTest, IsKeptWhileOthersSweepWithoutPause) {
  constexpr int programs = 4, times = 100;
  for (int i = 0; i < programs; ++i) {
    if (::fork() != 0) continue;
    ::alarm(60);
    for (int k = 0; k < times; ++k) {
      const PrivateFolder own = PrivateFolder::make();
      sweep_private_folders(own.path().parent_path());
      if (!fs::exists(own.path())) ::_exit(1);
    }
    ::_exit(0);
  }
  for (int i = 0, status = 0; i < programs; ++i) {
    ASSERT_GT(::wait(&status), 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(folders(), 0);
}

TEST_F(PrivateFolderTest, AllAreRemovedAtOnceByAProgramThatMustEnd) {
  const PrivateFolder one = PrivateFolder::make();
  PrivateFolder moved = PrivateFolder::make();
  const PrivateFolder two = std::move(moved);
  fs::create_directories(two.path() / "a/b");
  for (int k = 0; k < 200; ++k) test::write_file(two.path() / "a/b" / std::to_string(k), "x");
  fs::create_directory_symlink(scratch_.path(), two.path() / "link");
  test::write_file(scratch_ / "kept", "x");
  remove_private_folders();
  EXPECT_EQ(folders(), 1) << "what is not ours stays";
  EXPECT_TRUE(fs::exists(scratch_ / "kept"));
}

}  // namespace
}  // namespace bw::private_folder_test
