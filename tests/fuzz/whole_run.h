#pragma once
// A whole run of one file, in this process, with a limit: whatever the file holds, the run returns
// a result with a documented exit code or throws an Error, soon, and every message can be shown.

#include <string>

namespace bw::fuzz {

// `name` in a folder that also holds what a project may name: heater.mo, room.mo and weather.csv.
// Nothing is written elsewhere.
void run_whole(const std::string& name, const std::string& bytes);

}  // namespace bw::fuzz
