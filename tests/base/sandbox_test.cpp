// Hostile actions in a confined process: as this user and as nobody, and with the layers that a
// container or an old kernel lacks taken away.

#include "base/sandbox/sandbox.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/process/child.h"
#include "support/base/hostile_actions.h"
#include "support/base/take_away.h"
#include "support/contains.h"
#include "support/processes.h"
#include "support/sanitized.h"
#include "support/scratch_folder.h"

namespace bw::test::sandbox_test {
namespace {

namespace fs = std::filesystem;

constexpr uid_t nobody = 65534;

std::string bytes_of(const Child::Job& job) {
  const auto child = Child::start(job);
  if (child == nullptr) return "no process";
  while (!child->listen()) {
    pollfd ready{child->fd(), POLLIN, 0};
    poll(&ready, 1, -1);
  }
  return child->outcome().delivered ? child->outcome().bytes : "! " + child->outcome().reason;
}

struct Setting {
  std::string name;
  uid_t user;  // 0: whoever runs the tests
  std::vector<unsigned> lacks;
  bool copies = false;
};
std::ostream& operator<<(std::ostream& out, const Setting& one) { return out << one.name; }

const Setting usual{"AsThisUser", 0, {}};

void become(uid_t user) {
  if (user == 0 || geteuid() != 0) return;
  if (setgid(user) != 0 || setuid(user) != 0) _exit(1);
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // as a process that was started by this user
}

// home/secret.txt, fmu/library.so and private/ in a folder of the test.
class World {
 public:
  World() {
    for (const char* name : {"", "home", "fmu", "private"}) {
      fs::create_directories(scratch_.path() / name);
      fs::permissions(scratch_.path() / name, fs::perms::all);
    }
    for (const char* name : {"home/secret.txt", "home/removable", "home/movable", "fmu/library.so"})
      write(name);
  }

  fs::path operator/(const char* name) const { return scratch_.path() / name; }
  Sandbox sandbox() const {
    Sandbox box;
    box.readable = {scratch_.path() / "fmu"};
    box.scratch = scratch_.path() / "private";
    return box;
  }
  Victim victim() const {
    static const char byte = 'x';
    return {scratch_.path() / "home", scratch_.path() / "fmu", getpid(), &byte,
            open((*this / "home").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  }
  void own(uid_t user) const {
    if (user == 0 || geteuid() != 0) return;
    for (const auto& entry : fs::recursive_directory_iterator(scratch_.path()))
      EXPECT_EQ(lchown(entry.path().c_str(), user, user), 0);
  }

 private:
  void write(const char* name) const {
    std::ofstream(*this / name) << "words\n";
    fs::permissions(*this / name, fs::perms(0666));
  }
  ScratchFolder scratch_;
};

// In a process of the user, which has a child that is confined.
std::string in_sandbox(const Setting& setting, const World& world, const Sandbox& sandbox,
                       const std::function<std::string(const Victim&, const Confinement&)>& job) {
  world.own(setting.user);
  return bytes_of([&](const Child::Wanted&) {
    become(setting.user);
    const Victim victim = world.victim();
    const std::string answer = bytes_of([&](const Child::Wanted&) {
      if (!setting.lacks.empty()) take_away(setting.lacks);
      Sandbox own = sandbox;
      own.copies = setting.copies;
      return job(victim, confine(own));
    });
    return answer;
  });
}

std::string in_sandbox(const std::function<std::string()>& job, const Allowance& allow = {}) {
  const World world;
  Sandbox sandbox = world.sandbox();
  sandbox.allow = allow;
  return in_sandbox(usual, world, sandbox,
                    [&](const Victim&, const Confinement&) { return job(); });
}

bool is_refused(const HostileAction& action, int reason) {
  return action.answer == Answer::filter ? reason == EPERM || reason == ENOSYS : reason != 0;
}

class SandboxRefuses : public testing::TestWithParam<Setting> {};

// All in one process, which has the time to do harm only where one of them succeeds.
std::string errors_of_all(const Victim& victim) {
  std::string numbers;
  for (const HostileAction& action : hostile_actions())
    numbers += std::to_string(action.attempt(victim)) + " ";
  return numbers;
}

TEST_P(SandboxRefuses, EveryHostileAction) {
  const World world;
  const std::string answer =
      in_sandbox(GetParam(), world, world.sandbox(),
                 [](const Victim& victim, const Confinement&) { return errors_of_all(victim); });
  if (answer.starts_with("! no sandbox")) GTEST_SKIP() << "this machine has no other layer";
  std::istringstream numbers(answer);
  for (const HostileAction& action : hostile_actions()) {
    int reason = 0;
    ASSERT_TRUE(numbers >> reason) << action.name << ": " << answer;
    if (sanitized && action.answer == Answer::memory) continue;
    EXPECT_TRUE(is_refused(action, reason)) << action.name << ": " << reason;
  }
  EXPECT_EQ(read_file(world / "home/secret.txt"), "words\n");
}

INSTANTIATE_TEST_SUITE_P(
    Settings, SandboxRefuses,
    testing::Values(usual, Setting{"ThatMayCopyItself", 0, {}, true},
                    Setting{"AsNobodyThatMayCopyItself", nobody, {}, true},
                    Setting{"AsNobody", nobody, {}}, Setting{"WithoutNamespaces", 0, {SYS_unshare}},
                    Setting{"AsNobodyWithoutNamespaces", nobody, {SYS_unshare}},
                    Setting{"WithoutLandlock", 0, {landlock_call}},
                    Setting{"AsNobodyWithoutLandlock", nobody, {landlock_call}}),
    [](const auto& tested) { return tested.param.name; });

// Or the test above would show nothing. A container refuses some of them, too.
TEST(SandboxTest, OutsideTheActionsWork) {
  const World world;
  const Victim victim = world.victim();
  const std::string done = bytes_of([&](const Child::Wanted&) {
    setenv("TMPDIR", (world / "private").c_str(), 1);
    int count = 0;
    for (const HostileAction& action : hostile_actions())
      if (action.works_outside && action.attempt(victim) == 0) ++count;
    return std::to_string(count);
  });
  close(victim.folder);
  EXPECT_GE(std::atoi(done.c_str()), 25) << done;
}

TEST(SandboxTest, HoldsAtLeastTwentyFiveActions) { EXPECT_GE(hostile_actions().size(), 25U); }

TEST(SandboxTest, ThereIsNoneWithoutALayerForFiles) {
  const World world;
  const std::string answer =
      in_sandbox({"", 0, {SYS_unshare, landlock_call}}, world, world.sandbox(),
                 [](const Victim&, const Confinement&) { return std::string("confined"); });
  EXPECT_TRUE(contains(answer, "no sandbox: nothing on this machine keeps foreign code"));
  EXPECT_TRUE(contains(answer, "Landlock (the kernel has none: Function not implemented)"));
  EXPECT_TRUE(contains(answer, "--no-sandbox"));
}

// As root and as an ordinary user, with and without the file view and Landlock.
TEST(SandboxTest, AFolderOfItsOwnCanBeWrittenAndTheRestOfItsFilesCannot) {
  for (const Setting& setting : {usual, Setting{"", nobody, {}}, Setting{"", nobody, {SYS_unshare}},
                                 Setting{"", nobody, {landlock_call}}}) {
    const World world;
    const fs::path own = world / "fmu/resources";
    fs::create_directories(own);
    fs::permissions(own, fs::perms::all);
    Sandbox sandbox = world.sandbox();
    sandbox.writable = {own, world / "fmu/absent"};
    const std::string answer =
        in_sandbox(setting, world, sandbox, [&](const Victim& victim, const Confinement&) {
          std::ofstream(own / "notes") << "kept";
          const bool is_closed =
              open((victim.own_folder / "library.so").c_str(), O_WRONLY) < 0 &&
              open((victim.own_folder / "new").c_str(), O_CREAT | O_WRONLY, 0600) < 0;
          return read_file(own / "notes") + (is_closed ? "" : ", and the rest is open");
        });
    EXPECT_EQ(answer, "kept") << setting.name;
    EXPECT_EQ(read_file(own / "notes"), "kept") << setting.name;
  }
}

TEST(SandboxTest, NamesTheLayersThatAreMissing) {
  const World world;
  const std::string answer =
      in_sandbox({"", 0, {SYS_unshare}}, world, world.sandbox(),
                 [](const Victim&, const Confinement& held) { return held.missing(); });
  EXPECT_TRUE(contains(answer, "namespaces (the system refuses them: Function not implemented)"));
  EXPECT_TRUE(contains(answer, "file view (it needs a namespace of mounts)"));
}

TEST(SandboxTest, ARehearsalSaysWhatTheSandboxWillHave) {
  const World world;
  const Confinement held = rehearse(world.sandbox());
  EXPECT_EQ(held.layers.size(), 7U);
  EXPECT_TRUE(held.restricts_files());
  EXPECT_TRUE(fs::exists(world / "home/secret.txt"));  // this process is as free as before
}

TEST(SandboxTest, ReadsItsOwnFolder) {
  const World world;
  const std::string answer = in_sandbox(
      usual, world, world.sandbox(),
      [&](const Victim&, const Confinement&) { return read_file(world / "fmu/library.so"); });
  EXPECT_EQ(answer, "words\n");
}

TEST(SandboxTest, EndsWithItsParentAsBefore) {
  for (const uid_t user : {uid_t{0}, nobody}) {
    const World world;
    const std::string answer =
        in_sandbox({"", user, {}}, world, world.sandbox(), [](const Victim&, const Confinement&) {
          int signal = 0;
          prctl(PR_GET_PDEATHSIG, &signal);
          return std::to_string(signal);
        });
    EXPECT_EQ(answer, std::to_string(SIGKILL));
  }
}

TEST(SandboxTest, HasAFolderForTemporaryFiles) {
  const World world;
  const std::string answer =
      in_sandbox(usual, world, world.sandbox(), [&](const Victim&, const Confinement& held) {
        write_file("here", "a");
        write_file(std::string(std::getenv("HOME")) + "/here", "b");
        if (held.has(layer::file_view)) write_file("/tmp/here", "c");
        fs::create_directories("folder/inner");
        fs::rename("here", "folder/inner/there");
        return read_file("folder/inner/there");
      });
  EXPECT_TRUE(answer == "c" || answer == "b") << answer;
  EXPECT_EQ(read_file(world / "private/folder/inner/there"), answer);
}

TEST(SandboxTest, LetsOrdinaryCodeWork) {
  const std::string answer = in_sandbox([] {
    int sum = 0;
    std::thread([&] { sum = 1; }).join();
    if (dlopen("libm.so.6", RTLD_NOW) != nullptr) sum += 10;
    if (std::ifstream("/dev/urandom").get() >= 0) sum += 100;
    if (std::ofstream("/dev/null") << "x" << std::flush) sum += 1000;
    if (std::ifstream("/proc/self/status").get() >= 0) sum += 10000;
    if (std::ifstream("/proc/cpuinfo").get() >= 0) sum += 100000;
    std::vector<char> memory(20'000'000, 'x');
    if (raise(0) == 0 && kill(getpid(), 0) == 0) sum += 1000000;
    return std::to_string(sum + (memory.back() == 'x' ? 0 : 7));
  });
  EXPECT_EQ(answer, "1111111");
}

TEST(SandboxTest, TheNetworkIsTheInternetWhereItIsAllowed) {
  Allowance allow;
  allow.network = true;
  const auto tried = [] {
    return std::to_string(socket(AF_INET, SOCK_STREAM, 0) >= 0) +
           std::to_string(socket(AF_INET6, SOCK_DGRAM, 0) >= 0) +
           std::to_string(socket(AF_UNIX, SOCK_STREAM, 0) >= 0) +
           std::to_string(socket(AF_VSOCK, SOCK_STREAM, 0) >= 0) + std::to_string(fork() >= 0);
  };
  EXPECT_EQ(in_sandbox(tried, allow), "11000");
}

TEST(SandboxTest, ProcessesAreConfinedToo) {
  Allowance allow;
  allow.processes = true;
  const World world;
  Sandbox sandbox = world.sandbox();
  sandbox.allow = allow;
  const std::string answer =
      in_sandbox(usual, world, sandbox, [&](const Victim& victim, const Confinement&) {
        const auto ended = [](const std::string& command) {
          return std::to_string(WEXITSTATUS(std::system((command + " 2>/dev/null").c_str())));
        };
        return ended("exit 3") + " " + ended("cat " + (world / "home/secret.txt").string()) + " " +
               ended("kill -0 " + std::to_string(victim.parent));
      });
  EXPECT_TRUE(answer == "3 1 1" || answer == "3 1 0") << answer;  // signals: Landlock of Linux 6.12
}

TEST(SandboxTest, AProcessMayCopyItselfWithoutFork) {
  const World world;
  const auto tried = [](const Victim&, const Confinement&) {
    const long copy = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (copy == 0) _exit(0);
    return std::string(copy > 0 ? "copied" : "refused") + (fork() < 0 ? "" : ", forked");
  };
  EXPECT_EQ(in_sandbox({"", 0, {}, true}, world, world.sandbox(), tried), "copied");
  EXPECT_EQ(in_sandbox(usual, world, world.sandbox(), tried), "refused");
}

TEST(SandboxTest, ReadsTheFilesThatAreAllowed) {
  const World world;
  Sandbox sandbox = world.sandbox();
  sandbox.allow.files = {world / "home"};
  const std::string answer =
      in_sandbox(usual, world, sandbox, [&](const Victim& victim, const Confinement&) {
        const bool writes = open((victim.home / "secret.txt").c_str(), O_WRONLY) >= 0;
        return read_file(victim.home / "secret.txt") + (writes ? "written" : "");
      });
  EXPECT_EQ(answer, "words\n");
}

TEST(SandboxTest, KeepsTheDescriptorsThatAreListed) {
  const World world;
  const int kept = memfd_create("kept", 0), other = memfd_create("other", 0);
  Sandbox sandbox = world.sandbox();
  sandbox.keep.push_back(kept);
  const std::string answer =
      in_sandbox(usual, world, sandbox, [&](const Victim&, const Confinement&) {
        char byte = 0;
        return std::to_string(write(kept, "x", 1)) + " " + std::to_string(write(other, "x", 1)) +
               " " + std::to_string(read(STDIN_FILENO, &byte, 1));
      });
  EXPECT_EQ(answer, "1 -1 0");
  close(kept);
  close(other);
}

TEST(SandboxTest, TheMemoryIsLimited) {
  if (sanitized) GTEST_SKIP() << "the address sanitizer needs terabytes of address space";
  Allowance allow;
  allow.memory = std::uint64_t{600} << 20U;
  const auto tried = [] {
    return std::string(malloc(std::size_t{1} << 30U) == nullptr ? "refused" : "given");
  };
  EXPECT_EQ(in_sandbox(tried, allow), "refused");
  EXPECT_EQ(in_sandbox(tried), "given");
}

}  // namespace
}  // namespace bw::test::sandbox_test
