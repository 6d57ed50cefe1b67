#pragma once
// No file that a run writes may replace one that it reads, or another one that it writes.

#include <filesystem>
#include <string>
#include <vector>

#include "run/open/components.h"
#include "run/spec/run_spec.h"
#include "system/system.h"

namespace bw::run {

// The target first, where there is one.
std::vector<std::string> read_files(const RunSpec& spec, const system::System& system);

// Whether a file comes out of a package, which has it.
bool is_unpacked(const system::System& system, const std::filesystem::path& file);

// Where the format of the result has a limit that so many rows are above. Throws UsageError.
void check_result_size(const RunSpec& spec, const Components& components, double rows);

// Throws UsageError, or InputError where the summary cannot be written.
void check_own_files(const RunSpec& spec, const system::System& system);

}  // namespace bw::run
