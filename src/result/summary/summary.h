#pragma once
// The machine-readable summary of a run: one JSON object. Its keys are an interface for scripts
// (docs/architecture.md): keys may be added, none removed.

#include <string>

#include "result/result.h"

namespace bw::result {

std::string summary_json(const RunResult& result);
// Its list "diagnostics" alone.
std::string diagnostics_json(const RunResult& result);

// Throws InputError as check_destination does. Written as a whole or not at all; directly into a
// pipe or a terminal. The path "-" is the file descriptor `standard_output`.
void check_summary_path(const std::string& path);
// Called when a run begins, so that the summary of an earlier run is never taken for that of this
// one.
void remove_summary(const std::string& path);
void write_summary(const RunResult& result, const std::string& path, int standard_output = 1);

}  // namespace bw::result
