//   clone the mount of each visible file, and of the scratch folder (open_tree)
//   mount an empty file system in memory over the scratch folder: the new root
//   attach each clone there under its old name, mostly read-only (mount_setattr, move_mount)
//   make it the root of this process (chroot)
//
// A failure before chroot leaves the process where it was: nobody else sees its mounts. The old
// root stays mounted, out of reach: the way back needs a capability or an open folder outside, and
// both are given up next. To detach it would make the kernel wait, for milliseconds on a busy
// machine.

#include "base/sandbox/file_view.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/sandbox/missing_layer.h"

namespace bw::sandbox {
namespace {

namespace fs = std::filesystem;

// Numbers of the kernel, the same on all machines; Linux 5.12.
constexpr long open_tree = 428, move_mount = 429, mount_setattr = 442;
constexpr unsigned tree_clone = 1, recursive = 0x8000, source_is_open = 4;
constexpr std::uint64_t read_only = 1, no_set_uid = 2;
struct MountAttributes {
  std::uint64_t set = 0, clear = 0, propagation = 0, user_namespace = 0;
};

struct ViewFailure {
  std::string what;
  int reason;
};

[[noreturn]] void fail_view(const std::string& what) { throw ViewFailure{what, errno}; }

// The mount of a file or folder, with those below it, detached.
class Tree {
 public:
  explicit Tree(const fs::path& path)
      : tree_(static_cast<int>(
            syscall(open_tree, AT_FDCWD, path.c_str(), tree_clone | recursive | O_CLOEXEC))) {}
  ~Tree() {
    if (tree_ >= 0) close(tree_);
  }
  Tree(Tree&& other) noexcept : tree_(std::exchange(other.tree_, -1)) {}
  Tree& operator=(Tree&&) = delete;

  bool exists() const { return tree_ >= 0; }
  bool is_folder() const {
    struct stat facts {};
    return fstat(tree_, &facts) == 0 && S_ISDIR(facts.st_mode);
  }
  bool protect(std::uint64_t attributes) const {
    const MountAttributes change{attributes};
    return syscall(mount_setattr, tree_, "", AT_EMPTY_PATH | recursive, &change, sizeof change) ==
           0;
  }
  bool attach(const fs::path& place) const {
    return syscall(move_mount, tree_, "", AT_FDCWD, place.c_str(), source_is_open) == 0;
  }

 private:
  int tree_;
};

// A name for the mount: a folder, or an empty file, with the folders above it.
bool make_place(const fs::path& place, bool is_folder) {
  std::error_code problem;
  fs::create_directories(is_folder ? place : place.parent_path(), problem);
  if (problem || is_folder) return !problem;
  const int file = open(place.c_str(), O_CREAT | O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0444);
  if (file >= 0) close(file);
  return file >= 0;
}

// /lib is a link to usr/lib on most systems; a second mount would make one library two.
bool is_link_in_root(const fs::path& path) {
  std::error_code problem;
  return path.parent_path() == "/" && fs::is_symlink(path, problem);
}

struct Wanted {
  fs::path place;
  Access access;
  Tree tree;
};

// Before anything covers it. A path with a link in it is seen under both names.
std::vector<Wanted> clone_trees(std::span<const Visible> visible) {
  std::vector<Wanted> wanted;
  const auto add = [&](const fs::path& place, const Visible& one) {
    Tree tree(one.path);
    if (tree.exists()) wanted.push_back({place, one.access, std::move(tree)});
  };
  for (const Visible& one : visible) {
    if (is_link_in_root(one.path)) continue;  // a clone that is not attached costs a wait, too
    std::error_code problem;
    const fs::path real = fs::canonical(one.path, problem);
    const bool is_file = !fs::is_directory(one.path, problem);
    add(one.path, one);
    if (!problem && !is_file && real != one.path) add(real, one);
  }
  return wanted;
}

void attach_all(const std::vector<Wanted>& wanted, const fs::path& root) {
  for (const Wanted& one : wanted) {
    const fs::path place = root / one.place.relative_path();
    if (!make_place(place, one.tree.is_folder())) fail_view("no place for " + one.place.string());
    const std::uint64_t attributes = one.access == Access::read    ? read_only | no_set_uid
                                     : one.access == Access::write ? no_set_uid
                                                                   : 0;
    if (attributes != 0 && !one.tree.protect(attributes))
      fail_view(one.place.string() + " stays open");
    if (!one.tree.attach(place)) fail_view(one.place.string() + " cannot be shown");
  }
}

// What is no mount. Named shared memory and semaphores of the C library are files of /dev/shm.
void make_links(std::span<const Visible> visible, const fs::path& root) {
  std::error_code ignored;
  fs::create_directories(root / "proc", ignored);
  fs::create_directories(root / "dev", ignored);
  const auto link = [&](const std::string& target, const char* place) {
    (void)symlink(target.c_str(), (root / place).c_str());  // exists where all of /proc is seen
  };
  for (const Visible& one : visible)
    if (is_link_in_root(one.path))
      link(fs::read_symlink(one.path, ignored), one.path.relative_path().c_str());
  link("/tmp", "dev/shm");
  link(std::to_string(getpid()), "proc/self");
  link("/proc/self/fd", "dev/fd");
}

void enter(const fs::path& root) {
  const MountAttributes closed{read_only | no_set_uid};
  if (syscall(mount_setattr, AT_FDCWD, root.c_str(), 0, &closed, sizeof closed) != 0 ||
      chroot(root.c_str()) != 0 || chdir("/") != 0)
    fail_view("the root folder cannot be changed");
}

void build(std::span<const Visible> visible, const fs::path& scratch) {
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    fail_view("mounts cannot be made private");
  const Tree writable(scratch);
  if (!writable.exists()) fail_view("mounts cannot be copied");
  const std::vector<Wanted> wanted = clone_trees(visible);
  if (mount("bellwether", scratch.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=0755") != 0)
    fail_view("no file system in memory");
  const fs::path temporary = scratch / "tmp";
  if (!make_place(temporary, true) || !writable.protect(no_set_uid) || !writable.attach(temporary))
    fail_view("no place for /tmp");
  attach_all(wanted, scratch);
  make_links(visible, scratch);
  enter(scratch);
}

}  // namespace

SandboxLayer change_root(std::span<const Visible> visible, const fs::path& scratch) {
  try {
    build(visible, scratch);
    return {layer::file_view, true, ""};
  } catch (const ViewFailure& failure) {
    return missing_layer(layer::file_view, failure.what, failure.reason);
  }
}

}  // namespace bw::sandbox
