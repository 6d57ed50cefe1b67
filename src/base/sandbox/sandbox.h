#pragma once
// Confines this process for ever, before it loads foreign code, as root and as an ordinary user:
//
//   namespaces    a user, mount, network and IPC namespace of its own
//   file view     a root folder that holds what is listed below and nothing else
//   Landlock      the same list once more, enforced by path; signals to others
//   call filter   seccomp: calls that are refused with EPERM, so that who merely tries goes on
//   capabilities  none, and no_new_privs
//   limits        address space, core files, descriptors, threads
//   descriptors   all but a given list are closed
//
// Kernels, containers and distributions lack some of them: each layer says whether it is in force.
// What is seen: the system's libraries and `readable` to read, `writable`, and `scratch` as /tmp,
// to write, a few harmless devices and the files of /proc about this process.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/sandbox/allowance.h"

namespace bw {

struct Sandbox {
  static constexpr std::uint64_t default_memory = std::uint64_t{8} << 30;

  std::vector<std::filesystem::path> readable{};  // absolute: the unpacked FMU
  std::vector<std::filesystem::path> writable{};  // absolute, what exists of them: its resources
  std::filesystem::path scratch{};  // an existing folder: /tmp, $HOME and the working folder there
  Allowance allow{};
  std::uint64_t memory = default_memory;  // bytes of address space, unless `allow` has another
  std::vector<int> keep{0, 1,
                        2};  // descriptors that stay open, with a Child's pipe; 0 reads nothing
  // The process may copy itself by a clone() with CLONE_PARENT, for snapshots; fork() stays
  // refused.
  bool copies = false;
};

struct SandboxLayer {
  std::string_view name;
  bool in_force = false;
  std::string detail{};  // why it is not, or what it lacks on this kernel
};

struct Confinement {
  std::vector<SandboxLayer> layers{};

  bool has(std::string_view name) const;  // in force
  // The file view counts only with what closes the ways out of it.
  bool restricts_files() const;
  // "file view (Operation not permitted) and Landlock (…)"; empty: all are in force.
  std::string missing() const;
};

namespace layer {
inline constexpr std::string_view namespaces = "namespaces", file_view = "file view",
                                  landlock = "Landlock", call_filter = "system-call filter",
                                  capabilities = "no capabilities", limits = "limits",
                                  descriptors = "closed descriptors";
}  // namespace layer

// In a forked child without other threads. Throws Error (stopped) if nothing restricts files.
Confinement confine(const Sandbox& sandbox);

// Which layers this machine has, tried in a process that ends at once. Throws the same error, and
// one if the system gives no process.
Confinement rehearse(const Sandbox& sandbox);

}  // namespace bw
