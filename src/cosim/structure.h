#pragma once
// What of wires and parts decides how good a master can be.

#include "cosim/master.h"

namespace bw::cosim {

Structure examine(const Coupling& coupling);
// The same of parts that do not exist yet.
Structure examine(const std::vector<model::PartShape>& shapes,
                  const std::vector<Connection>& connections);

// Of each part: whether a real output of it that is on a wire may follow a real input that a wire
// sets, within the same instant. What a part does not tell counts as yes.
std::vector<bool> feeding_through(const Coupling& coupling);

}  // namespace bw::cosim
