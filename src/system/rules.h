#pragma once
// The rules for systems and for the files of SSP; a new rule is a row of rule_table.h.

#include <span>
#include <string>

#include "base/position.h"
#include "base/rules.h"

namespace bw::system {

enum class Rule {
#define BW_RULE(name, severity, section, meaning, remedy) name,
#include "system/rule_table.h"
#undef BW_RULE
};

std::span<const RuleRow> rule_rows();
const RuleRow& row(Rule rule);

// For a mistake that ends what is being read.
[[noreturn]] void refuse(Rule rule, const Position& place, const std::string& sentence);

}  // namespace bw::system
