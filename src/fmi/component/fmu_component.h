#pragma once
// The three adapters of an instance for the rest of the program. `layout` and what `setup` points
// to must outlive them.

#include <memory>

#include "fmi/description/layout.h"
#include "fmi/instance/instance.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/model.h"

namespace bw::fmi {

// A co-simulation FMU as a Component.
std::unique_ptr<model::Component> make_fmu_component(const Layout& layout,
                                                     const Instance::Setup& setup,
                                                     const model::ComponentRequest& request);

// An FMU for scheduled execution as a Component: we are the scheduler.
std::unique_ptr<model::Component> make_scheduled_component(const Layout& layout,
                                                           const Instance::Setup& setup,
                                                           const model::ComponentRequest& request);

// An FMU for model exchange as a Model.
std::unique_ptr<model::Model> make_fmu_model(const Layout& layout, const Instance::Setup& setup,
                                             const model::ComponentRequest& request);

}  // namespace bw::fmi
