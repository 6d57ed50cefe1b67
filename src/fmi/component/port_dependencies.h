#pragma once
// What the ports of an FMU for model exchange depend on, from <ModelStructure>: derivatives on
// inputs, outputs on states and inputs. Where the description is silent, on all of them; so too
// where it names something that is neither, because that may depend on anything.

#include <cstddef>
#include <vector>

#include "fmi/description/layout.h"
#include "model/blueprint.h"
#include "model/port_derivatives.h"

namespace bw::fmi {

// `states`: the variables that are states, in the order of the states.
model::PortPattern port_dependencies(const Layout& layout, const std::vector<std::size_t>& states,
                                     const model::ComponentRequest& request);

}  // namespace bw::fmi
