#pragma once
// The table of a study: one row per run with its parameters, its results and their errors, verdict,
// codes and cost. Nothing in it depends on who computed what, or when.

#include <string>

#include "study/design/study.h"
#include "study/statistics/collection.h"
#include "study/statistics/summary.h"

namespace bw::study {

// CSV, written beside the name and renamed. Results of rejected and failed runs are empty. Throws
// Error (stopped) where it cannot be written.
void write_table(const Study& study, const Collection& collection, const std::string& file);

// The summary as JSON.
std::string summary_json(const Study& study, const Summary& summary);

}  // namespace bw::study
