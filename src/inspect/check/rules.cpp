#include "inspect/check/rules.h"

#include "fmi/description/rules.h"
#include "system/rules.h"

namespace bw::inspect {

std::vector<CheckRule> check_rules() {
  const auto with = [](const char* standard, std::string_view sections) {
    return sections.empty() ? "" : standard + std::string(sections);
  };
  std::vector<CheckRule> all;
  for (const fmi::RuleKind& one : fmi::rule_kinds())
    all.push_back(
        {one.key, one.severity, one.meaning, with("Sections of the FMI standard: ", one.section)});
  for (const system::RuleRow& one : system::rule_rows())
    all.push_back({one.key, one.severity, one.meaning,
                   with("Sections of the SSP standard, 2.0.1: ", one.section)});
  return all;
}

}  // namespace bw::inspect
