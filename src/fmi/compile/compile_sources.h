#pragma once
// The files in sources/ of an FMU, and what follows from their text. For compile_plan.cpp.

#include <string>
#include <string_view>
#include <vector>

#include "base/archive/archive.h"

namespace bw::fmi {

constexpr std::string_view sources_folder = "sources/";

bool is_c(std::string_view name);  // by its extension, like the following
bool is_cpp(std::string_view name);
bool is_header(std::string_view name);
inline bool is_source(std::string_view name) { return is_c(name) || is_cpp(name); }

// All files in sources/ with that folder in their names, sorted.
std::vector<std::string> source_entries(const Archive& archive);

// The names below are relative to sources/.

// The folders that contain files, and their parents.
std::vector<std::string> source_subfolders(const std::vector<std::string>& entries);

// What to compile when nothing is listed: all.c, which by convention includes the others, or every
// source that no other one includes.
std::vector<std::string> unlisted_sources(const Archive& archive,
                                          const std::vector<std::string>& entries);

// What the sources do with a macro: the strongest of these.
enum class MacroUse { none, mention, define };
MacroUse use_of_macro(const Archive& archive, const std::vector<std::string>& entries,
                      std::string_view macro);

}  // namespace bw::fmi
