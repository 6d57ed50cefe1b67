#include "base/sandbox/namespaces.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "base/sandbox/missing_layer.h"

namespace bw::sandbox {
namespace {

bool put(const char* file, std::string_view text) {
  const int opened = open(file, O_WRONLY | O_CLOEXEC);
  if (opened < 0) return false;
  const bool done = write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(opened);
  return done;
}

// The user keeps the own number, and nobody else exists there.
bool map_user(uid_t user, gid_t group) {
  (void)put("/proc/self/setgroups", "deny");  // the kernel's condition for the next but one
  return put("/proc/self/uid_map", fmt::format("{0} {0} 1", user)) &&
         put("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
}

}  // namespace

Namespaces enter_namespaces(const Allowance& allow) {
  const int others = CLONE_NEWNS | CLONE_NEWIPC | (allow.network ? 0 : CLONE_NEWNET);
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (unshare(CLONE_NEWUSER | others) == 0) {
    if (map_user(user, group)) return {{layer::namespaces, true, ""}, true};
    return {{layer::namespaces, true, "the user has no name there"}, true};
  }
  const int reason = errno;
  if (unshare(others) == 0) return {{layer::namespaces, true, ""}, false};
  return {missing_layer(layer::namespaces, "the system refuses them", reason), false};
}

}  // namespace bw::sandbox
