#pragma once
// Checks an FMU as a whole: its description, its further files, its library and, on request, its
// behaviour. Everything found is in the report, by the rules of fmi/description/rules.h; foreign
// code runs in a process of its own, so that the report survives a crash.

#include <filesystem>
#include <string>

#include "base/report.h"
#include "base/sandbox/allowance.h"

namespace bw::fmi {

struct CheckOptions {
  bool load = true;      // the library, to see what it exports
  bool run = false;      // the default experiment, repeatedly
  double seconds = 10;   // for each process with foreign code
  std::string prefix{};  // of places: "prey.fmu/" where there are several FMUs
  bool sandbox = true;   // for each process with foreign code
  Allowance allow{};     // what it does not refuse
};

// The report is of this file alone.
void check_fmu(const std::filesystem::path& file, const CheckOptions& options, Report& report);

}  // namespace bw::fmi
