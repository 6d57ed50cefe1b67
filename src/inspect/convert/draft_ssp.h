#pragma once
// A settled system as a package of SSP 1.0 or 2.0 that reads back as the same system.

#include <string>

#include "inspect/convert/placed_files.h"
#include "inspect/convert/settled.h"
#include "system/ssp/ssp_draft.h"

namespace bw::inspect {

// `version`: "1.0" or "2.0". Throws InputError with all that this version cannot say.
system::SspDraft draft_ssp(const Settled& settled, const std::string& name,
                           const std::string& version, PlacedFiles& files);

}  // namespace bw::inspect
