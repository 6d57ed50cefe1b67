#pragma once
// The tree of a model text as variables and equations between them.

#include "equation/flatten/flattening.h"

namespace bw::equation {

// Fills flattening.model; what is wrong is told to flattening.mistakes.
void flatten(Flattening& flattening);

}  // namespace bw::equation
