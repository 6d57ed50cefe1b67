#pragma once
// The verdict of a run in one clause, for the report, the summary and the page.

#include <string>

#include "result/result.h"

namespace bw::result {

std::string time_in_rows(const RunResult& result, double seconds);  // in the unit of rows

// "0.5 % of the tolerance 1e-6" or "error ≈ 13 400 × the tolerance 1e-6".
std::string estimate_words(double estimate, double tolerance);

// What stands behind the verdict's name: "0.5 % of the tolerance 1e-6  (coupling error only)".
std::string headline(const RunResult& result);

}  // namespace bw::result
