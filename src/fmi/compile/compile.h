#pragma once
// FMUs that bring sources and no library for this machine: compiled once with the system's C
// compiler, kept in a cache under the user's own folder.

#include <filesystem>
#include <string>

#include "base/archive/archive.h"
#include "base/bell.h"
#include "base/log.h"
#include "fmi/description/description.h"
#include "model/blueprint.h"

namespace bw::fmi {

// Whether the archive holds sources for the library of `interface`.
bool has_sources(const Archive& archive, const Description& description, Interface interface);

// The library: from the cache, or compiled now, which a bell (note) tells with the command's name
// and the place. Throws InputError: no compiler, or what it said.
std::filesystem::path compile_library(const Archive& archive, const Description& description,
                                      Interface interface, Bells& bells, const Log& log);

}  // namespace bw::fmi
