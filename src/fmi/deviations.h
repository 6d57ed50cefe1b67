#pragma once
// Where a model description breaks the standard without harm. A description of ten thousand
// variables mostly breaks one rule ten thousand times, so each rule rings one bell: the first
// place, and how often.

#include <string>
#include <string_view>
#include <vector>

#include "base/bell.h"
#include "base/xml.h"

namespace bw::fmi {

class Deviations {
 public:
  // `rule` is a short key like "missing start"; `sentence` has no full stop.
  void note(std::string_view rule, const XmlElement& where, std::string_view sentence);
  void ring(const std::string& document, Bells& bells) const;

 private:
  struct Rule {
    std::string_view name;
    std::string first;
    long count = 0;
  };
  std::vector<Rule> rules_;
};

}  // namespace bw::fmi
