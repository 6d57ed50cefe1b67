#pragma once
// C files as a shared library, for FMUs.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "equation/code/compiled.h"

namespace bw::equation {

using SourceFiles = std::vector<std::pair<std::string, std::string>>;  // name, text

// The library's bytes. It needs the C library and its mathematics only. `automatic`: by the
// system's compiler where there is one or $CC names one, else by the tiny one. Throws InputError.
std::string build_library(const SourceFiles& files,
                          CompilerChoice compiler = CompilerChoice::automatic);

// From C files in a folder; `headers` is a folder for its own files.
void build_by_tiny_compiler(const std::vector<std::filesystem::path>& sources,
                            const std::filesystem::path& headers,
                            const std::filesystem::path& library);

}  // namespace bw::equation
