#pragma once
// Which components a thread does in a communication step, so that all threads are done early: the
// dearest component first, each to the lane that has the least to do yet (R. L. Graham 1969: at
// most a third longer than the best division). Components that share code stay in one lane.
//
//   seconds = longest lane + hand_over for each lane but the caller's
//
// and there are as many lanes as make that least; one, where a thread more would only cost.

#include <span>
#include <vector>

#include "cosim/coupling/crew.h"

namespace bw::cosim {

// What giving a lane to another thread and hearing that it is done is taken to cost, in seconds. It
// was measured (hand_over of bench/parallel_bench.cpp, a virtual machine with two processors) as
// 0.2 to 1 µs while the thread is still awake and 17 to 90 µs when it has to be woken; between
// communication steps it is mostly awake. This stands between the two, and the try that follows
// tells which it is.
constexpr double hand_over = 20e-6;

struct Division {
  std::vector<Lane> lanes;  // at least one
  double seconds = 0;       // of a communication step, as far as one can tell
};

// `costs` in seconds and `kin` (see model::ComponentShape) of each component.
Division divide(std::span<const double> costs, std::span<const void* const> kin,
                std::size_t most_lanes);

}  // namespace bw::cosim
