#pragma once
// The numbers that a text gives to its constants and parameters.

#include "equation/flatten/flattening.h"

namespace bw::equation {

void check_values(Flattening& flattening);

}  // namespace bw::equation
