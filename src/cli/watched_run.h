#pragma once
// A run as the user sees it: supervised, with its progress and its report. For the commands run and
// resume.

#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/report/page.h"
#include "run/spec/run_spec.h"

namespace bw::cli {

struct Watching {
  bool quiet = false, verbose = false, in_process = false;
  std::string progress{};  // empty: a bar on a terminal
  PageOrder page{};
  std::optional<double> time_limit{}, call_timeout{};  // seconds of a clock
};

// --report, --compare, --quiet, --verbose and --progress.
void add_watching(CommandLine& line, Watching& watching, const std::string& heading);
// --time-limit and --call-timeout.
void add_limits(CommandLine& line, Watching& watching, const std::string& heading);

// Both return the exit code.
int run_and_report(run::RunSpec spec, const Watching& watching);
int print_plan(const run::RunSpec& spec, const Watching& watching);

}  // namespace bw::cli
