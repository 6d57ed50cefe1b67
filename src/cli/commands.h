#pragma once
// The table of commands. A command translates its options for run/, inspect/ or result/ and never
// computes.

#include <CLI/CLI.hpp>
#include <functional>
#include <span>

namespace bw::cli {

inline constexpr const char* target_help =
    "a system (.toml, .msim), equations (.mo) or an FMU (.fmu)";

// Runs the command with the options that were read. Returns the exit code, or throws an Error that
// carries it.
using Action = std::function<int()>;

struct Command {
  const char *name, *help;
  Action (*add)(CLI::App& command);  // adds its options, which are read before the action is run
};

std::span<const Command* const> commands();  // in the order of --help

}  // namespace bw::cli
