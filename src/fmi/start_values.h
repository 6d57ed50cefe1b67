#pragma once
// The start value of a variable: as written, as assumed, as doubted.

#include <optional>
#include <string>

#include "base/xml.h"
#include "model/variable.h"

namespace bw::fmi {

// The attribute "start" of a type element (<Real> ...); nothing when there is none. A text that is
// no value of the type is refused.
std::optional<Value> described_start(const XmlElement& typed, Type type);

// What is taken when it is missing: 0, false, "", the first item of an enumeration.
Value assumed_start(const model::Variable& variable);

// A clause when the start value lies outside of the limits or is no item; else empty.
std::string doubt_about_start(const model::Variable& variable);

}  // namespace bw::fmi
