#pragma once
// Which files a project file may have written: it is input, and may come from anybody.

#include <string>

#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::run {

// Throws InputError where the [run] section names a file to be written that is neither beside nor
// below the project or the current folder, or is hidden there. What `given` names replaces it.
void check_places(const RunSpec& given, const RunSpec& written, const system::System& system);

}  // namespace bw::run
