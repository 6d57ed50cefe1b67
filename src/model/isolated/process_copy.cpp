#include "model/isolated/process_copy.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>

namespace bw::model {
namespace {

std::vector<int> open_descriptors() {
  std::vector<int> list;
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr) return list;
  while (const dirent* entry = readdir(folder))
    if (entry->d_name[0] != '.') list.push_back(std::atoi(entry->d_name));
  std::erase(list, dirfd(folder));
  closedir(folder);
  std::sort(list.begin(), list.end());
  return list;
}

// The folder has a link for each thread, besides its own two; 0: unknown.
unsigned long count_threads() {
  struct stat status {};
  return stat("/proc/self/task", &status) == 0 && status.st_nlink > 2 ? status.st_nlink - 2 : 0;
}

bool has_children() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

// Written by this process and seen by its copies.
std::size_t count_shared_mappings() {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);)
    if (const auto blank = line.find(' '); line.compare(blank + 1, 4, "rw-s") == 0) ++count;
  return count;
}

}  // namespace

CopyRules::CopyRules() : shared_mappings_(count_shared_mappings()) {
  for (const int descriptor : open_descriptors()) inherited_.push_back(identity(descriptor));
}

CopyRules::Identity CopyRules::identity(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) return {descriptor, 0, 0};
  return {descriptor, status.st_dev, status.st_ino};
}

std::string CopyRules::look_at(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0 || S_ISDIR(status.st_mode) || S_ISCHR(status.st_mode))
    return "";  // a device such as /dev/null or /dev/urandom has no position of its own
  if (S_ISSOCK(status.st_mode)) return "it has an open socket";
  if (S_ISFIFO(status.st_mode)) return "it has an open pipe";
  if (!S_ISREG(status.st_mode)) return "it has an open descriptor that is no file";
  files_.push_back({descriptor, fcntl(descriptor, F_GETFL), lseek(descriptor, 0, SEEK_CUR)});
  return "";
}

std::string CopyRules::find_shared_memory() const {
  return count_shared_mappings() > shared_mappings_ ? "it writes to memory that is shared" : "";
}

// A component may close what it inherited and get the same number for something else.
std::string CopyRules::find_connections() {
  files_.clear();
  for (const int descriptor : open_descriptors()) {
    if (std::ranges::find(inherited_, identity(descriptor)) != inherited_.end()) continue;
    if (std::string obstacle = look_at(descriptor); !obstacle.empty()) return obstacle;
  }
  return "";
}

std::string CopyRules::find_obstacle() {
  const unsigned long threads = count_threads();
  if (threads == 0) return "/proc/self/task cannot be read";
  if (threads > 1) return "it has " + std::to_string(threads) + " threads";
  if (has_children()) return "it has started another process";
  if (std::string obstacle = find_connections(); !obstacle.empty()) return obstacle;
  if (checked_memory_) return "";  // components map memory when they are made, if ever
  std::string obstacle = find_shared_memory();
  checked_memory_ = obstacle.empty();
  return obstacle;
}

bool CopyRules::make_files_private() const {
  for (const File& file : files_) {
    const std::string path = "/proc/self/fd/" + std::to_string(file.descriptor);
    constexpr int kept = O_ACCMODE | O_APPEND | O_NONBLOCK | O_SYNC | O_DSYNC;
    const int own = open(path.c_str(), (file.flags & kept) | O_CLOEXEC);
    if (own < 0) return false;
    const bool moved = lseek(own, file.offset, SEEK_SET) == file.offset &&
                       dup3(own, file.descriptor, O_CLOEXEC) == file.descriptor;
    close(own);
    if (!moved) return false;
  }
  return true;
}

pid_t copy_process() {
  return static_cast<pid_t>(
      syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

bool bind_to_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  return getppid() == parent;
}

}  // namespace bw::model
