#pragma once
// Bells for runs that end before the stop time.

#include <string>
#include <vector>

#include "base/bell.h"
#include "result/result.h"
#include "run/plan/period.h"

namespace bw::run {

struct EarlyEnd {
  double time = 0;
  std::string subject{}, reason{};  // subject: component, variable or loop; reason: a sentence
};

// A value that is not finite and a coupling that diverges make a rejected result; with every other
// code the run could not go on.
result::RunEnding ring_failure(BellCode code, const EarlyEnd& end, Bells& bells);

// The user ended it; `subject`: the component whose step took long.
result::RunEnding ring_interrupted(const EarlyEnd& end, const Period& period, Bells& bells);

// The model ended the simulation: reported once, by the model itself where it says why.
void ring_terminated(const EarlyEnd& end, Bells& bells);

// start, start + interval, ..., stop; in s.
std::vector<double> times_of_rows(const Period& period, double interval);

}  // namespace bw::run
