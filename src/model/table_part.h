#pragma once
// A Part whose outputs are read from a table: measurements or a scenario that drive other parts. It
// has no inputs, and no state but the time where it stands.
//
// At a jump its outputs are the values after it. A part that was asked to stop at events stops at
// the jumps of its outputs.

#include <memory>

#include "base/bell.h"
#include "model/part.h"
#include "model/timetable.h"

namespace bw::model {

// The outputs and the records of the part's shape, lane by lane in the same order.
struct TableColumns {
  std::shared_ptr<const Timetable> outputs, records;
};

// What the part can do is filled into the shape here. `stops_at_jumps` as in PartRequest.
std::unique_ptr<Part> make_table_part(PartShape shape, const TableColumns& columns,
                                      double stops_at_jumps, Bells& bells);

}  // namespace bw::model
