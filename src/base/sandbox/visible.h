#pragma once
// The files that a sandboxed process sees. The file view and Landlock follow the same list.

#include <filesystem>
#include <vector>

#include "base/sandbox/sandbox.h"

namespace bw::sandbox {

enum class Access { read, device, write };

struct Visible {
  std::filesystem::path path;  // absolute
  Access access = Access::read;
};

// What exists of it.
std::vector<Visible> visible_files(const Sandbox& sandbox);

}  // namespace bw::sandbox
