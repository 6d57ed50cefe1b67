#include "base/sandbox/limits.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <thread>
#include <vector>

#include "base/sandbox/missing_layer.h"

namespace bw::sandbox {
namespace {

bool limit(int resource, std::uint64_t most) {
  rlimit now{};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &now) != 0) return false;
  const rlim_t both = std::min<rlim_t>(most, now.rlim_max);
  const rlimit lower{both, both};
  return setrlimit(static_cast<__rlimit_resource>(resource), &lower) == 0;
}

// Bytes of address space that this process has already: with the address sanitizer, terabytes.
std::uint64_t present_size() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void close_between(int first, int last) {
  if (first > last) return;
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
  rlimit most{};
  getrlimit(RLIMIT_NOFILE, &most);
  const int end = static_cast<int>(std::min<rlim_t>(most.rlim_cur, 1U << 16U));
  for (int one = first; one <= std::min(last, end); ++one) close(one);
}

}  // namespace

SandboxLayer drop_capabilities() {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return missing_layer(layer::capabilities, "programs may still get more");
  for (int one = 0; prctl(PR_CAPBSET_READ, one, 0, 0, 0) >= 0; ++one)
    (void)prctl(PR_CAPBSET_DROP, one, 0, 0, 0);  // refused where there are none
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const std::array<__user_cap_data_struct, 2> none{};
  if (syscall(SYS_capset, &header, none.data()) != 0)
    return missing_layer(layer::capabilities, "they cannot be dropped");
  return {layer::capabilities, true, ""};
}

SandboxLayer limit_resources(std::uint64_t memory, bool own_users) {
  constexpr std::uint64_t most_descriptors = 1024;
  constexpr std::uint64_t of_sanitizers = std::uint64_t{1} << 40U;
  constexpr unsigned threads_per_core = 4, least_threads = 256;
  if (!limit(RLIMIT_CORE, 0) || !limit(RLIMIT_NOFILE, most_descriptors))
    return missing_layer(layer::limits, "they are refused");
  if (own_users &&
      !limit(RLIMIT_NPROC,
             std::max(least_threads, threads_per_core * std::thread::hardware_concurrency())))
    return missing_layer(layer::limits, "of threads: refused");
  const std::uint64_t present = present_size();  // ours, which foreign code has not requested
  if (present > of_sanitizers)
    return {layer::limits, true, "not of memory: the program has terabytes of address space"};
  if (!limit(RLIMIT_AS, present + memory))
    return missing_layer(layer::limits, "of memory: refused");
  return {layer::limits, true, ""};
}

SandboxLayer close_descriptors(std::span<const int> keep) {
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0)
    return missing_layer(layer::descriptors, "/dev/null cannot be opened");
  std::vector<int> kept(keep.begin(), keep.end());
  kept.push_back(STDIN_FILENO);
  std::ranges::sort(kept);
  int next = 0;
  for (const int one : kept) {
    close_between(next, one - 1);
    next = one + 1;
  }
  close_between(next, std::numeric_limits<int>::max());
  return {layer::descriptors, true, ""};
}

}  // namespace bw::sandbox
