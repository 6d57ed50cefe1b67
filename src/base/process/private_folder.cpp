#include "base/process/private_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "base/error.h"
#include "base/process/shared_memory.h"
#include "base/process/signals_blocked.h"

namespace bw {
namespace {

namespace fs = std::filesystem;

constexpr mode_t for_owner = S_IRUSR | S_IWUSR;
constexpr mode_t for_owner_to_run = S_IRWXU;

[[noreturn]] void cannot(std::string_view deed, const fs::path& path, int reason) {
  const bool is_full = reason == ENOSPC || reason == EDQUOT;
  throw Error(ExitCode::stopped,
              fmt::format("Cannot {} '{}': {}. {}", deed, path.string(),
                          std::generic_category().message(reason),
                          is_full ? "Free some space there, or name another folder for temporary "
                                    "files with the environment variable TMPDIR."
                                  : "FMUs and compilers need a folder for temporary files; the "
                                    "environment variable TMPDIR names it."));
}

// The folders of this process and of those that it forks, where a signal handler finds them.
struct ListedFolder {
  std::atomic<bool> is_taken{false}, is_set{false};
  std::array<char, 256> path{};
};
using FolderList = std::array<ListedFolder, 256>;

FolderList& listed_folders() { return shared_table<FolderList>(); }

void list_folder(const std::string& path) noexcept {
  if (path.size() >= ListedFolder{}.path.size()) return;
  for (ListedFolder& place : listed_folders()) {
    if (place.is_taken.exchange(true)) continue;
    std::memcpy(place.path.data(), path.c_str(), path.size() + 1);
    place.is_set = true;
    return;
  }
}

void unlist_folder(const std::string& path) noexcept {
  for (ListedFolder& place : listed_folders()) {
    if (!place.is_set || path != place.path.data()) continue;
    place.is_set = false;
    place.is_taken = false;
    return;
  }
}

// As the kernel writes it; the C library's readdir allocates.
struct KernelEntry {
  std::uint64_t inode;
  std::int64_t next;
  std::uint16_t length;
  unsigned char type;
  char name[1];  // NOLINT(modernize-avoid-c-arrays): as long as `length` says
};

// Async-signal-safe; std::filesystem is not.
void empty_folder(int folder, int depth) noexcept {  // NOLINT(misc-no-recursion): of limited depth
  alignas(KernelEntry) std::array<char, 2048> entries;
  const auto read_some = [&] {
    return ::syscall(SYS_getdents64, folder, entries.data(), entries.size());
  };
  for (long size = read_some(); size > 0; size = read_some())
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const KernelEntry*>(entries.data() + at);
      const char* name = static_cast<const char*>(entry->name);
      at += entry->length;
      if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
      if (::unlinkat(folder, name, 0) == 0 || depth == 0) continue;
      const int inner = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      empty_folder(inner, depth - 1);
      ::close(inner);
      if (::unlinkat(folder, name, AT_REMOVEDIR) != 0) continue;
    }
}

// With the name of the machine: on a disk that several share, a lock may be seen by one only.
std::string name_prefix() {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  std::string name = fmt::format("bellwether-fmu-{}-", host.data());
  std::ranges::replace(name, '/', '_');
  return name;
}

int open_folder(const fs::path& path) {
  return open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

// Ours, and still the folder of that name: another program may have removed it before we had the
// lock. From then on nobody does.
bool is_own_folder(int folder, const fs::path& path) {
  struct stat opened {
  }, named{};
  return fstat(folder, &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev &&
         opened.st_uid == geteuid();
}

void remove_if_abandoned(const fs::path& path) {
  const int folder = open_folder(path);
  if (folder < 0) return;
  std::error_code ignored;
  if (flock(folder, LOCK_EX | LOCK_NB) == 0 && is_own_folder(folder, path))
    fs::remove_all(path, ignored);
  close(folder);
}

// Locked, or -1: a sweeping program took it for abandoned just before. A file system without locks
// is used without them, and nobody can sweep there.
int lock_new_folder(const fs::path& path) {
  const int folder = open_folder(path);
  if (folder < 0 && errno == ENOENT) return -1;
  if (folder < 0) {
    const int reason = errno;
    ::rmdir(path.c_str());
    cannot("open the new folder", path, reason);
  }
  const bool taken = flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!taken && is_own_folder(folder, path)) return folder;
  close(folder);
  return -1;
}

}  // namespace

void sweep_private_folders(const fs::path& parent) {
  const std::string prefix = name_prefix();
  std::error_code problem;
  for (fs::directory_iterator entry(parent, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (entry->path().filename().string().starts_with(prefix)) remove_if_abandoned(entry->path());
}

PrivateFolder PrivateFolder::make() {
  std::error_code problem;
  const fs::path parent = fs::temp_directory_path(problem);
  if (problem) {
    const char* named = std::getenv("TMPDIR");
    cannot("use the folder for temporary files", named != nullptr ? named : "/tmp",
           problem.value());
  }
  [[maybe_unused]] static const bool once = (sweep_private_folders(parent), true);
  // Absolute, because an FMU may change the working directory before it is removed.
  const fs::path pattern = fs::absolute(parent) / (name_prefix() + "XXXXXX");
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const SignalsBlocked until_it_is_listed;  // or a signal that ends the program leaves it behind
    std::string name = pattern.string();
    if (mkdtemp(name.data()) == nullptr) cannot("make a folder in", parent, errno);
    PrivateFolder folder;
    folder.lock_ = lock_new_folder(name);
    if (folder.lock_ < 0) continue;
    folder.path_ = name;
    list_folder(name);
    return folder;
  }
  cannot("keep a folder in", parent, EBUSY);
}

PrivateFolder& PrivateFolder::operator=(PrivateFolder&& other) noexcept {
  if (this == &other) return *this;
  remove();
  path_ = std::exchange(other.path_, {});
  lock_ = std::exchange(other.lock_, -1);
  return *this;
}

// What cannot be removed stays behind: in a destructor there is no way to report it.
void PrivateFolder::remove() noexcept {
  if (path_.empty()) return;
  std::error_code problem;
  fs::remove_all(path_, problem);
  // Where a component has changed the limits or the user of this process, its supervisor can still.
  if (!problem) unlist_folder(path_.native());
  path_.clear();
  close(std::exchange(lock_, -1));  // last, so that no one else removes it meanwhile
}

void share_private_folders() { (void)listed_folders(); }

namespace {

// Foreign code may have written over the list.
bool is_private(const ListedFolder& one) noexcept {
  constexpr std::string_view prefix = "bellwether-fmu-";
  if (strnlen(one.path.data(), one.path.size()) == one.path.size()) return false;
  const char* name = std::strrchr(one.path.data(), '/');
  return name != nullptr && std::strncmp(name + 1, prefix.data(), prefix.size()) == 0;
}

}  // namespace

void remove_private_folders() noexcept {
  constexpr int most_depth = 16;
  for (ListedFolder& place : listed_folders()) {
    if (!place.is_set || !is_private(place)) continue;
    const int folder = ::open(place.path.data(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) continue;
    empty_folder(folder, most_depth);
    ::close(folder);
    if (::rmdir(place.path.data()) == 0) place.is_set = false;
  }
}

// O_EXCL: nothing that exists is ever written to. fchmod: the user's umask may take too much.
NewFile::NewFile(const fs::path& path, bool executable)
    : path_(path),
      descriptor_(
          open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, for_owner)) {
  if (descriptor_ < 0) fail(errno);
  if (fchmod(descriptor_, executable ? for_owner_to_run : for_owner) == 0) return;
  const int reason = errno;
  ::close(descriptor_);
  fail(reason);
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void NewFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void NewFile::close() {
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void NewFile::fail(int reason) const { cannot("write", path_, reason); }

void make_folders(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) cannot("make the folder", folder, problem.value());
}

}  // namespace bw
