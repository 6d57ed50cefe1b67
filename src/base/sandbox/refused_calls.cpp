#include "base/sandbox/refused_calls.h"

#include <array>

namespace bw::sandbox {
namespace {

using namespace std::string_view_literals;

constexpr std::array always = {
    // The memory, descriptors and behaviour of other processes
    "ptrace"sv, "process_vm_readv"sv, "process_vm_writev"sv, "process_madvise"sv,
    "process_mrelease"sv, "pidfd_getfd"sv, "pidfd_open"sv, "kcmp"sv, "migrate_pages"sv,
    "sched_setscheduler"sv, "sched_setattr"sv, "setpriority"sv, "ioprio_set"sv,
    // Large and young parts of the kernel, through which others were left
    "io_uring_setup"sv, "io_uring_enter"sv, "io_uring_register"sv, "bpf"sv, "perf_event_open"sv,
    "userfaultfd"sv, "memfd_secret"sv, "add_key"sv, "request_key"sv, "keyctl"sv, "fanotify_init"sv,
    "fanotify_mark"sv, "modify_ldt"sv, "vmsplice"sv, "lookup_dcookie"sv, "nfsservctl"sv,
    "personality"sv, "uselib"sv, "remap_file_pages"sv,
    // Files beside the file system: they count for no limit
    "memfd_create"sv,
    // Names, mounts and namespaces
    "unshare"sv, "setns"sv, "mount"sv, "umount"sv, "umount2"sv, "pivot_root"sv, "chroot"sv,
    "open_tree"sv, "move_mount"sv, "fsopen"sv, "fsconfig"sv, "fsmount"sv, "fspick"sv,
    "mount_setattr"sv, "open_by_handle_at"sv, "name_to_handle_at"sv, "mknod"sv, "mknodat"sv,
    "quotactl"sv, "quotactl_fd"sv, "sethostname"sv, "setdomainname"sv,
    // Shared with other processes of the machine
    "shmget"sv, "shmat"sv, "shmctl"sv, "msgget"sv, "msgsnd"sv, "msgrcv"sv, "msgctl"sv, "semget"sv,
    "semop"sv, "semtimedop"sv, "semctl"sv, "mq_open"sv, "mq_unlink"sv,
    // The machine
    "init_module"sv, "finit_module"sv, "delete_module"sv, "create_module"sv, "kexec_load"sv,
    "kexec_file_load"sv, "reboot"sv, "swapon"sv, "swapoff"sv, "acct"sv, "syslog"sv, "vhangup"sv,
    "settimeofday"sv, "clock_settime"sv, "clock_adjtime"sv, "adjtimex"sv, "stime"sv, "ioperm"sv,
    "iopl"sv, "_sysctl"sv};

constexpr std::array processes = {"fork"sv, "vfork"sv, "execve"sv, "execveat"sv};

constexpr std::array sockets = {"socketpair"sv, "connect"sv, "bind"sv,   "listen"sv,
                                "accept"sv,     "accept4"sv, "sendto"sv, "sendmsg"sv,
                                "sendmmsg"sv,   "recvmmsg"sv};

constexpr std::array attributes = {
    "chmod"sv,     "fchmod"sv,    "fchmodat"sv,    "chown"sv,        "lchown"sv,      "fchown"sv,
    "fchownat"sv,  "utime"sv,     "utimes"sv,      "utimensat"sv,    "futimesat"sv,   "setxattr"sv,
    "lsetxattr"sv, "fsetxattr"sv, "removexattr"sv, "lremovexattr"sv, "fremovexattr"sv};

}  // namespace

std::span<const std::string_view> always_refused() { return always; }
std::span<const std::string_view> process_calls() { return processes; }
std::span<const std::string_view> network_calls() { return sockets; }
std::span<const std::string_view> attribute_calls() { return attributes; }

}  // namespace bw::sandbox
