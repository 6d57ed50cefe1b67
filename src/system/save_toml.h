#pragma once
// A system as TOML text that load_toml reads back as the same system.

#include "system/system.h"

namespace bw::system {

// For the file `target`, beside which files of components are sought. Remarks become comments.
std::string save_toml(const System& system, const std::filesystem::path& target);

}  // namespace bw::system
