#pragma once
// May this output drive this input, and with which scaling?

#include <memory>

#include "base/bell.h"
#include "base/units.h"
#include "model/value_map.h"
#include "model/variable.h"
#include "system/system.h"

namespace bw::run {

// input = gain * output + offset; of a discrete value, the map of it.
struct Scaling : Affine {
  std::shared_ptr<const model::ValueMap> map{};
};

// An Integer output drives a Real input where no number gets lost.
bool widens(const model::Variable& source, const model::Variable& target);

// Whether the source of a connection that may turn takes the value, and its target gives it.
bool turns(const system::Connection& connection, const model::Variable& source,
           const model::Variable& target);
// The ends change places, with their units, indices and items. Transformations stay: they lead from
// what gives to what takes.
system::Connection turned(system::Connection connection);

// Checks causality, type and unit. Throws InputError; reports unit-assumed where only one side has
// a unit.
Scaling check_connection(const system::Connection& connection, const model::Variable& source,
                         const model::Variable& target, Bells& bells);

}  // namespace bw::run
