#include "fmi/description/rules.h"

#include <array>

#include "base/key.h"

namespace bw::fmi {
namespace {

// Indexed by the rule.
constexpr std::array all_kinds = {
#define BW_RULE(name, severity, section, meaning) \
  RuleKind{Rule::name, key_of<#name>, Finding::Severity::severity, section, meaning},
#include "fmi/description/rule_table.h"
#undef BW_RULE
};

}  // namespace

std::span<const RuleKind> rule_kinds() { return all_kinds; }

const RuleKind& kind(Rule rule) { return all_kinds[static_cast<std::size_t>(rule)]; }

void add(Report& report, Rule rule, const Position& place, std::string_view sentence) {
  report.add(kind(rule).key, kind(rule).severity, place, sentence);
}

}  // namespace bw::fmi
