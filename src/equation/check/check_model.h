#pragma once
// What can only be said when the whole model is known: who may depend on what.

#include "equation/flatten/flattening.h"

namespace bw::equation {

// Marks the variables that whens assign as discrete, then looks for mistakes.
void check_model(Flattening& flattening);

}  // namespace bw::equation
