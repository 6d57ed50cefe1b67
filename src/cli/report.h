#pragma once

#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/layout.h"
#include "result/result.h"
#include "run/spec/run_spec.h"

namespace bw::cli {

// The text report of a run: verdict, result file, worst variable, diagnostics, method, cost, what
// to try. With style.verbose also notes, reasons and what the estimate and the time were spent on.
// Of a run that was not accepted: its verdict and what was reported, for --quiet.
std::string failure(const result::RunResult& result, const Style& style);

std::string report(const result::RunResult& result, const Style& style);

// What the user sees of a run.
struct Watching {
  bool quiet = false, verbose = false;
  std::string progress{};              // empty: a bar on a terminal
  std::optional<double> time_limit{};  // seconds of a clock
};

// --quiet, --verbose and --progress.
void add_watching(CommandLine& line, Watching& watching, const std::string& heading);

// A run under the guard, with its progress and its report: for the commands run and resume. Returns
// the exit code, or throws an Error with it.
int run_and_report(run::RunSpec spec, const Watching& watching);

}  // namespace bw::cli
