#pragma once
// The verdict, from the bells and the error estimate. No single indicator decides.

#include "base/error.h"
#include "result/result.h"

namespace bw::run {

struct Judgement {
  result::Verdict verdict;
  ExitCode exit_code;
};

Judgement judge(const result::Outcome& outcome);

}  // namespace bw::run
