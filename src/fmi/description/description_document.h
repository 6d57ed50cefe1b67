#pragma once
// The bytes of one of an FMU's XML files as a document. What old tools did wrong about encodings is
// put right with a warning; what is no XML at all is one finding.

#include <optional>
#include <string>
#include <string_view>

#include "base/report.h"
#include "base/xml.h"

namespace bw::fmi {

// Nothing when it is not well formed or its outermost element has another name.
std::optional<XmlDocument> read_document(std::string_view xml, const std::string& name,
                                         std::string_view root, Report& report);

}  // namespace bw::fmi
