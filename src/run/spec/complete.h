#pragma once
// From what the user gave to the whole RunSpec.

#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::run {

// What can be wrong in a RunSpec by itself. Throws UsageError.
void check(const RunSpec& spec);

// What the user gave, completed by the [run] section of the system, and checked.
RunSpec completed(const RunSpec& given, const system::System& system);

}  // namespace bw::run
