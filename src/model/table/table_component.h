#pragma once
// A Component whose outputs are read from a table: measurements or a scenario that drive other
// components. It has no inputs, and no state but its current time.
//
// At a jump its outputs are the values after it. With stops_at_jumps a step ends at the jumps of
// its outputs.

#include <memory>

#include "base/bell.h"
#include "model/component.h"
#include "model/table/timetable.h"

namespace bw::model {

// The outputs and the records of the component's shape, lane by lane in the same order.
struct TableColumns {
  std::shared_ptr<const Timetable> outputs, records;
};

// Sets the capabilities in the shape. `stops_at_jumps` as in ComponentRequest.
std::unique_ptr<Component> make_table_component(ComponentShape shape, const TableColumns& columns,
                                                double stops_at_jumps, Bells& bells);

}  // namespace bw::model
