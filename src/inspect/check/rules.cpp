#include "inspect/check/rules.h"

#include <span>

#include "base/rules.h"
#include "fmi/description/rules.h"
#include "system/rules.h"

namespace bw::inspect {

std::vector<CheckRule> check_rules() {
  std::vector<CheckRule> all;
  const auto add = [&](std::span<const RuleRow> rows, const std::string& standard) {
    for (const RuleRow& one : rows)
      all.push_back({one.key, one.severity, one.meaning, one.remedy,
                     one.section.empty() ? "" : standard + std::string(one.section)});
  };
  add(fmi::rule_rows(), "Sections of the FMI standard: ");
  add(system::rule_rows(), "Sections of the SSP standard, 2.0.1: ");
  return all;
}

}  // namespace bw::inspect
