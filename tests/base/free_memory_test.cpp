#include "base/process/free_memory.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/scratch_folder.h"

namespace bw::free_memory_test {
namespace {

namespace fs = std::filesystem;

// A machine with these files.
class FreeMemory : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& text) {
    fs::create_directories((root() / name).parent_path());
    std::ofstream(root() / name) << text;
  }
  fs::path root() const { return folder_.path(); }

 private:
  test::ScratchFolder folder_;
};

constexpr double mb = 1024 * 1024;

TEST_F(FreeMemory, IsUnknownWhereNothingSaysIt) { EXPECT_FALSE(free_memory(root())); }

TEST_F(FreeMemory, IsWhatTheMachineHasAvailable) {
  put("proc/meminfo", "MemTotal:  9000000 kB\nMemFree: 10 kB\nMemAvailable:    2048 kB\n");
  EXPECT_EQ(free_memory(root()), 2 * mb);
}

TEST_F(FreeMemory, IsLessWhereAControlGroupAllowsLess) {
  put("proc/meminfo", "MemAvailable:    8192 kB\n");
  put("proc/self/cgroup", "0::/a/b\n");
  put("sys/fs/cgroup/a/b/memory.max", "max\n");
  put("sys/fs/cgroup/a/b/memory.current", "1048576\n");
  EXPECT_EQ(free_memory(root()), 8 * mb);
  put("sys/fs/cgroup/a/memory.max", "4194304\n");
  put("sys/fs/cgroup/a/memory.current", "1048576\n");
  EXPECT_EQ(free_memory(root()), 3 * mb);
}

TEST_F(FreeMemory, OfThisMachineIsSome) { EXPECT_GT(free_memory().value_or(0), 0); }

}  // namespace
}  // namespace bw::free_memory_test
