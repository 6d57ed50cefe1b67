#pragma once
// The start values of a variable: as written, assumed, or doubtful.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/value.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"

namespace bw::fmi {

// A value of the type; nothing when the text is no such value. Binaries are written as hexadecimal
// digits.
std::optional<Value> to_value(std::string_view text, DataType type, Version version);
std::string right_value(DataType type, Version version);  // "a number like 1.5 ... would be right"
IntegerRange range_of(DataType type, Version version);
std::optional<double> number_of(const Value& value, DataType type);

// The attribute "start"; until FMI 2.0 one value, then a list, or <Start> elements for strings and
// binaries. Invalid values become findings and are replaced by the assumed value.
std::vector<Value> described_starts(ElementReader& typed, const Variable& variable,
                                    Version version);

// Used when it is missing: 0, false, "", the first item of an enumeration.
Value assumed_start(const Variable& variable);

// A clause when a start value lies outside of the limits or is no item; else empty.
std::string doubt_about_starts(const Variable& variable);

}  // namespace bw::fmi
