#pragma once
// The machine-readable summary of a run: one JSON object. Its keys are a promise to scripts
// (docs/architecture.md); more may be added, none goes.

#include <string>

#include "result/result.h"

namespace bw::result {

std::string summary_json(const RunResult& result);

// InputError where check_destination finds one. Written whole or not at all; straight into a pipe
// or a terminal.
void check_summary_path(const std::string& path);
// When a run begins: whatever end it takes, nobody shall read the summary of the one before as its
// own.
void remove_summary(const std::string& path);
void write_summary(const RunResult& result, const std::string& path);

}  // namespace bw::result
