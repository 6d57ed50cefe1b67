#pragma once
// The rules for systems and for the files of SSP; a new rule is a row of rule_table.h.

#include <span>
#include <string>
#include <string_view>

#include "base/position.h"
#include "base/report.h"

namespace bw::system {

enum class Rule {
#define BW_RULE(name, severity, section, meaning) name,
#include "system/rule_table.h"
#undef BW_RULE
};

struct RuleRow {
  Rule rule;
  std::string_view key;  // stable: "ssp-element-order"
  Finding::Severity severity;
  std::string_view section;  // of SSP 2.0.1
  std::string_view meaning;  // the requirement, in one line
};

std::span<const RuleRow> rule_rows();
const RuleRow& row(Rule rule);

// Key and severity from the table.
void add(Report& report, Rule rule, const Position& place, std::string_view sentence);

// For a mistake that ends what is being read.
[[noreturn]] void refuse(Rule rule, const Position& place, const std::string& sentence);

}  // namespace bw::system
