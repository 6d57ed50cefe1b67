#pragma once
// The rules of `check`, of FMUs and of systems.

#include <string>
#include <string_view>
#include <vector>

#include "base/report.h"

namespace bw::inspect {

struct CheckRule {
  std::string_view key;
  Finding::Severity severity;
  std::string_view meaning;
  std::string_view remedy;  // may be empty
  std::string sections;     // "FMI 2.0: 2.2.7"; may be empty
};

std::vector<CheckRule> check_rules();

}  // namespace bw::inspect
