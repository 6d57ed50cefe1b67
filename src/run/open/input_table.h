#pragma once
// A CSV file with the inputs of a run over time: the first column is the time, the others are named
// after inputs, with a unit in brackets if it is not the variable's own ("power [kW]").

#include <memory>
#include <vector>

#include "base/bell.h"
#include "base/report.h"
#include "model/table/timetable.h"
#include "result/read_csv.h"
#include "run/open/open_components.h"

namespace bw::run {

// The inputs of one component that a table drives, lane by lane in the order of the table.
struct DrivenByTable {
  std::vector<std::size_t> inputs;                  // indices into the blueprint's variables
  std::shared_ptr<const model::Timetable> table{};  // null: drives nothing
};

// One entry per component. Reports units that cannot be converted. Adds mistakes to the findings,
// at most one per column.
std::vector<DrivenByTable> read_inputs(const result::Table& table, const OpenComponents& components,
                                       Bells& bells, Report& findings);

}  // namespace bw::run
