#pragma once
// What of connections and components decides how good a master can be.

#include "cosim/coupling/coupling.h"
#include "cosim/master/master.h"
#include "model/component.h"

namespace bw::cosim {

Structure examine(const Coupling& coupling);
// The same of components that do not exist yet.
Structure examine(const std::vector<model::ComponentShape>& shapes,
                  const std::vector<Connection>& connections);

// Of each component: whether a real output of it that is on a connection may follow a real input
// that a connection sets, within the same instant. What a component does not tell counts as yes.
std::vector<bool> feeding_through(const Coupling& coupling);

}  // namespace bw::cosim
