#pragma once
// Connections in the words of SSP: units are converted first, then factor and offset act.

#include <vector>

#include "inspect/convert/settled.h"
#include "system/ssp/ssp_draft.h"

namespace bw::inspect {

// One, or one for each element of arrays that are no arrays of FMI 3.0. Read back, they give the
// same numbers to the last bit. Throws InputError where version 1.0 has no word for it.
std::vector<system::SspDraft::Link> links_of(const SettledConnection& connection,
                                             const Settled& settled, bool is_old);

}  // namespace bw::inspect
