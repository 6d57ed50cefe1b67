#pragma once
// The bytes of one of an FMU's XML files as a document. Encoding mistakes of old tools are
// corrected with a warning; bytes that are no XML are one finding.

#include <optional>
#include <string>
#include <string_view>

#include "base/report.h"
#include "base/xml.h"

namespace bw::fmi {

// Nothing when it is not well formed or its root element has another name.
std::optional<XmlDocument> read_document(std::string_view xml, const std::string& name,
                                         std::string_view root, Report& report);

}  // namespace bw::fmi
