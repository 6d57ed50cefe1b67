#pragma once
// Which inputs act on an output within the same instant.

#include <vector>

#include "equation/code/machine.h"
#include "model/variable.h"

namespace bw::equation {

// Of outputs, and of all variables where there is no input at all. What depends on something that
// changes at events stays open: an input may make the event.
void find_direct_inputs(const Machine& machine, std::vector<model::Variable>& variables);

}  // namespace bw::equation
