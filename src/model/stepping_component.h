#pragma once
// A Component that accepts one step size only, behind the face of one that takes any whole number
// of such steps: it makes them one after the other with the same inputs.

#include <memory>

#include "model/component.h"

namespace bw::model {

std::unique_ptr<Component> make_stepping_component(std::unique_ptr<Component> inner, double step);

}  // namespace bw::model
