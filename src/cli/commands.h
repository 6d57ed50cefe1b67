#pragma once
// The table of commands. A command translates its options for run/, inspect/ or result/ and never
// computes.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace bw::cli {

inline constexpr const char* target_help =
    "a system (.toml, .ssp, .msim), a Modelica model (.mo) or an FMU (.fmu)";
inline const Offer target_files = {Offer::Kind::files,
                                   {".toml", ".ssp", ".ssd", ".msim", ".mo", ".bmo", ".fmu"}};

// For Modelica packages (run/open/flattened_class.h).
inline constexpr const char* class_help =
    "of a Modelica package (.mo): the class, flattened by OpenModelica's omc";

// Runs the command with the parsed options. Returns the exit code, or throws an Error with it.
using Action = std::function<int()>;

struct Example {
  const char *line, *what;
};

struct Command {
  const char *name, *help;           // one clause, without a full stop
  Action (*add)(CommandLine& line);  // adds its options, which are parsed before the action runs
  const char* about = "";            // more sentences
  std::span<const Example> examples{};
};

std::span<const Command* const> commands();  // in the order of --help
const Command* find_command(const std::string& name);
// What only other programs call, and no list shows (cli/hosted.h); null: there is none.
const Command* command_for_programs(const std::string& name);

}  // namespace bw::cli
