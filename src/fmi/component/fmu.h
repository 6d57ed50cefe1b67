#pragma once
// Entry point of this module: an FMU file as a Blueprint of Components.

#include <filesystem>
#include <memory>

#include "base/bell.h"
#include "base/log.h"
#include "model/blueprint.h"

namespace bw::fmi {

// Throws InputError with what is wrong with the file, and what would be right.
std::shared_ptr<const model::Blueprint> open_fmu(const std::filesystem::path& file, Bells& bells,
                                                 const Log& log);

}  // namespace bw::fmi
