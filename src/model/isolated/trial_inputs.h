#pragma once
// What a component gets before a run, to try what it can do.

#include <vector>

#include "model/signals.h"
#include "model/variable.h"

namespace bw::model {

// The described start values of the inputs.
Signals inputs_at_start(const std::vector<Variable>& inputs);

}  // namespace bw::model
