#pragma once
// The verdict, by one rule for coupled systems and single models:
//
//   rejected    an error was reported, or the estimate is above ten tolerances
//   unverified  the error was not estimated, whatever warnings there are
//   doubtful    the estimate is above the tolerance, or a warning concerns the numbers
//   trusted     everything else
//
// A single co-simulation FMU has no estimate; its sensitivity to the communication step and to its
// own tolerance stands in where it converges and is within the tolerance. Else it is unverified.
//
// `required`: a lesser verdict ends with the exit code of a rejected run, so that its rows do not
// get the requested name. An unverified result is less than a doubtful one there: of its error
// nothing is known.

#include <optional>

#include "base/error.h"
#include "result/result.h"

namespace bw::run {

struct Judgement {
  result::Verdict verdict;
  ExitCode exit_code;
};

Judgement judge(const result::Outcome& outcome, std::optional<result::Verdict> required = {});

}  // namespace bw::run
