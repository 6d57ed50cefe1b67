#pragma once
// Connections and parameters that pass the connectors of systems (SSP): units, gain and offset or a
// map, section after section.

#include <string>

#include "base/bell.h"
#include "base/units.h"
#include "base/value.h"
#include "model/variable.h"
#include "run/open/connect.h"
#include "system/system.h"

namespace bw::run {

// "1" is how some tools write that there is no unit.
std::string plain_unit(const std::string& unit);

// All sections of a connection in one. Throws InputError.
Scaling scaling_of_stages(const system::Connection& connection, const model::Variable& source,
                          const model::Variable& target, Bells& bells);

// From a number in the unit of an entrance to the unit of the variable that follows it.
Affine affine_of_way(const system::NamedUnit& unit, const system::Entrance::Way& way,
                     const model::Variable& target, const std::string& where, Bells& bells);

// The only element of an array, for a variable that is none; without a parameter of SSP, or one
// that has no elements, the value itself. Throws InputError; `where` begins the message.
const Value& scalar_value(const system::Parameter* parameter, const Value& value,
                          const model::Variable& target, const std::string& where);

// The value of a parameter, or of one of its elements, for a variable. Throws InputError; `where`
// begins the message. Without bells nothing is said of units that cannot be converted.
Value staged_value(const system::Parameter& parameter, const Value& value,
                   const model::Variable& target, const std::string& where, Bells* bells);

}  // namespace bw::run
