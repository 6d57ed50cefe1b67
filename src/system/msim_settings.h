#pragma once
// The settings of a MasterSim project as a [run] section. MasterSim's defaults are written out,
// because ours differ; keys without effect there or here become remarks; contradictions are
// findings, as in MasterSim.

#include "base/report.h"
#include "system/msim_keys.h"
#include "system/system.h"

namespace bw::system {

std::vector<Setting> msim_settings(const MsimKeys& keys, const std::string& file, Report& findings,
                                   std::vector<Remark>& remarks);

}  // namespace bw::system
