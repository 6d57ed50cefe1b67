#pragma once
// The rules for the files of an FMU; a new rule is a row of rule_table.h.

#include <span>

#include "base/rules.h"

namespace bw::fmi {

enum class Rule {
#define BW_RULE(name, severity, section, meaning) name,
#include "fmi/description/rule_table.h"
#undef BW_RULE
};

std::span<const RuleRow> rule_rows();
const RuleRow& row(Rule rule);

}  // namespace bw::fmi
