#pragma once
// Reports a run that leaves the time range of a table: the first or last values are held there,
// which may not be intended.

#include <string>

#include "base/bell.h"
#include "model/table/timetable.h"

namespace bw::model {

// `what` names the table in the message: "the table of inputs".
void check_period(const Timetable& table, double start, double stop, const std::string& component,
                  const std::string& what, Bells& bells);

}  // namespace bw::model
