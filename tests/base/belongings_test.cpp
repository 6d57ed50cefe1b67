// What foreign code takes away from its process, and how much of it comes back.

#include "base/process/belongings.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "support/scratch_folder.h"

namespace bw::belongings_test {
namespace {

class Belongings : public testing::Test {
 protected:
  // In a process whose supervisor is this one: what it loses is not ours.
  static int in_a_child(const std::function<int()>& work, bool remembers = true) {
    const pid_t parent = getpid(), child = fork();
    if (child == 0) {
      if (remembers) belongings::remember(parent);
      _exit(work());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  test::ScratchFolder scratch_;
};

TEST_F(Belongings, AFileIsOpenedAgainByItsNameAlsoFromAnotherFolder) {
  EXPECT_EQ(in_a_child([&] {
              if (chdir(scratch_.path().c_str()) != 0) return 1;
              const int file = open("rows", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
              belongings::keep_file(file, "rows");
              if (!belongings::has(file) || chdir("/") != 0) return 2;
              close(file);
              if (belongings::has(file) || belongings::are_complete()) return 3;
              if (belongings::restore() != "descriptors") return 4;
              return belongings::has(file) && belongings::are_complete() ? 0 : 5;
            }),
            0);
}

TEST_F(Belongings, AnotherFileOfTheSameDescriptorIsNoticed) {
  EXPECT_EQ(in_a_child([&] {
              const int file = open((scratch_ / "rows").c_str(), O_RDWR | O_CREAT, 0600);
              const int null = open("/dev/null", O_RDWR);
              belongings::keep_file(file, "");  // without a name it is lost
              dup2(null, file);
              if (belongings::has(file) || !belongings::restore().empty()) return 1;
              belongings::let_go(file);
              return belongings::has(file) ? 0 : 2;
            }),
            0);
}

TEST_F(Belongings, ALoweredSoftLimitComesBack) {
  EXPECT_EQ(in_a_child([] {
              rlimit before{}, after{};
              getrlimit(RLIMIT_NOFILE, &before);
              const rlimit low{3, before.rlim_max};
              setrlimit(RLIMIT_NOFILE, &low);
              if (belongings::restore() != "limits") return 1;
              getrlimit(RLIMIT_NOFILE, &after);
              return after.rlim_cur == before.rlim_cur && belongings::restore().empty() ? 0 : 2;
            }),
            0);
}

TEST_F(Belongings, NothingIsDoneInAProcessThatRemembersNothing) {
  const auto work = [&] {
    const int file = open((scratch_ / "rows").c_str(), O_RDWR | O_CREAT, 0600);
    belongings::keep_file(file, scratch_ / "rows");
    close(file);
    return belongings::has(file) && belongings::restore().empty() ? 0 : 1;
  };
  EXPECT_EQ(in_a_child(work, false), 0);
}

}  // namespace
}  // namespace bw::belongings_test
