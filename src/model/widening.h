#pragma once
// A component between an Integer output and a Real input: the number as a real, times a gain, plus
// an offset. It jumps where the integer changes.

#include <memory>

#include "model/blueprint.h"

namespace bw::model {

// The input is variable 0, the output variable 1.
std::shared_ptr<const Blueprint> make_widening(double gain, double offset);

}  // namespace bw::model
