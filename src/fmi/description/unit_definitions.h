#pragma once
// The units of one model description: its own definitions, then the well-known ones.

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/report.h"
#include "base/units.h"
#include "base/xml.h"
#include "fmi/description/description.h"

namespace bw::fmi {

class UnitDefinitions {
 public:
  // <UnitDefinitions>; FMI 2.0 and 3.0 write it the same way.
  void read(const XmlElement& element, Version version, Report& report);

  bool defines(const std::string& unit) const { return index_.contains(unit); }
  // "" is always fine: the unit itself is shown.
  bool defines_display(const std::string& unit, std::string_view display_unit) const;
  // Nothing: neither defined here nor known.
  std::optional<Unit> find(const std::string& unit);
  const std::vector<UnitDescription>& all() const { return units_; }

 private:
  std::vector<UnitDescription> units_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_map<std::string, std::optional<Unit>> parsed_;  // cached: it is needed often
};

}  // namespace bw::fmi
