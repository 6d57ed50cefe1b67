#pragma once
// Rules that files keep. A module that checks some has an enum `Rule`, its table of rows, and
//   std::span<const RuleRow> rule_rows();   // in the order of the enum
//   const RuleRow& row(Rule rule);

#include <string_view>

#include "base/position.h"
#include "base/report.h"

namespace bw {

struct RuleRow {
  std::string_view key;  // stable: "variable-name-twice"
  Finding::Severity severity;
  std::string_view section;   // of the standards: "5.2.3", "2.0: 2.2.7; 3.0: 2.4.7"
  std::string_view meaning;   // the requirement, in one line
  std::string_view remedy{};  // what to do; "": mend the file so that it keeps the rule
};

// Key and severity from the table of the rule.
template <class Rule>
requires requires(Rule rule) { row(rule).severity; }
void add(Report& report, Rule rule, const Position& place, std::string_view sentence) {
  const RuleRow& broken = row(rule);
  report.add(broken.key, broken.severity, place, sentence);
}

}  // namespace bw
