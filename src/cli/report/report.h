#pragma once

#include <string>

#include "cli/report/layout.h"
#include "result/result.h"

namespace bw::cli {

// The text report of a run: verdict, result file, worst variable, diagnostics, method, cost, what
// to try. With style.verbose also notes, reasons and what the estimate and the time were spent on.
// Of a run that was not accepted: its verdict and what was reported, for --quiet.
std::string failure(const result::RunResult& result, const Style& style);

// `page`: the name of the page that shows the run; empty: none.
std::string report(const result::RunResult& result, const Style& style,
                   const std::string& page = "");

}  // namespace bw::cli
