#pragma once
// Does the library of each interface load, and does it export what it must?

#include "base/report.h"
#include "fmi/archive.h"
#include "fmi/check.h"
#include "fmi/description.h"

namespace bw::fmi {

void check_libraries_load(Archive& archive, const Description& description,
                          const CheckWishes& wishes, Report& report);

}  // namespace bw::fmi
