#pragma once
// The units of one model description: those it defines, then those everybody knows.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/units.h"
#include "base/xml.h"

namespace bw::fmi {

class UnitDefinitions {
 public:
  // <UnitDefinitions> of FMI 2.0; FMI 3.0 writes it the same way.
  void read(const XmlElement& element);

  bool defines(std::string_view unit) const { return defined_.contains(std::string(unit)); }
  // Nothing: neither defined here nor known.
  std::optional<Unit> find(const std::string& unit);
  std::map<std::string, Unit> known() const;

 private:
  std::unordered_map<std::string, std::optional<Unit>> defined_;
  std::unordered_map<std::string, std::optional<Unit>>
      parsed_;  // remembered: it is asked for often
};

}  // namespace bw::fmi
