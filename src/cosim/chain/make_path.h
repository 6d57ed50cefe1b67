#pragma once
// A chain from nothing: builds the system, initialises it, moves it over the mesh and reads its
// rows. What a component does wrong is in the path, not thrown.

#include <functional>

#include "base/bell.h"
#include "base/tolerance.h"
#include "cosim/chain/chain.h"
#include "cosim/coupling/coupling.h"

namespace bw::cosim {

// What all chains of a system have in common.
struct PathSource {
  std::function<Coupling(const ChainOrder& order, Bells& bells)> build;  // fresh components
  const RowReader* rows = nullptr;
  double start = 0, stop = 0;
  Tolerance tolerance{};  // of the initial values
  // The path that is computed in this process now; null: none.
  std::function<void(const Path*)> on_path{};
};

Path make_path(const PathSource& source, const ChainOrder& order,
               const std::function<bool()>& wanted);

}  // namespace bw::cosim
