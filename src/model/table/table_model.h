#pragma once
// A Model without states whose outputs are read from a table, so that a table can be joined with
// models. A jump is a time event; until it is handled the value before it counts.

#include <memory>

#include "base/bell.h"
#include "model/model.h"
#include "model/table/table_component.h"

namespace bw::model {

// The outputs and the records of the shape, lane by lane in the order of the columns.
std::unique_ptr<Model> make_table_model(ModelShape shape, const TableColumns& columns,
                                        Bells& bells);

}  // namespace bw::model
