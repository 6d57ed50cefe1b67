#include "base/sandbox/call_filter.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <memory>
#include <string>

#include "base/sandbox/missing_layer.h"
#include "base/sandbox/refused_calls.h"

namespace bw::sandbox {
namespace {

// The last call that was looked at: mseal, Linux 6.10. From 424 on all machines count alike.
constexpr unsigned last_known_call = 462;

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW)) {}
  ~Filter() {
    if (context_ != nullptr) seccomp_release(context_);
  }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  void refuse(std::string_view name) { add(name, EPERM, nullptr); }
  void refuse(std::span<const std::string_view> names) {
    for (const std::string_view name : names) refuse(name);
  }
  void refuse(std::string_view name, const scmp_arg_cmp& where) { add(name, EPERM, &where); }
  // As if the kernel did not have it; the C library has another way then.
  void hide(std::string_view name) { add(name, ENOSYS, nullptr); }

  // 0, or the negative reason.
  int load() {
    if (context_ == nullptr) return -ENOMEM;
    if (reason_ != 0) return reason_;
    // 32-bit and x32 calls have other numbers.
    seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
    return seccomp_load(context_);
  }

 private:
  void add(std::string_view name, int answer, const scmp_arg_cmp* where) {
    const int call = seccomp_syscall_resolve_name(std::string(name).c_str());
    if (context_ == nullptr || call == __NR_SCMP_ERROR) return;
    const int result =
        seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(static_cast<std::uint32_t>(answer)), call,
                               where != nullptr ? 1 : 0, where);
    if (result != 0) reason_ = result;
  }

  scmp_filter_ctx context_;
  int reason_ = 0;
};

constexpr scmp_arg_cmp argument(unsigned index, scmp_compare how, scmp_datum_t a,
                                scmp_datum_t b = 0) {
  return {index, how, a, b};
}

void refuse_terminals(Filter& filter) {
  constexpr scmp_datum_t low = 0xffffffffU;  // the kernel does not look at the upper half
  constexpr scmp_datum_t type_into_linux_console = 0x541C;
  filter.refuse("ioctl", argument(1, SCMP_CMP_MASKED_EQ, low, TIOCSTI));
  filter.refuse("ioctl", argument(1, SCMP_CMP_MASKED_EQ, low, type_into_linux_console));
}

// Threads stay: they are a clone() that shares all. The flags of clone3() stand in memory, where no
// filter can look.
void refuse_processes(Filter& filter, const FilterNeeds& needs) {
  filter.hide("clone3");
  for (const int flag : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC}) {
    const auto own = static_cast<scmp_datum_t>(flag);
    filter.refuse("clone", argument(0, SCMP_CMP_MASKED_EQ, own, own));
  }
  if (needs.allow.processes) return;
  filter.refuse(process_calls());
  const auto good = static_cast<scmp_datum_t>(CLONE_THREAD | (needs.copies ? CLONE_PARENT : 0));
  filter.refuse("clone", argument(0, SCMP_CMP_MASKED_EQ, good, 0));
}

// Where the network is allowed, it is the internet: sockets of other kinds reach services of this
// machine.
void refuse_sockets(Filter& filter, const Allowance& allow) {
  if (!allow.network) {
    filter.refuse("socket");
    filter.refuse(network_calls());
    return;
  }
  for (scmp_datum_t family = 0; family <= AF_INET6; ++family)
    if (family != AF_INET && family != AF_INET6)
      filter.refuse("socket", argument(0, SCMP_CMP_EQ, family));
  filter.refuse("socket", argument(0, SCMP_CMP_GT, AF_INET6));
  filter.refuse("socketpair");
}

// raise() and abort() signal the own process.
void refuse_others(Filter& filter, const FilterNeeds& needs) {
  filter.refuse("prlimit64", argument(0, SCMP_CMP_NE, 0));
  filter.refuse("move_pages", argument(0, SCMP_CMP_NE, 0));
  if (needs.keeps_signals || needs.allow.processes || needs.copies) return;
  const auto own = static_cast<scmp_datum_t>(getpid());
  for (const std::string_view call : {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"})
    filter.refuse(call, argument(0, SCMP_CMP_NE, own));
  filter.refuse("tkill");
  filter.refuse("pidfd_send_signal");
}

// What later kernels add, seccomp's library has no name for and nobody has looked at, is hidden.
bool hide_later_calls() {
  std::array program = {
      sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      sock_filter BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last_known_call, 0, 1),
      sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{program.size(), program.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

}  // namespace

SandboxLayer filter_calls(const FilterNeeds& needs) {
  Filter filter;
  filter.refuse(always_refused());
  refuse_terminals(filter);
  refuse_processes(filter, needs);
  refuse_sockets(filter, needs.allow);
  refuse_others(filter, needs);
  if (!needs.has_file_view) filter.refuse(attribute_calls());
  const bool later = hide_later_calls();
  const int reason = later ? filter.load() : -errno;
  if (reason == 0) return {layer::call_filter, true, ""};
  return missing_layer(layer::call_filter, "the kernel refuses it", -reason);
}

}  // namespace bw::sandbox
