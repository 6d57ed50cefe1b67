#pragma once

#include <string>

#include "cli/report/layout.h"
#include "result/result.h"

namespace bw::cli {

// The text report of a run: verdict, result file, worst variable, diagnostics, method, cost, what
// to try. With style.verbose also notes, reasons and what the estimate and the time were spent on.
// Of a run that was not accepted: its verdict and what was reported, for --quiet.
std::string failure(const result::RunResult& result, const Style& style);

std::string report(const result::RunResult& result, const Style& style);

}  // namespace bw::cli
