#pragma once
// A Model whose last inputs come from a table: at every call they have the value of its time. A
// jump of the table is a time event; until the event is handled the value before it counts. Other
// inputs stay inputs.

#include <memory>

#include "base/bell.h"
#include "model/model.h"
#include "model/table/timetable.h"

namespace bw::model {

// The last inputs of `inner` are the columns of the table, lane by lane in the same order.
std::unique_ptr<Model> make_driven_model(std::unique_ptr<Model> inner,
                                         const std::shared_ptr<const Timetable>& table,
                                         Bells& bells);

}  // namespace bw::model
