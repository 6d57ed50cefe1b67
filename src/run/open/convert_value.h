#pragma once
// Converts a value that the user wrote to the type and unit of the variable.

#include <string>

#include "base/units.h"
#include "base/value.h"
#include "model/variable.h"

namespace bw::run {

// `text` values are read by the variable's type: a number with an optional unit for Real ("3 kW"),
// a name or number for enumerations, true/false/1/0 for Boolean. Throws InputError; `where` begins
// the message.
Value convert_value(const Value& value, const model::Variable& variable, const std::string& where);

// From a number in `unit` to one in the variable's unit; an empty unit is the variable's own.
Affine unit_change(const std::string& unit, const model::Variable& variable,
                   const std::string& where);

}  // namespace bw::run
