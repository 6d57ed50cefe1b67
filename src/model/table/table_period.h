#pragma once
// For all that reads a table: a run that leaves it goes on with its first or last values, which may
// not be what was meant.

#include <string>

#include "base/bell.h"
#include "model/table/timetable.h"

namespace bw::model {

// `what` is the table's name within the sentence: "the table of inputs".
void check_period(const Timetable& table, double start, double stop, const std::string& component,
                  const std::string& what, Bells& bells);

}  // namespace bw::model
