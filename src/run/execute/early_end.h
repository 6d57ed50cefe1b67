#pragma once
// Runs that do not get to their end, as bells.

#include <string>
#include <vector>

#include "base/bell.h"
#include "result/result.h"
#include "run/plan/period.h"

namespace bw::run {

struct EarlyEnd {
  double time = 0;
  std::string subject{}, reason{};  // a component, variable or loop; a sentence
};

// A value that is not finite is a result that is rejected; with all others the run could not go on.
result::RunEnding ring_failure(BellCode code, const EarlyEnd& end, Bells& bells);

// While the error was being estimated; `subject` names the component that was in a long step.
result::RunEnding ring_interrupted(const EarlyEnd& end, const Period& period, Bells& bells);

// The times of rows so far apart, the last of them at the stop.
std::vector<double> times_of_rows(const Period& period, double interval);

}  // namespace bw::run
