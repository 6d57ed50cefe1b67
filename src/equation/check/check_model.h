#pragma once
// Checks that need the whole model: which variable may depend on what.

#include "equation/flatten/flattening.h"

namespace bw::equation {

// Marks the variables that whens assign as discrete, then checks the model.
void check_model(Flattening& flattening);

}  // namespace bw::equation
