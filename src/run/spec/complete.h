#pragma once
// Completes the options that the user gave to a whole RunSpec.

#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::run {

// Checks a RunSpec by itself. Throws UsageError.
void check(const RunSpec& spec);

// The given options, completed by the [run] section of the system, and checked. Throws UsageError
// or InputError.
RunSpec completed(const RunSpec& given, const system::System& system);

}  // namespace bw::run
