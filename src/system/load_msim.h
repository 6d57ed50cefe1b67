#pragma once
// Loads a project file of MasterSim (https://github.com/ghorwin/MasterSim):
//
//   tEnd            100 s                                    # a key and its value
//   simulator 0 0 Prey #ff8c00 "fmus/Prey.fmu"               # number, cycle, name, colour, file
//   graph Predator.y Prey.y [offset scale [width colour]]    # input = offset + scale * output
//   parameter Prey.A 0.1
//   outputOnly Prey.x
//
// docs/msim.md describes each key and the differences to MasterSim.

#include <string_view>

#include "system/system.h"

namespace bw::system {

// Throws InputError with every mistake, one a line, each with its position. What MasterSim would
// ignore silently becomes a remark of the system.
System load_msim(std::string_view text, const std::filesystem::path& file);

}  // namespace bw::system
