#pragma once
// Equations as a Model: an adapter of run_state for integrators.

#include <memory>

#include "base/bell.h"
#include "base/value.h"
#include "equation/code/machine.h"
#include "model/blueprint.h"
#include "model/model.h"
#include "model/variable.h"

namespace bw::equation {

// Of a number or a Boolean; NaN for strings.
double number_of(const Value& value);

// `variables`: of the blueprint, one for each of the model's own variables.
std::unique_ptr<model::Model> make_equation_model(std::shared_ptr<const Machine> machine,
                                                  const std::vector<model::Variable>& variables,
                                                  const model::ComponentRequest& request,
                                                  Bells& bells);

}  // namespace bw::equation
