#pragma once
// Checks that the library of each interface loads and exports the required functions.

#include "base/archive/archive.h"
#include "base/report.h"
#include "fmi/check/check.h"
#include "fmi/description/description.h"

namespace bw::fmi {

void check_libraries_load(Archive& archive, const Description& description,
                          const CheckOptions& options, Report& report);

}  // namespace bw::fmi
