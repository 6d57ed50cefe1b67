#pragma once
// A Part that accepts one step size only, behind the face of one that takes any whole number of
// such steps: it makes them one after the other with the same inputs.

#include <memory>

#include "model/part.h"

namespace bw::model {

std::unique_ptr<Part> make_stepping_part(std::unique_ptr<Part> inner, double step);

}  // namespace bw::model
