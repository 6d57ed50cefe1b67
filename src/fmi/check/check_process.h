#pragma once
// Work with foreign code in a separate process: it may crash, call exit() or hang, and its findings
// until then are kept.

#include <functional>
#include <string>

#include "base/position.h"
#include "base/report.h"
#include "fmi/description/rules.h"

namespace bw::fmi {

using AddFinding =
    std::function<void(Rule rule, const Position& place, const std::string& sentence)>;

// An early end of the process becomes a finding at `place`: run-crashed or run-endless. Standard
// output and error of the work are discarded.
void in_own_process(double seconds, const Position& place, Report& report,
                    const std::function<void(const AddFinding&)>& work);

}  // namespace bw::fmi
