#pragma once
// A root folder that holds the visible files and nothing else: what is not there cannot even be
// named. Needs a mount namespace of its own.

#include <filesystem>
#include <span>

#include "base/sandbox/sandbox.h"
#include "base/sandbox/visible.h"

namespace bw::sandbox {

// The process is in the new root folder then, where `scratch` is /tmp.
SandboxLayer change_root(std::span<const Visible> visible, const std::filesystem::path& scratch);

}  // namespace bw::sandbox
