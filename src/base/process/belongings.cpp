#include "base/process/belongings.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <vector>

#include "base/process/shared_memory.h"
#include "base/text.h"

#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438  // NOLINT(cppcoreguidelines-macro-usage): older headers
#endif

namespace bw::belongings {
namespace {

constexpr std::array limit_kinds = {RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC,
                                    RLIMIT_CPU,   RLIMIT_AS,     RLIMIT_DATA};

struct Kept {
  int fd = -1;
  int of_supervisor = -1;  // the same stream there; -1: it is a file
  std::string name{};      // of the file; empty: none
  dev_t device = 0;
  ino_t inode = 0;
};

struct State {
  bool is_remembered = false;
  pid_t supervisor = 0;
  uid_t user = 0;
  gid_t group = 0;
  mode_t mask = 0;  // of new files
  std::array<rlimit, limit_kinds.size()> limits{};
  std::vector<Kept> kept{};
  std::mutex mutex{};
};

State& state() {
  static State only;
  return only;
}

bool is_same(const Kept& one, int fd) {
  struct stat file {};
  return fstat(fd, &file) == 0 && file.st_dev == one.device && file.st_ino == one.inode;
}

void keep(Kept one) {
  State& now = state();
  const std::scoped_lock lock(now.mutex);
  struct stat file {};
  if (!now.is_remembered || fstat(one.fd, &file) != 0) return;
  one.device = file.st_dev;
  one.inode = file.st_ino;
  std::erase_if(now.kept, [&](const Kept& other) { return other.fd == one.fd; });
  now.kept.push_back(std::move(one));
}

int open_again(const Kept& one, pid_t supervisor) {
  if (one.of_supervisor < 0)
    return one.name.empty() ? -1 : open(one.name.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  const auto handle = static_cast<int>(syscall(SYS_pidfd_open, supervisor, 0));
  if (handle < 0) return -1;
  const auto fd = static_cast<int>(syscall(SYS_pidfd_getfd, handle, one.of_supervisor, 0));
  close(handle);
  return fd;
}

// Whatever is there now is not ours: whoever put it there has another descriptor of it, or none.
void reopen(const Kept& one, pid_t supervisor) {
  const int fd = open_again(one, supervisor);
  if (fd < 0) return;
  if (fd != one.fd && is_same(one, fd)) dup3(fd, one.fd, one.fd > STDERR_FILENO ? O_CLOEXEC : 0);
  if (fd != one.fd || !is_same(one, fd)) close(fd);
}

bool restore_descriptors(const State& now) {
  bool changed = false;
  for (const Kept& one : now.kept) {
    if (is_same(one, one.fd)) continue;
    reopen(one, now.supervisor);
    changed = changed || is_same(one, one.fd);
  }
  return changed;
}

bool has_limit(const State& now, std::size_t i, rlimit& limit) {
  const rlimit& before = now.limits[i];
  return getrlimit(limit_kinds[i], &limit) != 0 ||
         (limit.rlim_cur == before.rlim_cur && limit.rlim_max == before.rlim_max);
}

bool restore_limits(const State& now) {
  bool changed = false;
  for (std::size_t i = 0; i < limit_kinds.size(); ++i) {
    rlimit limit{};
    const rlimit& before = now.limits[i];
    if (has_limit(now, i, limit)) continue;
    const rlimit allowed{std::min(before.rlim_cur, limit.rlim_max), limit.rlim_max};
    const bool is_undone =
        setrlimit(limit_kinds[i], &before) == 0 ||
        (allowed.rlim_cur != limit.rlim_cur && setrlimit(limit_kinds[i], &allowed) == 0);
    changed = changed || is_undone;
  }
  return changed;
}

bool restore_user(const State& now) {
  bool changed = false;
  if (geteuid() != now.user) changed = seteuid(now.user) == 0;
  if (getegid() != now.group) changed = setegid(now.group) == 0 || changed;
  return changed;
}

}  // namespace

void remember(pid_t supervisor) {
  State& now = state();
  const std::scoped_lock lock(now.mutex);
  now.is_remembered = true;
  now.supervisor = supervisor;
  now.user = geteuid();
  now.group = getegid();
  now.mask = umask(0);
  umask(now.mask);
  for (std::size_t i = 0; i < limit_kinds.size(); ++i) getrlimit(limit_kinds[i], &now.limits[i]);
  now.kept.clear();
}

void keep_stream(int fd, int of_supervisor) { keep({.fd = fd, .of_supervisor = of_supervisor}); }

void keep_file(int fd, const std::string& name) {
  std::error_code problem;  // an FMU may change the folder
  const auto path =
      name.empty() ? std::filesystem::path() : std::filesystem::absolute(name, problem);
  keep({.fd = fd, .name = path.string()});
}

void let_go(int fd) {
  State& now = state();
  const std::scoped_lock lock(now.mutex);
  std::erase_if(now.kept, [&](const Kept& one) { return one.fd == fd; });
}

bool has(int fd) {
  State& now = state();
  const std::scoped_lock lock(now.mutex);
  const auto found = std::ranges::find(now.kept, fd, &Kept::fd);
  return found == now.kept.end() || is_same(*found, fd);
}

bool are_complete() {
  State& now = state();
  const std::scoped_lock lock(now.mutex);
  if (!now.is_remembered) return true;
  rlimit limit{};
  for (std::size_t i = 0; i < limit_kinds.size(); ++i)
    if (!has_limit(now, i, limit)) return false;
  return geteuid() == now.user && getegid() == now.group &&
         std::ranges::all_of(now.kept, [](const Kept& one) { return is_same(one, one.fd); });
}

std::string restore() {
  if (is_foreign_copy()) _exit(0);  // which believes to be the run
  State& now = state();
  const std::scoped_lock lock(now.mutex);
  std::string changed;
  if (!now.is_remembered) return changed;
  if (restore_user(now)) add_to_list(changed, "user");
  if (umask(now.mask) != now.mask) add_to_list(changed, "umask");
  if (restore_limits(now)) add_to_list(changed, "limits");
  if (restore_descriptors(now)) add_to_list(changed, "descriptors");
  return changed;
}

}  // namespace bw::belongings
