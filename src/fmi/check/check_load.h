#pragma once
// Does the library of each interface load, and does it export what it must?

#include "base/archive/archive.h"
#include "base/report.h"
#include "fmi/check/check.h"
#include "fmi/description/description.h"

namespace bw::fmi {

void check_libraries_load(Archive& archive, const Description& description,
                          const CheckWishes& wishes, Report& report);

}  // namespace bw::fmi
