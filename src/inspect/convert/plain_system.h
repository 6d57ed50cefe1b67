#pragma once
// A settled system of SSP in the words of TOML: one number for every connection and value, in the
// unit of the variable that takes it.

#include <filesystem>

#include "inspect/convert/placed_files.h"
#include "inspect/convert/settled.h"
#include "system/system.h"

namespace bw::inspect {

// For the file `target`; files of packages go where `files` places them beside it. Throws
// InputError with all that TOML cannot say.
system::System plain_system(const Settled& settled, const std::filesystem::path& target,
                            PlacedFiles& files);

}  // namespace bw::inspect
