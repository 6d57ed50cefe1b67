#pragma once
// Assigns components to threads for a communication step, so that all threads finish early: the
// most expensive component first, each to the lane with the least work so far (R. L. Graham 1969:
// at most a third longer than the best division). Components that share code stay in one lane.
//
//   seconds = longest lane + hand_over for each lane but the caller's
//
// The number of lanes minimises that; one, where another thread would only cost.

#include <span>
#include <vector>

#include "cosim/coupling/crew.h"

namespace bw::cosim {

// The assumed cost of giving a lane to another thread and waiting for it, in seconds. Measured
// (hand_over of bench/parallel_bench.cpp, a virtual machine with two processors): 0.2 to 1 µs while
// the thread is still awake, which it mostly is between communication steps, and 17 to 90 µs when
// it has to be woken. An assumption that is too high forbids what would pay; one that is too low
// costs the trial that follows and decides.
constexpr double hand_over = 3e-6;

struct Division {
  std::vector<Lane> lanes;  // at least one
  double seconds = 0;       // of a communication step, estimated
};

// `costs` in seconds and `kin` (see model::ComponentShape) of each component.
Division divide(std::span<const double> costs, std::span<const void* const> kin,
                std::size_t most_lanes);

}  // namespace bw::cosim
