#pragma once
// The findings of a check as JSON, for programs.

#include <string>
#include <vector>

#include "base/report.h"

namespace bw::result {

// {"target", "verdict": "good" or "bad", "errors", "warnings", "notes",
//  "findings": [{"rule", "severity", "file", "line", "column", "sentence", "count"}]}
std::string findings_json(const std::string& target, const std::vector<Finding>& findings);

}  // namespace bw::result
