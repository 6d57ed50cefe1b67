#pragma once
// What a test with child processes must not leave behind.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <iterator>

namespace bw::test {

inline long open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}

// Neither running ones nor zombies.
inline bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

class LeavesNoProcess : public testing::Test {
 protected:
  void TearDown() override {
    EXPECT_EQ(open_files(), files_);
    EXPECT_FALSE(has_children());
  }

 private:
  long files_ = open_files();
};

}  // namespace bw::test
