#pragma once

#include <string>

#include "result/result.h"

namespace bw::cli {

// The text report of a run: verdict, bells, where the rows are, statistics; `with_decisions`: also
// the choices of methods over time.
std::string report(const result::RunResult& result, bool with_decisions = false);

}  // namespace bw::cli
