#pragma once
// Values as they were written, for the variables that they are meant for.

#include <string>
#include <vector>

#include "base/bell.h"
#include "base/value.h"
#include "run/open/open_components.h"
#include "system/system.h"

namespace bw::run {

// "component.variable=value" of --set. Throws InputError.
WrittenValue split_option(const std::string& words);

// One for each target, converted to its type and unit. The targets are the variable `end`, or all
// elements of the array of that name. Throws InputError. Without bells nothing is said of units
// that cannot be converted.
std::vector<Value> values_for(const WrittenValue& written, const system::Endpoint& end,
                              const std::vector<Found>& targets, Bells* bells);

}  // namespace bw::run
