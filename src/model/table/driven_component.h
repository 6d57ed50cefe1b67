#pragma once
// A Component whose last inputs come from a table. Over a step they have the value at its begin, or
// their mean, and the mean slope where the component takes slopes. A step over a discontinuity of
// the table is split there, where the component allows that; else the discontinuity acts with the
// next step and a warning is reported.

#include <memory>

#include "base/bell.h"
#include "model/component.h"
#include "model/table/timetable.h"

namespace bw::model {

// The last inputs of `inner` are the columns of the table, lane by lane in the same order.
std::unique_ptr<Component> make_driven_component(std::unique_ptr<Component> inner,
                                                 const std::shared_ptr<const Timetable>& table,
                                                 Bells& bells, bool means = false);

}  // namespace bw::model
