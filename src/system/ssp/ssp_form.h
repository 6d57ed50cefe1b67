#pragma once
// Whether a file of SSP has the form that the schemas demand.

#include <string_view>

#include "base/xml.h"
#include "system/ssp/ssp_reader.h"

namespace bw::system {

// `row` is that of the root element: "ssd:SystemStructureDescription". False: it is another
// element, or of an unknown version, and nothing of it can be read.
bool check_ssp_form(const XmlElement& root, std::string_view row, SspFindings& findings);

}  // namespace bw::system
