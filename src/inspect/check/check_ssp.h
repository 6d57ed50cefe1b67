#pragma once
// `bellwether check` for the files of SSP: what they say, and what the components have.

#include <filesystem>

#include "base/report.h"
#include "system/ssp/check_ssp.h"

namespace bw::inspect {

// Connectors of components against their variables, and inputs that nothing drives.
void check_claims(const system::SspCheck& found, Report& report);

// Every file against the official schemas in a folder.
void check_with_schemas(const system::SspCheck& found, const std::filesystem::path& folder,
                        Report& report);

}  // namespace bw::inspect
