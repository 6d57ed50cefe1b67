#pragma once
// Checks the numbers of constants and parameters.

#include "equation/flatten/flattening.h"

namespace bw::equation {

void check_values(Flattening& flattening);

}  // namespace bw::equation
