#include "base/report.h"

#include <algorithm>
#include <charconv>

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
  if (rule.empty()) {
    findings_.push_back({rule, severity, place, std::string(sentence)});
    return;
  }
  auto broken = std::ranges::find(broken_, rule, &Broken::rule);
  if (broken == broken_.end()) broken = broken_.insert(broken_.end(), {rule, 0, 0});
  if (++broken->places > most_per_rule) {
    ++findings_[broken->last].count;
    return;
  }
  broken->last = findings_.size();
  findings_.push_back({rule, severity, place, std::string(sentence)});
}

// "file:3:7: sentence" -> "sentence" and its place in the file.
void Report::add_at(std::string_view rule, const Position& place, std::string_view sentence) {
  Position at = place;
  std::string_view rest = sentence;
  if (place.file.empty() || !rest.starts_with(place.file + ":")) return error(rule, {}, sentence);
  rest.remove_prefix(place.file.size() + 1);
  for (int* number : {&at.line, &at.column}) {
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), *number);
    if (problem != std::errc{} || end == rest.data() + rest.size() || *end != ':') break;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
  }
  error(rule, at, rest.substr(rest.starts_with(' ') ? 1 : 0));
}

bool Report::has(Finding::Severity severity) const {
  return std::ranges::any_of(findings_,
                             [&](const Finding& finding) { return finding.severity == severity; });
}

std::vector<std::string> Report::errors() const {
  std::vector<std::string> all;
  for (const Finding& finding : findings_) {
    if (finding.severity != Finding::Severity::error) continue;
    const std::string place = finding.place.text();
    all.push_back(place + (place.empty() ? "" : ": ") + finding.sentence);
    if (finding.count > 1)
      all.back() += " (Also in " + std::to_string(finding.count - 1) + " more places.)";
  }
  return all;
}

}  // namespace bw
