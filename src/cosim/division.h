#pragma once
// Which parts a thread does in a macro step, so that all threads are done early: the dearest part
// first, each to the lane that has the least to do yet (R. L. Graham 1969: at most a third longer
// than the best division). Parts that share code stay in one lane.
//
//   seconds = longest lane + hand_over for each lane but the caller's
//
// and there are as many lanes as make that least; one, where a thread more would only cost.

#include <span>
#include <vector>

#include "cosim/crew.h"

namespace bw::cosim {

// What it costs to give a lane to another thread and to hear that it is done, in seconds. Measured
// by bench/parallel_bench.cpp (see there): two to five times less while the thread is still awake.
constexpr double hand_over = 20e-6;

struct Division {
  std::vector<Lane> lanes;  // at least one
  double seconds = 0;       // of a macro step, as far as one can tell
};

// `costs` in seconds and `kin` (see model::PartShape) of each part.
Division divide(std::span<const double> costs, std::span<const void* const> kin,
                std::size_t most_lanes);

}  // namespace bw::cosim
