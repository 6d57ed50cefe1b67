// Numbers and structures of the kernel by hand: the headers of Debian 12 know version 2 of the
// interface only, and the kernel that it runs on decides which one there is.
//   version  2: hard links and renames between folders  3: truncation  4: TCP  5: device ioctl
//            6: abstract sockets and signals

#include "base/sandbox/landlock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "base/sandbox/missing_layer.h"

namespace bw::sandbox {
namespace {

struct Ruleset {
  std::uint64_t files = 0, network = 0, scope = 0;
};
struct [[gnu::packed]] PathRule {
  std::uint64_t allowed;
  std::int32_t folder;
};

constexpr long create_ruleset = 444, add_rule = 445, restrict_self = 446;  // on all machines
constexpr int path_rule = 1, ask_version = 1;

constexpr std::uint64_t execute = 1U << 0U, write_file = 1U << 1U, read_file = 1U << 2U,
                        read_folder = 1U << 3U, make_char = 1U << 6U, make_socket = 1U << 9U,
                        make_block = 1U << 11U, first_version = (1U << 13U) - 1, refer = 1U << 13U,
                        truncate = 1U << 14U, device_ioctl = 1U << 15U;
constexpr std::uint64_t for_files = execute | write_file | read_file | truncate | device_ioctl;
constexpr std::uint64_t bind_and_connect_tcp = 3, abstract_sockets_and_signals = 3;

std::uint64_t known_rights(long version) {
  return first_version | (version >= 2 ? refer : 0) | (version >= 3 ? truncate : 0) |
         (version >= 5 ? device_ioctl : 0);
}

// A version of the kernel refuses what it does not know, and a structure with more than it knows.
int open_ruleset(long version, const Allowance& allow) {
  Ruleset rules;
  rules.files = known_rights(version);
  std::size_t size = sizeof rules.files;
  if (version >= 4) {
    size += sizeof rules.network;
    if (!allow.network) rules.network = bind_and_connect_tcp;
  }
  if (version >= 6) {
    size += sizeof rules.scope;
    rules.scope = abstract_sockets_and_signals;
  }
  return static_cast<int>(syscall(create_ruleset, &rules, size, 0));
}

std::uint64_t rights_of(Access access, bool may_execute) {
  const std::uint64_t reading = read_file | read_folder | (may_execute ? execute : 0);
  if (access == Access::read) return reading;
  if (access == Access::device) return read_file | write_file | truncate;
  return ~(execute | make_char | make_block | make_socket | device_ioctl) | reading;
}

// What cannot be permitted stays refused.
void allow_path(int ruleset, const Visible& visible, std::uint64_t rights) {
  const int file = open(visible.path.c_str(), O_PATH | O_CLOEXEC);
  if (file < 0) return;
  struct stat facts {};
  if (fstat(file, &facts) == 0 && !S_ISDIR(facts.st_mode)) rights &= for_files;
  const PathRule rule{rights, file};
  (void)syscall(add_rule, ruleset, path_rule, &rule, 0);
  close(file);
}

std::string lacking(long version) {
  if (version < 3) return "files that can be named may be emptied: Linux before 6.2";
  return "";
}

}  // namespace

long landlock_version() { return syscall(create_ruleset, nullptr, 0, ask_version); }

Landlock restrict_files(std::span<const Visible> visible, const std::filesystem::path& scratch,
                        const Allowance& allow) {
  const long version = landlock_version();
  if (version < 1) return {missing_layer(layer::landlock, "the kernel has none")};
  const int ruleset = open_ruleset(version, allow);
  if (ruleset < 0) return {missing_layer(layer::landlock, "its rules cannot be made")};
  const auto permit = [&](const Visible& one) {
    allow_path(ruleset, one, rights_of(one.access, allow.processes) & known_rights(version));
  };
  for (const Visible& one : visible) permit(one);
  permit({scratch, Access::write});
  if (syscall(restrict_self, ruleset, 0) != 0) {
    Landlock none{missing_layer(layer::landlock, "its rules are refused")};
    close(ruleset);
    return none;
  }
  close(ruleset);
  return {{layer::landlock, true, lacking(version)}, version >= 6};
}

}  // namespace bw::sandbox
