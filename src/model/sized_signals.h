#pragma once
// Signals with as many places, lane by lane, as some variables need.

#include <vector>

#include "model/signals.h"
#include "model/variable.h"

namespace bw::model {

inline Signals sized_for(const std::vector<Variable>& variables) {
  Signals signals;
  signals.reals.resize(count_reals(variables));
  signals.discretes.resize(variables.size() - signals.reals.size());
  return signals;
}

}  // namespace bw::model
