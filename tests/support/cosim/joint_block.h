#pragma once
// All blocks of a coupled system as one, connections and algebraic loops solved: no inputs, and all
// outputs of all blocks. Not for two threads at the same time: it has one workspace.

#include "support/cosim/coupled_system.h"

namespace bw::test {

Block join(const CoupledSystem& system);

// Whether there is an algebraic loop, and an order of the blocks along direct feedthrough; empty if
// there is none.
struct DirectOrder {
  bool algebraic_loop = false;
  std::vector<std::size_t> blocks{};
};
DirectOrder direct_order(const CoupledSystem& system);

}  // namespace bw::test
