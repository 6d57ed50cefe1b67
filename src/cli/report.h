#pragma once

#include <string>

#include "result/result.h"

namespace bw::cli {

// What a person reads after a run: the verdict in a sentence, bells, where the rows are,
// statistics; and, for the curious, which method was chosen when.
std::string report(const result::RunResult& result, bool with_decisions = false);

}  // namespace bw::cli
