#pragma once
// What `--verbose` adds to the report.

#include <string>

#include "cli/report/layout.h"
#include "result/result.h"

namespace bw::cli {

// Why the method was chosen, and every choice of `auto`.
std::string reasons(const result::RunResult& result, const Style& style);

// Base methods, levels or integrations; where the time went; calls per component.
std::string details(const result::RunResult& result, const Style& style);

}  // namespace bw::cli
