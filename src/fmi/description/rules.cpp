#include "fmi/description/rules.h"

#include <array>

#include "base/key.h"

namespace bw::fmi {
namespace {

// Indexed by the rule.
constexpr std::array all_rows = {
#define BW_RULE(name, severity, section, meaning) \
  RuleRow{key_of<#name>, Finding::Severity::severity, section, meaning},
#include "fmi/description/rule_table.h"
#undef BW_RULE
};

}  // namespace

std::span<const RuleRow> rule_rows() { return all_rows; }

const RuleRow& row(Rule rule) { return all_rows[static_cast<std::size_t>(rule)]; }

}  // namespace bw::fmi
