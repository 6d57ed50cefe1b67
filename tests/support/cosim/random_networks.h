#pragma once
// Coupled systems drawn by lot, the same on every machine: 2 to 8 components of 1 to 3 states,
// linear ones and ones with tanh or sin, connected as a ring, without a loop, as nested loops or in
// any other form; none, a third or two thirds of the components with direct feedthrough.
//
// A draft is thrown away, and the next one of the same seed is drawn, where
// - the undivided system has no bounded solution: not finite, or some |y| > 1000;
// - it is chaotic or otherwise hopeless: 1e-9 at the start becomes more than 1e-5, in the signals
//   or in the times of events, or the number of events differs;
// - it should have events and has none, or more than 40.
// Algebraic loops have one solution: the gains of all direct paths into an output add up to less
// than 0.95, but in one of four linear networks with such loops to as much as 2.5.

#include <cstdint>

#include "support/cosim/coupled_system.h"

namespace bw::test {

enum class NetworkKind {
  smooth,
  stiff,   // some components have a time constant of 1e-2 to 1e-4 of the run
  jumping  // a relay, a sampled component or a source with steps; discrete or real
};

// The name says what has been drawn.
CoupledSystem random_network(std::uint64_t seed, NetworkKind kind = NetworkKind::smooth);

}  // namespace bw::test
