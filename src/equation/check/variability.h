#pragma once
// How often an expression changes: never, with the parameters, at events, or all the time.

#include <vector>

#include "equation/core/flat_model.h"

namespace bw::equation {

// Of every node (Modelica specification 3.6, 3.8). A relation changes at events only, unless it is
// silent.
std::vector<Variability> variabilities(const FlatModel& model);

}  // namespace bw::equation
