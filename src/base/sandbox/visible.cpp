#include "base/sandbox/visible.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "base/sandbox/landlock.h"

namespace bw::sandbox {
namespace {

namespace fs = std::filesystem;

// Libraries, and what the C library reads for itself. /etc/alternatives: Debian's BLAS is a link
// into it. Neither /etc/passwd nor anything else about users: getpwuid() finds nobody, which
// programs expect in containers.
constexpr std::array system_files = {
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/nix/store", "/gnu/store",
    "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/alternatives", "/etc/localtime",
    "/etc/timezone", "/etc/locale.alias",
    // How many processors there are, and how much memory
    "/sys/devices/system", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version",
    "/proc/sys/vm", "/proc/sys/kernel/osrelease"};
constexpr std::array devices = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                "/dev/urandom"};
constexpr std::array network_files = {"/etc/resolv.conf",    "/etc/hosts",    "/etc/nsswitch.conf",
                                      "/etc/host.conf",      "/etc/services", "/etc/protocols",
                                      "/etc/gai.conf",       "/etc/ssl",      "/etc/pki",
                                      "/etc/ca-certificates"};

void add(std::vector<Visible>& list, const fs::path& path, Access access = Access::read) {
  std::error_code problem;
  if (path.is_absolute() && fs::exists(path, problem))
    list.push_back({path.lexically_normal(), access});
}

// Where the user lets the loader look for libraries.
void add_library_path(std::vector<Visible>& list) {
  const char* setting = std::getenv("LD_LIBRARY_PATH");
  std::string_view rest = setting != nullptr ? setting : "";
  while (!rest.empty()) {
    const auto end = std::min(rest.find_first_of(":;"), rest.size());
    if (end > 1) add(list, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

// Processes that it starts, or copies, have their own folders in /proc. Landlock keeps the memory
// and the environment of the others closed.
bool sees_processes(const Sandbox& sandbox) {
  return (sandbox.allow.processes || sandbox.copies) && landlock_version() >= 1;
}

}  // namespace

std::vector<Visible> visible_files(const Sandbox& sandbox) {
  std::vector<Visible> list;
  for (const char* path : system_files) add(list, path);
  for (const char* path : devices) add(list, path, Access::device);
  add(list, sees_processes(sandbox) ? "/proc" : "/proc/" + std::to_string(getpid()));
  if (sandbox.allow.network)
    for (const char* path : network_files) add(list, path);
  add_library_path(list);
  for (const fs::path& path : sandbox.allow.files) add(list, path);
  for (const fs::path& path : sandbox.readable) add(list, path);
  for (const fs::path& path : sandbox.writable) add(list, path, Access::write);  // on top of these
  return list;
}

}  // namespace bw::sandbox
