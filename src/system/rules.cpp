#include "system/rules.h"

#include <array>

#include "base/key.h"

namespace bw::system {
namespace {

// Indexed by the rule.
constexpr std::array all_rows = {
#define BW_RULE(name, severity, section, meaning, remedy) \
  RuleRow{key_of<#name>, Finding::Severity::severity, section, meaning, remedy},
#include "system/rule_table.h"
#undef BW_RULE
};

}  // namespace

std::span<const RuleRow> rule_rows() { return all_rows; }

const RuleRow& row(Rule rule) { return all_rows[static_cast<std::size_t>(rule)]; }

void refuse(Rule rule, const Position& place, const std::string& sentence) {
  throw RuleError(row(rule).key, place, sentence);
}

}  // namespace bw::system
