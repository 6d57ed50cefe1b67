#pragma once
// Landlock: rights to files by path, given up for ever; Linux 5.13 and later.

#include <filesystem>
#include <span>

#include "base/sandbox/allowance.h"
#include "base/sandbox/sandbox.h"
#include "base/sandbox/visible.h"

namespace bw::sandbox {

// Of the kernel's interface; below 1: there is none.
long landlock_version();

struct Landlock {
  SandboxLayer layer;
  bool keeps_signals = false;  // signals to processes outside are refused (Linux 6.12)
};

Landlock restrict_files(std::span<const Visible> visible, const std::filesystem::path& scratch,
                        const Allowance& allow);

}  // namespace bw::sandbox
