#include "base/report.h"

#include <algorithm>

#include "base/error.h"
#include "base/bell.h"

namespace bw {

std::string_view name(Finding::Severity severity) {
  switch (severity) {
    case Finding::Severity::note: return "note";
    case Finding::Severity::warning: return "warning";
    case Finding::Severity::error: return "error";
  }
  return "?";
}

void Report::add(std::string_view rule, Finding::Severity severity, const Position& place,
                 std::string_view sentence) {
  auto broken = std::find_if(broken_.begin(), broken_.end(),
                             [&](const Broken& known) { return known.rule == rule; });
  if (broken == broken_.end()) broken = broken_.insert(broken_.end(), {rule, 0, 0});
  if (++broken->places > most_per_rule) {
    ++findings_[broken->last].count;
    return;
  }
  broken->last = findings_.size();
  findings_.push_back({rule, severity, place, std::string(sentence)});
}

bool Report::has(Finding::Severity severity) const {
  return std::any_of(findings_.begin(), findings_.end(),
                     [&](const Finding& finding) { return finding.severity == severity; });
}

void Report::refuse() const {
  std::string all;
  for (const Finding& finding : findings_) {
    if (finding.severity != Finding::Severity::error) continue;
    if (!all.empty()) all += '\n';
    all += finding.place.text() + ": " + finding.sentence;
    if (finding.count > 1)
      all += " (And so in " + std::to_string(finding.count - 1) + " more places.)";
  }
  if (!all.empty()) throw InputError(all);
}

}  // namespace bw
