#pragma once
// Where compiled libraries are kept: bellwether/compiled in the user's cache folder
// ($XDG_CACHE_HOME, else ~/.cache), when it is the user's own and nobody else can write to it, for
// what stands there is loaded and run. Else a temporary folder that goes with the program. A
// library appears there whole or not at all, whoever else does the same. For compile.cpp.

#include <filesystem>
#include <string>

namespace bw::fmi {

std::filesystem::path compile_cache();

// Whether a whole library stands there.
bool is_kept(const std::filesystem::path& library);

// Copies a new library there under its name; one that came in between is replaced by its like.
// Throws Error when the disk is full.
void keep_library(const std::filesystem::path& made, const std::filesystem::path& library);

}  // namespace bw::fmi
