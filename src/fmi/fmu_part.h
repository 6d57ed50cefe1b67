#pragma once
// The three faces that an instance shows to the rest of the program. `layout` and what `setup`
// points to outlive them.

#include <memory>

#include "fmi/instance.h"
#include "fmi/layout.h"
#include "model/blueprint.h"

namespace bw::fmi {

// A co-simulation FMU as a Part.
std::unique_ptr<model::Part> make_fmu_part(const Layout& layout, const Instance::Setup& setup,
                                           const model::PartRequest& request);

// A FMU for scheduled execution as a Part: we are the scheduler.
std::unique_ptr<model::Part> make_scheduled_part(const Layout& layout, const Instance::Setup& setup,
                                                 const model::PartRequest& request);

// A FMU for model exchange as a Model.
std::unique_ptr<model::Model> make_fmu_model(const Layout& layout, const Instance::Setup& setup,
                                             const model::PartRequest& request);

}  // namespace bw::fmi
