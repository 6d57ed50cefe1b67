#include "base/process/spare_descriptors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <vector>

namespace bw::spare_descriptors_test {
namespace {

int open_something() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

int lowest_free() {
  const int fd = open_something();
  close(fd);
  return fd;
}

// With so few descriptors that all of them can be taken.
class SpareDescriptors : public testing::Test {
 protected:
  SpareDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit few{static_cast<rlim_t>(lowest_free()) + 40, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
  }
  ~SpareDescriptors() override { setrlimit(RLIMIT_NOFILE, &before_); }
  static int count_free() {
    std::vector<int> taken;
    for (int fd = open_something(); fd >= 0; fd = open_something()) taken.push_back(fd);
    for (const int fd : taken) close(fd);
    return static_cast<int>(taken.size());
  }

 private:
  rlimit before_{};
};

TEST_F(SpareDescriptors, AreFreeAfterTheirRelease) {
  const int all = count_free();
  bw::SpareDescriptors spare(10);
  EXPECT_EQ(count_free(), all - 10);
  spare.release();
  EXPECT_EQ(count_free(), all);
}

TEST_F(SpareDescriptors, AreNoneWhereFewerAreLeft) {
  const int all = count_free();
  const bw::SpareDescriptors spare(all + 1);
  EXPECT_EQ(count_free(), all);
}

TEST_F(SpareDescriptors, LeaveWhatHasTheNumbersOfThoseThatWereClosed) {
  const int first = lowest_free();
  bw::SpareDescriptors spare(2);
  close(first);
  const int theirs = open_something();
  ASSERT_EQ(theirs, first);
  spare.release();
  EXPECT_NE(fcntl(theirs, F_GETFD), -1);
  close(theirs);
}

}  // namespace
}  // namespace bw::spare_descriptors_test
