#pragma once
// A system in TOML:
//
//   [components]
//   prey     = "prey.fmu"
//   predator = { file = "predator.fmu", interface = "cs" }     # or "me", "se"; isolate = true
//
//   [connections]
//   "predator.x" = "prey.x"                # input = output; or "2.5 * prey.x + 1"
//   "prey.y"     = { from = "predator.y", gain = 2, offset = 1, unit = "kg" }    # or "as-is"
//
//   [parameters]
//   "prey.A" = 0.1                         # or "3 kW"; an array: [1, 2, 3]
//
//   [run]
//   stop = 100                             # the options of `bellwether run`

#include <string_view>

#include "system/system.h"

namespace bw::system {

// With its mistakes of form in System::mistakes.
System read_toml(std::string_view text, const std::filesystem::path& file);
// Throws InputError with every mistake of form, one a line, each with its position.
System load_toml(std::string_view text, const std::filesystem::path& file);

}  // namespace bw::system
