#pragma once
// The options of a run, with the names of the command line and of the keys of the [run] section.
// What is not set is decided by the system, the components or the program, in that order.

#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"

namespace bw::ode {
class Watcher;
}
namespace bw::result {
struct Briefing;
struct RunResult;
}  // namespace bw::result

namespace bw::run {

class OpenedFiles;

struct Progress {
  double fraction = 0;                  // of the estimated work; never falls, below 1
  std::optional<double> time{};         // simulated; none while several times are computed at once
  std::optional<double> eta_seconds{};  // until the end; none: not known yet
  std::string phase{};                  // "reading the model", "integration 2 of about 2"
};

// How a single model is integrated, for callers that show the steps themselves.
struct Stepping {
  double first_step = 0;                                          // 0: found by a trial step
  double largest_step = std::numeric_limits<double>::infinity();  // it may be shorter
  ode::Watcher* watcher = nullptr;  // sees the steps of every integration; begin() begins each
  // Where the error is estimated, rising from the start to the stop time; empty: at the usual rows.
  std::vector<double> row_times{};
};

// Times and steps in s. Every member has a default, so that RunSpec{.target = "x.toml", .stop = 1}
// gives no warning.
struct RunSpec {
  std::string target{};  // .toml, .msim, .ssp, .ssd, .mo or .fmu

  std::optional<double> start{}, stop{};
  std::optional<double> tolerance{}, absolute_tolerance{};
  std::vector<std::string> set{};     // "component.variable=value"; of one FMU "variable=3 kW"
  std::vector<std::string> record{};  // globs on "component.variable", "!" before one leaves
                                      // out; empty: all outputs
  std::optional<double> interval{};   // between rows
  std::optional<bool> every_step{};   // a row at every step
  std::optional<bool> event_rows{};   // rows on both sides of each event
  std::optional<std::string> master{};
  std::optional<std::string> hold{};        // "constant", "mean", "trapezoid"
  std::optional<double> step{};             // fixed communication step
  std::optional<double> iterations{};       // most per loop and communication step; 1: none
  std::optional<std::string> error_test{};  // "none", "step-doubling"
  std::optional<double> first_step{}, min_step{}, max_step{}, fallback_step{};
  std::optional<std::string> events{};  // "locate", "ignore"
  std::optional<bool> richardson{};     // rows combine both solutions of the error test
  std::optional<double> threads{};      // for chains, and for components that advance in parallel
  std::optional<bool> certify{};  // estimate the global error; default: unless a method is given
  std::optional<bool> error_columns{};       // beside every real column the estimate of its error
  std::optional<double> work_limit{};        // of a certified run, in steps of all components
  std::optional<double> checkpoint{};        // seconds of the wall clock between two
  std::optional<std::string> method{};       // integration method of model-exchange components
  std::optional<std::string> interface {};   // "cs", "me" or "se", of components that name none
  std::optional<bool> sandbox{};             // FMUs see their own files only
  std::vector<std::string> allow{};          // what the sandbox lets through (base/sandbox)
  std::optional<std::string> input{};        // a file with inputs over time
  std::optional<bool> isolate{};             // each FMU in a process of its own
  std::optional<bool> diagnose{};            // eigenvalues and what follows from them
  std::optional<std::string> eigenvalues{};  // a CSV file with them, at every step; diagnoses, too
  std::optional<double> data_accuracy{};     // of the model's data, for the border of slow modes
  std::vector<std::string> conserved{};      // formulas of recorded variables

  // Where rows go: a file (format by extension), "-" for standard output; empty: the result itself.
  std::optional<std::string> output{};
  std::string default_output{};          // used when neither the user nor the system names one
  std::optional<std::string> summary{};  // a JSON file
  // What the caller writes after the run, from the result: checked like the files of the run.
  std::optional<std::string> later_output{}, later_summary{};
  std::optional<std::string> package_result{};  // a copy of the target with its result (.ssp)
  std::optional<std::string> steps{};  // a CSV file with every communication step that was tried
  std::optional<std::string> time_unit{};  // of the time in rows
  std::optional<bool> csv_units{};         // behind the names in the first line of CSV
  std::optional<std::string> require{};    // "trusted", "doubtful": a lesser verdict is rejected

  // Called when a phase begins and some times a second, from the thread of the run.
  std::function<void(const Progress&)> on_progress{};
  // Sentences to be read before something long or external begins: a compilation, a foreign tool.
  std::function<void(const std::string&)> on_announcement{};
  const std::atomic<bool>* interrupt =
      nullptr;                              // true ends the run after the current step; null: none
  std::function<std::string()> ended_by{};  // for its message; empty: "ended by the user"
  // Names of those whose foreign code is loaded next.
  std::function<void(const std::vector<std::string>&)> on_components{};
  std::function<void(const result::Briefing&)> on_start{};  // planned; nothing is computed yet
  // Files are written, or `whole` is false: then the run throws what could not be, behind this.
  // Components and their libraries are still there, and may crash when they go.
  std::function<void(const result::RunResult&, bool whole)> on_result{};
  std::optional<double> call_timeout{};  // seconds of a clock, of a call into an isolated component
  Stepping stepping{};
  // For a series of runs: files that are opened once (run/open/opened_files.h; null: each run opens
  // its own), and no files written, whatever the [run] section of the target says.
  std::shared_ptr<OpenedFiles> opened_files{};
  bool writes_nothing = false;
  bool errors_where_estimated = false;   // error columns then, where error_columns says nothing
  std::vector<std::string> also_read{};  // by the caller: not to be overwritten
  bool events_where_located = false;     // rows on both sides then, where event_rows says nothing
  bool keeps_steps = false;  // for pictures: RunResult::step_spans, and eigenvalues where diagnosed
  Log log{};
  std::vector<std::string> command_line{};  // for the summary; empty: called as a library
  int standard_output = 1;                  // the file descriptor that "-" means
  std::string progress{};  // of a run that is resumed (run/checkpoint); empty: from the start

  bool has_event_rows() const { return event_rows.value_or(events_where_located); }
  bool has_master() const { return master && *master != "auto"; }  // the user gave one
};

}  // namespace bw::run
