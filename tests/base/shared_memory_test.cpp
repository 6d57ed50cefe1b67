#include "base/process/shared_memory.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bw::shared_memory_test {
namespace {

TEST(SharedMemory, IsSeenByBothUntilItIsDroppedExceptWhatIsPinned) {
  auto* dropped = static_cast<volatile int*>(map_shared(4096));
  auto* pinned = static_cast<volatile int*>(map_shared(4096));
  ASSERT_NE(dropped, nullptr);
  *dropped = 1;
  *pinned = 1;
  const pid_t child = fork();
  if (child == 0) {
    pin_shared(const_cast<const int*>(pinned));
    drop_shared();
    const bool is_empty = *dropped == 0;
    *dropped = 2;
    *pinned = 2;
    _exit(is_empty ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(*dropped, 1);
  EXPECT_EQ(*pinned, 2);
  unmap_shared(const_cast<int*>(dropped));
  unmap_shared(const_cast<int*>(pinned));
}

}  // namespace
}  // namespace bw::shared_memory_test
