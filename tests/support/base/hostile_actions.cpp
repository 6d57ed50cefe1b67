#include "support/base/hostile_actions.h"

#include <fcntl.h>
#include <linux/io_uring.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>

namespace bw::test {
namespace {

int reason(long result) { return result < 0 ? errno : 0; }

int opened(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0) return errno;
  close(file);
  return 0;
}

int read_some(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY);
  if (file < 0) return errno;
  char byte = 0;
  const int result = reason(read(file, &byte, 1));
  close(file);
  return result;
}

template <class... Arguments>
int call(long number, Arguments... arguments) {
  return reason(syscall(number, arguments...));
}

std::string secret(const Victim& v) { return v.home / "secret.txt"; }
std::string of_parent(const Victim& v, const char* file) {
  return "/proc/" + std::to_string(v.parent) + "/" + file;
}

// ---- files ----

int read_through_link(const Victim& v) {
  const std::string link = std::string(getenv("TMPDIR")) + "/link";
  if (symlink(secret(v).c_str(), link.c_str()) != 0) return errno;
  return read_some(link);
}

int read_through_hard_link(const Victim& v) {
  const std::string name = std::string(getenv("TMPDIR")) + "/hard";
  if (link(secret(v).c_str(), name.c_str()) != 0) return errno;
  return read_some(name);
}

int write_through_link(const Victim& v) {
  const std::string link = std::string(getenv("TMPDIR")) + "/folder";
  if (symlink(v.home.c_str(), link.c_str()) != 0) return errno;
  return opened(link + "/planted", O_WRONLY | O_CREAT);
}

int read_from_above(const Victim& v) {
  std::string path;
  for (int i = 0; i < 20; ++i) path += "../";
  return read_some(path + secret(v).substr(1));
}

int open_below_descriptor(const Victim& v) {
  const int file = openat(v.folder, "secret.txt", O_RDONLY);
  return file < 0 ? errno : 0;
}

int change_times(const Victim& v) {
  return reason(utimensat(AT_FDCWD, secret(v).c_str(), nullptr, 0));
}

// ---- processes ----

int forked(long pid) {
  if (pid == 0) _exit(0);
  if (pid < 0) return errno;
  waitpid(static_cast<pid_t>(pid), nullptr, 0);
  return 0;
}

int spawn(const Victim&) {
  pid_t pid = 0;
  char name[] = "true";
  char* arguments[] = {name, nullptr};
  return posix_spawn(&pid, "/bin/true", nullptr, nullptr, arguments, environ);
}

// execve() itself, of what is no program: another answer than "not allowed" is a success.
int execute(const Victim&) {
  char* none[] = {nullptr};
  execve("/usr", none, none);
  return errno == EACCES ? 0 : errno;
}

int trace_parent(const Victim& v) {
  return reason(ptrace(PTRACE_SEIZE, v.parent, nullptr, nullptr));
}

int read_memory_of_parent(const Victim& v) {
  char byte = 0;
  iovec here{&byte, 1}, there{const_cast<char*>(v.memory), 1};
  return reason(process_vm_readv(v.parent, &here, 1, &there, 1, 0));
}

int lower_limit_of_parent(const Victim& v) {
  const rlimit none{0, 0};
  return reason(prlimit(v.parent, RLIMIT_CORE, &none, nullptr));
}

// ---- the rest ----

int socket_of(int family, int type, int protocol = 0) {
  return reason(socket(family, type, protocol));
}

int raise_limit(int resource) {
  rlimit now{};
  getrlimit(static_cast<__rlimit_resource>(resource), &now);
  if (now.rlim_max == RLIM_INFINITY) return 0;
  ++now.rlim_max;
  return reason(setrlimit(static_cast<__rlimit_resource>(resource), &now));
}

int allocate_much(const Victim&) {
  constexpr std::size_t much = std::size_t{9} << 30U;
  const void* memory = mmap(nullptr, much, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

int set_up_ring(const Victim&) {
  io_uring_params parameters{};
  return call(SYS_io_uring_setup, 4, &parameters);
}

int see_shared_memory_of_others(const Victim&) {
  const int memory = shm_open("/bellwether-victim", O_RDWR, 0600);
  return memory < 0 ? errno : 0;
}

constexpr std::array actions = {
    // files
    HostileAction{"read /etc/passwd", Answer::any, [](const Victim&) { return read_some("/etc/passwd"); }, true},
    HostileAction{"read a file of the user", Answer::any, [](const Victim& v) { return read_some(secret(v)); }, true},
    HostileAction{"list the user's folder", Answer::any, [](const Victim& v) { return opened(v.home, O_RDONLY | O_DIRECTORY); }, true},
    HostileAction{"write a new file", Answer::any, [](const Victim& v) { return opened(v.home / "planted", O_WRONLY | O_CREAT); }, true},
    HostileAction{"write over a file", Answer::any, [](const Victim& v) { return opened(secret(v), O_WRONLY); }, true},
    HostileAction{"append to a file", Answer::any, [](const Victim& v) { return opened(secret(v), O_WRONLY | O_APPEND); }, true},
    HostileAction{"empty a file", Answer::any, [](const Victim& v) { return reason(truncate(secret(v).c_str(), 0)); }, true},
    HostileAction{"remove a file", Answer::any, [](const Victim& v) { return reason(unlink((v.home / "removable").c_str())); }, true},
    HostileAction{"rename a file", Answer::any, [](const Victim& v) { return reason(rename((v.home / "movable").c_str(), (v.home / "moved").c_str())); }, true},
    HostileAction{"make a folder", Answer::any, [](const Victim& v) { return reason(mkdir((v.home / "folder").c_str(), 0700)); }, true},
    HostileAction{"change the mode of a file", Answer::any, [](const Victim& v) { return reason(chmod(secret(v).c_str(), 0666)); }, true},
    HostileAction{"change the times of a file", Answer::any, change_times, true},
    HostileAction{"write into its own folder", Answer::any, [](const Victim& v) { return opened(v.own_folder / "planted", O_WRONLY | O_CREAT); }, true},
    HostileAction{"write over its own library", Answer::any, [](const Victim& v) { return opened(v.own_folder / "library.so", O_WRONLY); }, true},
    HostileAction{"write into /usr", Answer::any, [](const Victim&) { return opened("/usr/planted-by-bellwether-test", O_WRONLY | O_CREAT); }},
    HostileAction{"read through a symbolic link", Answer::any, read_through_link, true},
    HostileAction{"write through a symbolic link", Answer::any, write_through_link, true},
    HostileAction{"read through a hard link", Answer::any, read_through_hard_link, true},
    HostileAction{"read through /proc/self/root", Answer::any, [](const Victim& v) { return read_some("/proc/self/root" + secret(v)); }, true},
    HostileAction{"read from above", Answer::any, read_from_above, true},
    HostileAction{"open below an inherited descriptor", Answer::any, open_below_descriptor, true},
    HostileAction{"open by handle", Answer::filter, [](const Victim&) { return call(SYS_open_by_handle_at, AT_FDCWD, nullptr, 0); }},
    HostileAction{"open the kernel's messages", Answer::any, [](const Victim&) { return opened("/dev/kmsg", O_RDONLY); }},
    HostileAction{"open the memory of the machine", Answer::any, [](const Victim&) { return opened("/dev/mem", O_RDONLY); }},
    HostileAction{"open a terminal", Answer::any, [](const Victim&) { return opened("/dev/ptmx", O_RDWR); }},
    HostileAction{"make a device", Answer::filter, [](const Victim&) { return reason(mknod("device", S_IFCHR | 0600, 0x103)); }},
    // the view
    HostileAction{"mount", Answer::filter, [](const Victim&) { return reason(mount("x", "/tmp", "tmpfs", 0, nullptr)); }},
    HostileAction{"unmount", Answer::filter, [](const Victim&) { return reason(umount2("/tmp", MNT_DETACH)); }},
    HostileAction{"clone a mount", Answer::filter, [](const Victim&) { return call(428, AT_FDCWD, "/", 1); }},
    HostileAction{"chroot", Answer::filter, [](const Victim&) { return reason(chroot("/")); }},
    HostileAction{"pivot_root", Answer::filter, [](const Victim&) { return call(SYS_pivot_root, ".", "."); }},
    HostileAction{"a user namespace", Answer::filter, [](const Victim&) { return reason(unshare(CLONE_NEWUSER)); }},
    HostileAction{"another's namespace", Answer::filter, [](const Victim&) { return reason(setns(0, 0)); }},
    // processes
    HostileAction{"fork", Answer::filter, [](const Victim&) { return forked(fork()); }, true},
    HostileAction{"fork by number", Answer::filter, [](const Victim&) { return forked(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }, true},
    HostileAction{"clone3", Answer::filter, [](const Victim&) { return call(SYS_clone3, nullptr, 0); }},
    HostileAction{"spawn", Answer::filter, spawn, true},
    HostileAction{"exec", Answer::filter, execute, true},
    HostileAction{"trace the parent", Answer::filter, trace_parent},
    HostileAction{"signal the parent", Answer::filter, [](const Victim& v) { return reason(kill(v.parent, 0)); }, true},
    HostileAction{"signal a thread of the parent", Answer::filter, [](const Victim& v) { return call(SYS_tgkill, v.parent, v.parent, 0); }, true},
    HostileAction{"read the parent's memory", Answer::filter, read_memory_of_parent},
    HostileAction{"open the parent's memory", Answer::any, [](const Victim& v) { return opened(of_parent(v, "mem"), O_RDWR); }},
    HostileAction{"read the parent's environment", Answer::any, [](const Victim& v) { return read_some(of_parent(v, "environ")); }},
    HostileAction{"read through the parent's descriptors", Answer::any,
                  [](const Victim& v) {
                    const std::string folder = "fd/" + std::to_string(v.folder);
                    return read_some(of_parent(v, folder.c_str()) + "/secret.txt");
                  }, true},
    HostileAction{"hold the parent", Answer::filter, [](const Victim& v) { return call(SYS_pidfd_open, v.parent, 0); }, true},
    HostileAction{"change the parent's limits", Answer::filter, lower_limit_of_parent},
    HostileAction{"change the parent's priority", Answer::filter, [](const Victim& v) { return reason(setpriority(PRIO_PROCESS, static_cast<id_t>(v.parent), 19)); }, true},
    // network
    HostileAction{"an internet socket", Answer::filter, [](const Victim&) { return socket_of(AF_INET, SOCK_STREAM); }, true},
    HostileAction{"a datagram socket", Answer::filter, [](const Victim&) { return socket_of(AF_INET, SOCK_DGRAM); }, true},
    HostileAction{"a unix socket", Answer::filter, [](const Victim&) { return socket_of(AF_UNIX, SOCK_STREAM); }, true},
    HostileAction{"a netlink socket", Answer::filter, [](const Victim&) { return socket_of(AF_NETLINK, SOCK_RAW); }, true},
    HostileAction{"a raw socket", Answer::filter, [](const Victim&) { return socket_of(AF_INET, SOCK_RAW, 1); }},
    HostileAction{"a packet socket", Answer::filter, [](const Victim&) { return socket_of(AF_PACKET, SOCK_RAW); }},
    HostileAction{"a socket of the virtual machine", Answer::filter, [](const Victim&) { return socket_of(AF_VSOCK, SOCK_STREAM); }},
    HostileAction{"a pair of sockets", Answer::filter, [](const Victim&) { int pair[2]; return reason(socketpair(AF_UNIX, SOCK_DGRAM, 0, pair)); }, true},
    // shared with others
    HostileAction{"shared memory", Answer::filter, [](const Victim&) { return reason(shmget(IPC_PRIVATE, 4096, 0600)); }},
    HostileAction{"a semaphore", Answer::filter, [](const Victim&) { return reason(semget(IPC_PRIVATE, 1, 0600)); }},
    HostileAction{"a message queue", Answer::filter, [](const Victim&) { return reason(msgget(IPC_PRIVATE, 0600)); }},
    HostileAction{"a named message queue", Answer::filter, [](const Victim&) { return call(SYS_mq_open, "x", O_RDONLY, 0, nullptr); }},
    HostileAction{"named shared memory of others", Answer::any, see_shared_memory_of_others},
    // the kernel
    HostileAction{"io_uring", Answer::filter, set_up_ring},
    HostileAction{"bpf", Answer::filter, [](const Victim&) { return call(SYS_bpf, 0, nullptr, 0); }},
    HostileAction{"perf events", Answer::filter, [](const Victim&) { return call(SYS_perf_event_open, nullptr, 0, -1, -1, 0); }},
    HostileAction{"userfaultfd", Answer::filter, [](const Victim&) { return call(SYS_userfaultfd, 0); }},
    HostileAction{"keys", Answer::filter, [](const Victim&) { return call(SYS_keyctl, 0, -3, 1); }},
    HostileAction{"a new key", Answer::filter, [](const Victim&) { return call(SYS_add_key, nullptr, nullptr, nullptr, 0, 0); }},
    HostileAction{"personality", Answer::filter, [](const Victim&) { return reason(personality(ADDR_NO_RANDOMIZE)); }, true},
    HostileAction{"a secret memory", Answer::filter, [](const Victim&) { return call(447, 0); }},
    HostileAction{"a file in memory", Answer::filter, [](const Victim&) { return reason(memfd_create("x", 0)); }, true},
    HostileAction{"fanotify", Answer::filter, [](const Victim&) { return call(SYS_fanotify_init, 0, 0); }},
    HostileAction{"a call of later kernels", Answer::filter, [](const Victim&) { return call(470, nullptr, nullptr, 0, 0); }},
    HostileAction{"typing into the terminal", Answer::filter, [](const Victim&) { return reason(ioctl(0, TIOCSTI, "x")); }},
    HostileAction{"the kernel's log", Answer::filter, [](const Victim&) { return call(SYS_syslog, 10, nullptr, 0); }},
    HostileAction{"a kernel module", Answer::filter, [](const Victim&) { return call(SYS_init_module, nullptr, 0, ""); }},
    HostileAction{"another kernel", Answer::filter, [](const Victim&) { return call(SYS_kexec_load, 0, 0, nullptr, 0); }},
    HostileAction{"a reboot", Answer::filter, [](const Victim&) { return call(SYS_reboot, 0, 0, 0, nullptr); }},
    HostileAction{"the clock", Answer::filter, [](const Victim&) { const timespec now{}; return reason(clock_settime(CLOCK_TAI, &now)); }},
    HostileAction{"the host's name", Answer::filter, [](const Victim&) { return call(SYS_sethostname, nullptr, 99); }},
    // limits
    HostileAction{"nine gigabytes", Answer::memory, allocate_much, true},
    HostileAction{"raising the limit of memory", Answer::memory, [](const Victim&) { return raise_limit(RLIMIT_AS); }},
    HostileAction{"raising the limit of core files", Answer::any, [](const Victim&) { return raise_limit(RLIMIT_CORE); }},
};

}  // namespace

std::span<const HostileAction> hostile_actions() { return actions; }

}  // namespace bw::test
