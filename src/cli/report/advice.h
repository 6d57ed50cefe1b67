#pragma once
// What to try when a result is not trusted: options that exist and apply to this run, in the order
// of what helps most.

#include <string>
#include <vector>

#include "result/result.h"

namespace bw::cli {

std::vector<std::string> proposals(const result::RunResult& result);

}  // namespace bw::cli
