#pragma once
// Checks the consistency of the units of a model. A mismatch is a warning with both units: the
// numbers are computed as written.

#include "equation/flatten/flattening.h"

namespace bw::equation {

void check_units(Flattening& flattening);

}  // namespace bw::equation
