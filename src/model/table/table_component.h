#pragma once
// A Component whose outputs are read from a table: measurements or a scenario that drive other
// components. It has no inputs, and no state but the time where it stands.
//
// At a jump its outputs are the values after it. A component that was asked to stop at events stops
// at the jumps of its outputs.

#include <memory>

#include "base/bell.h"
#include "model/component.h"
#include "model/table/timetable.h"

namespace bw::model {

// The outputs and the records of the component's shape, lane by lane in the same order.
struct TableColumns {
  std::shared_ptr<const Timetable> outputs, records;
};

// What the component can do is filled into the shape here. `stops_at_jumps` as in ComponentRequest.
std::unique_ptr<Component> make_table_component(ComponentShape shape, const TableColumns& columns,
                                                double stops_at_jumps, Bells& bells);

}  // namespace bw::model
