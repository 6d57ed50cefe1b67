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

// What it costs to give a lane to another thread and to hear that it is done, in seconds: 1 µs
// while the thread is still awake, 17 to 60 µs when it has to be woken (hand_over of
// bench/parallel_bench.cpp, on a virtual machine with two processors). What it was is seen in the
// try.
constexpr double hand_over = 20e-6;

struct Division {
  std::vector<Lane> lanes;  // at least one
  double seconds = 0;       // of a macro step, as far as one can tell
};

// `costs` in seconds and `kin` (see model::PartShape) of each part.
Division divide(std::span<const double> costs, std::span<const void* const> kin,
                std::size_t most_lanes);

}  // namespace bw::cosim
