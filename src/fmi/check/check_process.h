#pragma once
// Work with foreign code in a process of its own: it may crash, call exit() or never come back,
// and what it found until then is kept.

#include <functional>
#include <string>

#include "base/position.h"
#include "base/report.h"
#include "fmi/description/rules.h"

namespace bw::fmi {

using Tell = std::function<void(Rule rule, const Position& place, const std::string& sentence)>;

// What ends the process before the work is done becomes a finding at `place`: run-crashed or
// run-endless. Standard output and error of the work lead nowhere.
void in_own_process(double seconds, const Position& place, Report& report,
                    const std::function<void(const Tell&)>& work);

}  // namespace bw::fmi
