#pragma once
// The structure of a coupled system, from connections and components.

#include "cosim/coupling/coupling.h"
#include "cosim/master/master.h"
#include "model/component.h"

namespace bw::cosim {

Structure examine(const Coupling& coupling);
// The same for components that do not exist yet.
Structure examine(const std::vector<model::ComponentShape>& shapes,
                  const std::vector<Connection>& connections);

// For each component: whether a connected real output may have direct feedthrough from a connected
// real input. What a component does not declare counts as yes.
std::vector<bool> feeding_through(const Coupling& coupling);

}  // namespace bw::cosim
