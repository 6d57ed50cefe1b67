#pragma once
// The sandbox of each FMU in a run: from the options and the component to what its process calls
// before it loads foreign code.

#include <functional>

#include "base/bell.h"
#include "base/sandbox/allowance.h"
#include "base/sandbox/sandbox.h"
#include "run/open/components.h"
#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::run {

// What a component may do: `allow` of the run and its own together.
Allowance allowed_to(const RunSpec& spec, const system::ComponentEntry& entry);

// To be called in a process of its own; it holds the folder for temporary files, which goes with
// the last copy. Empty: the run has no sandbox. Throws InputError.
std::function<void()> confinement_of(const RunSpec& spec, const system::ComponentEntry& entry,
                                     const OpenedComponent& component, Bells& bells);

// Tries the sandbox once: what it lacks here becomes a diagnostic. Throws Error if there is none at
// all, before an FMU is loaded.
void try_sandbox(const RunSpec& spec, Bells& bells);

}  // namespace bw::run
