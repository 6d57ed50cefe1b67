#pragma once
// `bellwether check`: what is wrong with an FMU or a system, without throwing for it.

#include <string>
#include <vector>

#include "base/report.h"
#include "base/sandbox/allowance.h"

namespace bw::inspect {

struct CheckSpec {
  std::string target;     // .fmu, .mo, or a system with all its components
  bool load = true;       // libraries are loaded, to see what they export
  bool run = false;       // each FMU runs its default experiment, several times
  double seconds = 10;    // for each process with foreign code
  bool sandbox = true;    // for each of them
  Allowance allow{};      // what the sandbox does not refuse
  std::string schemas{};  // SSP: a folder with the official schemas
};

struct CheckResult {
  std::string target;
  std::vector<Finding> findings;  // errors first, then warnings, then notes
  long errors = 0, warnings = 0, notes = 0;

  bool is_good() const { return errors == 0; }
};

// Throws only for what is no finding: a missing target, a full disk.
CheckResult check(const CheckSpec& spec);

std::string check_text(const CheckResult& result);  // a line per finding, counts, verdict

}  // namespace bw::inspect
