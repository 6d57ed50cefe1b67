#pragma once
// A system as TOML text that load_toml reads back as the same system.

#include "system/system.h"

namespace bw::system {

// For the file `target`, to which paths of components are relative. Remarks become comments.
std::string save_toml(const System& system, const std::filesystem::path& target);

}  // namespace bw::system
