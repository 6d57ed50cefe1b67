#pragma once
// FMUs with sources but no library for this machine: compiled once with the system's C compiler,
// kept in a cache in the user's own folder.

#include <filesystem>

#include "base/archive/archive.h"
#include "base/bell.h"
#include "base/log.h"
#include "fmi/description/description.h"
#include "model/blueprint.h"

namespace bw::fmi {

// Whether the archive holds sources for the library of `interface`.
bool has_sources(const Archive& archive, const Description& description, Interface interface);

// The library, from the cache or compiled now; a note reports the compiler and the place. Throws
// InputError: no compiler, or its messages.
std::filesystem::path compile_library(const Archive& archive, const Description& description,
                                      Interface interface, Bells& bells, const Log& log);

}  // namespace bw::fmi
