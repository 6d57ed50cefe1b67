#pragma once
// Adapts a Component with a fixed step size to any integer multiple of it: it makes the steps one
// after the other with the same inputs.

#include <memory>

#include "model/component.h"

namespace bw::model {

std::unique_ptr<Component> make_stepping_component(std::unique_ptr<Component> inner, double step);

}  // namespace bw::model
