#pragma once
// The rules for the files of an FMU; a new rule is a row of rule_table.h.

#include <span>
#include <string_view>

#include "base/position.h"
#include "base/report.h"

namespace bw::fmi {

enum class Rule {
#define BW_RULE(name, severity, section, meaning) name,
#include "fmi/description/rule_table.h"
#undef BW_RULE
};

struct RuleKind {
  Rule rule;
  std::string_view key;  // stable: "variable-name-twice"
  Finding::Severity severity;
  std::string_view section;  // of the standards, "2.0: 2.2.7; 3.0: 2.4.7"
  std::string_view meaning;  // the requirement, in one line
};

std::span<const RuleKind> rule_kinds();
const RuleKind& kind(Rule rule);

// Key and severity from the table.
void add(Report& report, Rule rule, const Position& place, std::string_view sentence);

}  // namespace bw::fmi
