#pragma once
// Everything that a march and what it moves need to go on in another process, between two steps.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/coupling/coupling.h"
#include "cosim/coupling/jump_watch.h"
#include "cosim/march/march.h"
#include "cosim/march/pace.h"
#include "cosim/march/stepper.h"
#include "cosim/master/holder.h"

namespace bw::cosim {

struct MarchMemory {
  Coupling::Memory coupling{};
  double time = 0;
  std::optional<double> before{};  // the begin of the last accepted step
  Pace::Memory pace{};
  std::optional<JumpWatch::Memory> jumps{};
  std::vector<SignalHistory::Entry> history{};  // of the master
  std::string master{};                         // what else it remembers
  Stepper::Memory stepper{};
  int crossings = 0, early_ends = 0, forced = 0;
  bool restless = false;
  Tally tally{};
};

std::string to_bytes(const MarchMemory& memory);
// Nothing: they are not those of a march.
[[nodiscard]] std::optional<MarchMemory> march_memory_from(std::string_view bytes);

}  // namespace bw::cosim
