#pragma once
// Do the units of a model fit together? What does not is a warning with both units: the numbers are
// computed as they are written.

#include "equation/flatten/flattening.h"

namespace bw::equation {

void check_units(Flattening& flattening);

}  // namespace bw::equation
