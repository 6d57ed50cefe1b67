#pragma once
// What a MasterSim project asks of the run, in the words of [run]. MasterSim's defaults are written
// out, because ours are others; what has no effect there or here is remarked; what contradicts
// itself is a finding, as it is in MasterSim.

#include "base/report.h"
#include "system/msim_keys.h"
#include "system/system.h"

namespace bw::system {

std::vector<Setting> msim_settings(const MsimKeys& keys, const std::string& file, Report& findings,
                                   std::vector<Remark>& remarks);

}  // namespace bw::system
