#pragma once
// The options of a comparison of two results, for the commands that compare.

#include "cli/command_line.h"
#include "result/compare/compare.h"

namespace bw::cli {

// --tolerance, --absolute-tolerance and --only-common.
void add_comparison(CommandLine& line, result::CompareOptions& options);
// Throws UsageError for a tolerance that is none.
void check_comparison(const result::CompareOptions& options);

}  // namespace bw::cli
