#include "inspect/explain.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include "base/bell.h"
#include "base/error.h"
#include "base/text.h"
#include "inspect/check/rules.h"
#include "inspect/explanations.h"
#include "inspect/text_table.h"

namespace bw::inspect {
namespace {

std::string without_backticks(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '`');
  return plain;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// As it may be copied from a report: "[Tolerance_not_met]".
std::string key_from(std::string_view code) {
  std::string key = lowercase(trimmed(code));
  if (key.starts_with('[') && key.ends_with(']')) key = key.substr(1, key.size() - 2);
  std::ranges::replace(key, '_', '-');
  return key;
}

const BellKind* diagnostic_called(std::string_view key) {
  const auto kinds = bell_kinds();
  const auto kind = std::ranges::find(kinds, key, &BellKind::name);
  return kind == kinds.end() ? nullptr : &*kind;
}

std::string items(std::string_view title, std::string_view lines, std::size_t width) {
  std::string text = "\n" + std::string(title) + "\n";
  for (const std::string& line : lines_of(lines))
    text += wrapped(without_backticks(line), width, "  - ", "    ");
  return text;
}

std::string body(const Explanation& row, std::size_t width) {
  std::string pages = "docs/" + std::string(row.pages);
  for (std::size_t at = 0; (at = pages.find(' ', at)) != std::string::npos; at += 7)
    pages.replace(at, 1, ", docs/");
  std::string text = wrapped(without_backticks(row.meaning), width, "  ", "  ");
  text +=
      items("Causes", row.causes, width) + items("What to do", row.remedy, width) + "\nExample\n";
  for (const std::string& line : lines_of(row.example)) text += "  " + line + "\n";
  return text + "\nSee also\n" + wrapped(pages, width, "  ", "  ");
}

std::string explain_rule(const CheckRule& rule, std::size_t width) {
  std::string text = std::string(rule.key) + " (rule of `bellwether check`, " +
                     std::string(bw::name(rule.severity)) + ")\n";
  text += wrapped("Required: " + std::string(rule.meaning) + ".", width, "  ", "  ");
  if (!rule.sections.empty()) text += wrapped(rule.sections, width, "  ", "    ");
  if (!rule.remedy.empty()) text += items("What to do", rule.remedy, width);
  return text + "\nSee also\n  docs/check.md\n";
}

std::string first_sentence(std::string_view text) {
  const auto end = text.find(". ");
  return without_backticks(end == std::string_view::npos ? text : text.substr(0, end + 1));
}

}  // namespace

std::vector<std::string> explained_codes() {
  std::vector<std::string> codes;
  for (const BellKind& kind : bell_kinds()) codes.emplace_back(kind.name);
  for (const Explanation& row : verdict_explanations()) codes.emplace_back(row.code);
  for (const CheckRule& rule : check_rules()) codes.emplace_back(rule.key);
  return codes;
}

std::string explain(std::string_view code, std::size_t width) {
  const std::string key = key_from(code);
  const Explanation* row = explanation_of(key);
  if (const BellKind* kind = diagnostic_called(key)) {
    const std::string head = key + " (" + std::string(name(kind->severity)) + ")\n";
    return head + (row != nullptr ? body(*row, width) : wrapped(kind->when, width, "  ", "  "));
  }
  const auto verdicts = verdict_explanations();
  if (std::ranges::find(verdicts, key, &Explanation::code) != verdicts.end())
    return key + " (verdict)\n" + body(*row, width);
  const std::vector<CheckRule> rules = check_rules();
  if (const auto rule = std::ranges::find(rules, key, &CheckRule::key); rule != rules.end())
    return explain_rule(*rule, width);
  throw UsageError("there is no diagnostic, verdict or rule '" + std::string(code) + "'." +
                   did_you_mean(key, explained_codes()) +
                   " `bellwether explain` lists the diagnostics.");
}

std::string explain_all(std::size_t width) {
  std::size_t longest = 0;
  for (const BellKind& kind : bell_kinds()) longest = std::max(longest, kind.name.size());
  const std::string indent(longest + 4, ' ');
  const auto entry = [&](std::string_view code, std::string_view text) {
    std::string first = "  " + std::string(code);
    first.resize(longest + 4, ' ');
    return wrapped(text, width, first, indent);
  };
  std::string text = "Verdicts\n";
  for (const Explanation& row : verdict_explanations())
    text += entry(row.code, first_sentence(row.meaning));
  for (const ExplanationGroup& group : explanation_groups()) {
    text += "\n" + std::string(group.title) + "\n";
    for (const Explanation& row : group.rows)
      if (const BellKind* kind = diagnostic_called(row.code))
        text += entry(row.code, std::string(name(kind->severity)) + ": " + std::string(kind->when));
  }
  return text + "\n" +
         wrapped(
             "`bellwether explain CODE` says what one means, what causes it and what to do; "
             "CODE may be a rule of `bellwether list rules`, too.",
             width, "", "");
}

}  // namespace bw::inspect
