#pragma once
// What the writers of SSP files share.

#include <map>
#include <string>

#include "base/units.h"
#include "base/xml_writer.h"
#include "system/ssp/ssp_draft.h"
#include "system/system.h"

namespace bw::system {

inline constexpr const char* ssp_home = "http://ssp-standard.org/SSP1/SystemStructure";

// The root element of a file, of a prefix and the space behind ssp_home, with version and name.
void open_ssp_root(XmlWriter& xml, const std::string& prefix, const std::string& space,
                   const std::string& element, const SspDraft& draft);
// Enumerations and units, in the order of the schemas.
void write_definitions(XmlWriter& xml, const std::string& prefix, const SspDraft& draft);
void write_dimensions(XmlWriter& xml, const SspDraft::Type& type);

}  // namespace bw::system
