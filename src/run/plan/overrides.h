#pragma once
// --certify on the command line wins over the master and the steps that a project file gives.

#include "base/bell.h"
#include "run/open/components.h"
#include "run/spec/run_spec.h"

namespace bw::run {

// `spec` is `given`, the command line, completed from the file. Drops what came from the file and
// contradicts --certify, and rings one note that names it.
RunSpec with_certify(RunSpec spec, const RunSpec& given, const Components& components,
                     Bells& bells);

}  // namespace bw::run
