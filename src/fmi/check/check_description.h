#pragma once
// Checks that need the whole description, beyond its readers: how variables, aliases, clocks and
// the model structure fit together. A file for each topic.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/position.h"
#include "base/report.h"
#include "base/xml.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"

namespace bw::fmi {

struct Checking {
  const Description& description;
  XmlElement root;  // of the same document, for content that a description does not keep
  Report& report;

  Position at(int line) const { return {root.position().file, line}; }
  void add(Rule rule, int line, std::string_view sentence) const {
    bw::add(report, rule, at(line), sentence);
  }
  void add(Rule rule, const Variable& variable, std::string_view sentence) const {
    add(rule, variable.line, sentence);
  }
};

// The same for a variable and its aliases.
inline std::uint64_t alias_key(const Variable& v) {
  return (static_cast<std::uint64_t>(v.face.type) << 32) | v.reference;
}

void check_head(const Checking& checking);
void check_names(const Checking& checking);
void check_variables(const Checking& checking);
void check_clocks(const Checking& checking);
void check_aliases(const Checking& checking);
void check_states(const Checking& checking);
void check_initial_unknowns(const Checking& checking);
void check_dependencies(const Checking& checking);

// Reads modelDescription.xml and checks it all; `name` is used in places.
Description check_description(std::string_view xml, const std::string& name, Report& report);

}  // namespace bw::fmi
