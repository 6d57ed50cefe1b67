#pragma once
// A compiled model for other modules: variables of a blueprint, the structure for `info`.

#include "equation/code/machine.h"
#include "equation/live/equation_blueprint.h"
#include "model/variable.h"

namespace bw::equation {

std::vector<model::Variable> describe_variables(const Machine& machine);
Structure describe_structure(const Machine& machine);

}  // namespace bw::equation
