#pragma once
// The commands of the program: they translate between a command line and run/, and never compute.

#include <CLI/CLI.hpp>

namespace bw::cli {

// Each adds its subcommand; the chosen one's callback stores its exit code.
void add_run(CLI::App& program, int& exit_code);
void add_compare(CLI::App& program, int& exit_code);
void add_list(CLI::App& program, int& exit_code);

}  // namespace bw::cli
