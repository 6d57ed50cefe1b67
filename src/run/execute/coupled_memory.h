#pragma once
// What the checkpoint of a coupled run holds: the march, the rows so far and what watches them.

#include <string>
#include <vector>

#include "base/bell.h"
#include "cosim/march/march_memory.h"
#include "run/execute/divergence.h"
#include "run/execute/recorder.h"
#include "run/publish/rows.h"

namespace bw::run {

struct CoupledMemory {
  cosim::MarchMemory march{};
  Recorder::Memory recorder{};
  Growth::Memory growth{};
  std::vector<Bell> bells{};
  Rows::Mark rows{};
};

std::string to_bytes(const CoupledMemory& memory);
// Throws InputError where they are of another kind of run.
CoupledMemory coupled_memory_from(const std::string& bytes);

}  // namespace bw::run
