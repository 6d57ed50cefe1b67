#pragma once
// The syntax tree of a model as variables and equations between them.

#include "equation/flatten/flattening.h"

namespace bw::equation {

// Fills flattening.model; reports mistakes to flattening.mistakes.
void flatten(Flattening& flattening);

}  // namespace bw::equation
