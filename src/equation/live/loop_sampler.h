#pragma once
// Solves the loops of a model at points that it does not visit, for bounds over intervals
// (enclosure/loop_curves.h): from the solution that was found last here, as a trial. For the model
// nothing changes.

#include <cstdint>
#include <span>
#include <vector>

#include "equation/code/machine.h"
#include "equation/enclosure/model_enclosure.h"
#include "equation/live/run_state.h"

namespace bw::equation {

class LoopSampler {
 public:
  // `inputs`: the variables of its real inputs.
  LoopSampler(const Machine& machine, RunState& state, std::vector<std::uint32_t> inputs)
      : machine_(machine), state_(state), inputs_(std::move(inputs)) {}

  // Real inputs u; empty: as they were set. False: not solved.
  bool solve(double t, std::span<const double> x, std::span<const double> u,
             const ModelEnclosure::Unknowns& which, std::span<double> z);

 private:
  const Machine& machine_;
  RunState& state_;
  std::vector<std::uint32_t> inputs_;
  std::vector<double> guess_, before_, inputs_before_;
};

}  // namespace bw::equation
