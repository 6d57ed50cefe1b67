#pragma once
// A Block as the black box that a master sees.

#include <memory>

#include "model/component.h"
#include "support/cosim/block.h"

namespace bw::test {

struct BlockOptions {
  // What solves it while its input is held.
  enum class Solver {
    exact,     // to all digits
    adaptive,  // Bogacki and Shampine's 3(2) pair with `accuracy` as relative and absolute
               // tolerance
    heun       // steps of `accuracy`, the last one shortened; events only at the ends of steps
  };
  Solver solver = Solver::exact;
  double accuracy = 0;
  bool can_roll_back = true;
  double step_unit = 0;        // > 0: discards steps that are no whole multiple of it
  bool constant_step = false;  // discards steps that are not as long as the first
  bool ticks_at_end = true;    // a tick at the end of a step belongs to it, not to the next one
  enum class Stated { truth, nothing, lies } direct_inputs = Stated::truth;  // lies: there are none
};

// The direct feedthrough that the component declares for an output: positions of inputs.
std::optional<std::vector<std::size_t>> stated_inputs(const Port& output,
                                                      const BlockOptions& options);

std::unique_ptr<model::Component> make_component(const Block& block,
                                                 const BlockOptions& options = {});

}  // namespace bw::test
