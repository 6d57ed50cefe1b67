#pragma once

#include "system/system.h"

namespace bw::system {

// One FMU on its own is a system of one component, named after the file.
System load_single(const std::filesystem::path& file);

}  // namespace bw::system
