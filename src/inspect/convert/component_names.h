#pragma once
// Names of components may contain dots, and so may those of variables: whose is "a.b.c"?

#include <string>
#include <unordered_set>
#include <vector>

#include "system/system.h"

namespace bw::inspect {

class ComponentNames {
 public:
  explicit ComponentNames(const system::System& system) {
    for (const system::ComponentEntry& entry : system.components) names_.insert(entry.name);
  }

  // All components that a name may belong to, the longest first.
  std::vector<std::string> owners(const std::string& text) const {
    std::vector<std::string> found;
    for (auto dot = text.rfind('.'); dot != std::string::npos && dot > 0;
         dot = text.rfind('.', dot - 1))
      if (dot + 1 < text.size() && names_.contains(text.substr(0, dot)))
        found.push_back(text.substr(0, dot));
    return found;
  }

 private:
  std::unordered_set<std::string> names_;
};

}  // namespace bw::inspect
