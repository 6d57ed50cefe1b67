#pragma once
// Refuses system calls by number and arguments (seccomp): what goes around the other layers, what
// they do not cover, and what no simulation needs.

#include "base/sandbox/allowance.h"
#include "base/sandbox/sandbox.h"

namespace bw::sandbox {

struct FilterNeeds {
  Allowance allow{};
  bool copies = false;         // see Sandbox
  bool keeps_signals = false;  // another layer refuses signals to other processes
  bool has_file_view = false;  // another layer refuses to change the owner, mode and times of files
};

SandboxLayer filter_calls(const FilterNeeds& needs);

}  // namespace bw::sandbox
