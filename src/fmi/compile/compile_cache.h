#pragma once
// Where compiled libraries are kept: bellwether/compiled in the user's cache folder
// ($XDG_CACHE_HOME, else ~/.cache), when it is the user's own and nobody else can write to it,
// because its files are loaded and run. Else a temporary folder that is removed with the program. A
// library appears there atomically, also when several programs do the same. For compile.cpp.

#include <filesystem>

namespace bw::fmi {

std::filesystem::path compile_cache();

// Whether a complete library exists there.
bool is_kept(const std::filesystem::path& library);

// Copies a new library there under its name; an identical one that another program made meanwhile
// is replaced. Throws Error when the disk is full.
void keep_library(const std::filesystem::path& made, const std::filesystem::path& library);

}  // namespace bw::fmi
