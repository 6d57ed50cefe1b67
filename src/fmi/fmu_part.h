#pragma once

#include <memory>

#include "fmi/description.h"
#include "fmi/instance_2.h"
#include "model/blueprint.h"

namespace bw::fmi {

// A co-simulation FMU as a Part. `description` outlives it.
std::unique_ptr<model::Part> make_fmu_part(const Description& description,
                                           const Instance2::Setup& setup,
                                           const model::PartRequest& request);

}  // namespace bw::fmi
