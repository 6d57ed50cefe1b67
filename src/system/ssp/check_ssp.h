#pragma once
// Everything that `check` wants to know of an SSP target beyond its system: what breaks which rule
// and where, and what its components are said to have.

#include <filesystem>
#include <string>
#include <vector>

#include "base/report.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_files.h"
#include "system/system.h"

namespace bw::system {

// A connector that the description says a component has.
struct SspClaim {
  std::size_t component = 0;  // in the system
  SspConnector connector;
  bool is_connected = false;
};

struct SspCheck {
  System system;
  Report report;
  std::vector<SspClaim> claims;
  std::vector<SspFiles::Text> texts;
};

// Of a package or a description. What cannot be read at all is a finding, too.
SspCheck check_ssp(const std::filesystem::path& target);

}  // namespace bw::system
