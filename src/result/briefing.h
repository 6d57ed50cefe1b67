#pragma once
// What a run says about itself before it computes anything, as bytes: enough for another process to
// report it if it dies. Before foreign code is loaded it says the components, the rest when it is
// planned.

#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"

namespace bw::result {

struct Briefing {
  RunResult result{};     // tolerance, period, unit of time, requested output, approach, provenance
  std::string summary{};  // the file; empty: none
  std::vector<std::string> components{};  // with foreign code; before the plan all that may have
  bool is_planned = false;
};

std::string to_bytes(const Briefing& briefing);
Briefing briefing_from(std::string_view bytes);  // as far as they can be read

}  // namespace bw::result
