#include "fmi/deviations.h"

#include <fmt/format.h>

#include <algorithm>

namespace bw::fmi {

void Deviations::note(std::string_view rule, const XmlElement& where, std::string_view sentence) {
  auto known =
      std::find_if(rules_.begin(), rules_.end(), [&](const Rule& r) { return r.name == rule; });
  if (known == rules_.end()) {
    rules_.push_back({rule, fmt::format("{}: {}", where.position().text(), sentence), 0});
    known = rules_.end() - 1;
  }
  ++known->count;
}

void Deviations::ring(const std::string& document, Bells& bells) const {
  for (const Rule& rule : rules_) {
    const std::string more =
        rule.count > 1 ? fmt::format("; and so in {} more places", rule.count - 1) : "";
    bells.ring({.code = BellCode::fmu_description,
                .severity = kind(BellCode::fmu_description).severity,
                .subject = fmt::format("{}: {}", document, rule.name),
                .measured = static_cast<double>(rule.count),
                .message = rule.first + more + ".",
                .count = rule.count});
  }
}

}  // namespace bw::fmi
