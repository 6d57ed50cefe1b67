#pragma once

#include "base/bell.h"
#include "system/system.h"

namespace bw::run {

// One bell for each remark on the project file, with its position.
void ring_remarks(const system::System& system, Bells& bells);

}  // namespace bw::run
