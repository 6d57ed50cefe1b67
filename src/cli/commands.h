#pragma once
// The table of commands. A command translates its options for run/, inspect/ or result/ and never
// computes.

#include <CLI/CLI.hpp>
#include <functional>
#include <span>

namespace bw::cli {

inline constexpr const char* target_help =
    "a system (.toml, .msim), equations (.mo) or an FMU (.fmu)";

// Runs the command with the parsed options. Returns the exit code, or throws an Error with it.
using Action = std::function<int()>;

struct Command {
  const char *name, *help;
  Action (*add)(CLI::App& command);  // adds its options, which are parsed before the action runs
};

std::span<const Command* const> commands();  // in the order of --help

}  // namespace bw::cli
