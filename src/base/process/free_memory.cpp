#include "base/process/free_memory.h"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace bw {
namespace {

namespace fs = std::filesystem;

std::optional<double> number_in(const fs::path& file) {
  std::ifstream stream(file);
  double value = 0;
  if (stream >> value) return value;
  return {};  // also "max"
}

// The value behind a key such as "MemAvailable:", in bytes.
std::optional<double> available(const fs::path& root) {
  constexpr double bytes_in_kb = 1024;
  std::ifstream stream(root / "proc/meminfo");
  for (std::string key, line; stream >> key; std::getline(stream, line))
    if (double kb = 0; key == "MemAvailable:" && stream >> kb) return kb * bytes_in_kb;
  return {};
}

// Version 2, which has one line "0::/path"; groups above limit those below them.
std::optional<double> left_in_group(const fs::path& root) {
  std::ifstream stream(root / "proc/self/cgroup");
  std::string line;
  if (!std::getline(stream, line) || !line.starts_with("0::/")) return {};
  const fs::path top = root / "sys/fs/cgroup";
  std::optional<double> least;
  for (fs::path group = fs::path(line.substr(4));; group = group.parent_path()) {
    const auto most = number_in(top / group / "memory.max");
    const auto used = number_in(top / group / "memory.current");
    if (most && used) least = std::min(least.value_or(*most), std::max(0.0, *most - *used));
    if (group.empty()) return least;
  }
}

std::optional<double> address_space() {
  rlimit space{};
  if (getrlimit(RLIMIT_AS, &space) != 0 || space.rlim_cur == RLIM_INFINITY) return {};
  return static_cast<double>(space.rlim_cur);
}

}  // namespace

std::optional<double> free_memory(const fs::path& root) {
  std::optional<double> least = available(root);
  for (const auto& other : {left_in_group(root), address_space()})
    if (other) least = std::min(least.value_or(*other), *other);
  return least;
}

}  // namespace bw
