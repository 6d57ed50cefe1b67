#pragma once
// Which inputs have direct feedthrough to an output.

#include <vector>

#include "equation/code/machine.h"
#include "model/variable.h"

namespace bw::equation {

// Of outputs, and of all variables where there is no input at all. Variables that depend on
// event-driven values stay unknown: an input may trigger the event.
void find_direct_inputs(const Machine& machine, std::vector<model::Variable>& variables);

}  // namespace bw::equation
