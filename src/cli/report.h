#pragma once

#include <string>

#include "result/result.h"

namespace bw::cli {

// What a person reads after a run: the verdict in a sentence, bells, where the rows are,
// statistics.
std::string report(const result::RunResult& result);

}  // namespace bw::cli
