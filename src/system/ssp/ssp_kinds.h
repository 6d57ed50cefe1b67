#pragma once
// Kinds of connectors: their names, and which may be connected.

#include <string_view>

#include "system/ssp/ssp_document.h"

namespace bw::system {

std::string_view name_of(SspKind kind);
SspKind kind_of(std::string_view name);  // unspecified for every other word

// The table of SSP 2.0.1, 5.5.2.1 (Allowed Connections), from what gives to what takes. `own`: a
// connector of the system that has the connection, not of one of its elements.
bool is_allowed(SspKind from, bool from_own, SspKind to, bool to_own);

}  // namespace bw::system
