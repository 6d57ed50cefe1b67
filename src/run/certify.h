#pragma once
// The verdict, from the bells and from what is known about the error. No single indicator decides.

#include "base/bell.h"
#include "base/error.h"
#include "result/result.h"

namespace bw::run {

// How a march ended, as far as the verdict is concerned.
enum class RunEnding { complete, could_not_go_on, interrupted };

struct Judgement {
  result::Verdict verdict;
  ExitCode exit_code;
};

// `error` is in units of the tolerance; nothing: it was not estimated.
Judgement judge(RunEnding ending, const Bells& bells, std::optional<double> error);

}  // namespace bw::run
