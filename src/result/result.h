#pragma once
// The result of a run. Times in s, errors in units of the tolerance unless said otherwise.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bell.h"
#include "base/error.h"
#include "base/value.h"
#include "result/approach.h"
#include "result/history/eigenvalue_log.h"
#include "result/history/step_log.h"
#include "result/provenance.h"
#include "result/trajectory.h"

namespace bw::result {

enum class Verdict {
  trusted,     // error estimated and within the tolerance, no warning that concerns the numbers
  unverified,  // no error was reported, and the error of the result was not estimated
  doubtful,    // estimated and within ten tolerances, or a warning that concerns the numbers
  rejected     // an error, or an estimate above ten tolerances
};

std::string_view name(Verdict verdict);

struct ComponentStatistics {
  std::string name;
  long do_step = 0, get_state = 0, set_state = 0;
  // Wall-clock time inside the component; measured on a sample of the calls.
  double do_step_seconds = 0, get_state_seconds = 0, set_state_seconds = 0;
  double seconds() const { return do_step_seconds + get_state_seconds + set_state_seconds; }
};

struct Statistics {
  long steps = 0, rejected = 0, error_test_failures = 0, convergence_failures = 0;
  long iteration_limit_hits = 0, events = 0, rhs_evaluations = 0, jacobian_evaluations = 0;
  // Found between the evaluations of a step, and time intervals over which a model was bounded for
  // it.
  long hidden_features = 0, bounded_intervals = 0;
  long rows = 0;
  double last_row_time = 0;  // `reached` may be later
  std::vector<ComponentStatistics> components;
  struct {
    double total = 0, master = 0, error_test = 0, output = 0, startup = 0;
  } seconds;
};

// How the global error was estimated: by repeated integrations, or by chains.
struct Certificate {
  int integrations = 0;  // with different tolerances; 0: by chains
  int chains = 0;        // extrapolated from
  long chains_run = 0;   // all, probes included
  double order = 0;      // observed
  long intervals = 0;    // between synchronisation points of all chains
  double scan = 0;      // ratio of error constants at the start; about 1 without a hidden fast mode
  std::string worst{};  // the variable with the largest error; its time follows
  double worst_time = 0;
  std::optional<double> beyond_from{};  // time from which its error is above the tolerance
  std::string limiting_connection{};    // the signal between components with the largest error
};

struct LocatedEvent {
  double time = 0, error = 0;  // error: estimate, in s
  std::string signal{};        // the first that jumped
};

// A state or connection, and its share of the rejected steps or of the time.
struct Share {
  std::string name{};
  double share = 0;
};

// What `--diagnose` found (docs/diagnosis.md).
struct Diagnosis {
  struct Period {
    double begin = 0, end = 0;
  };
  std::vector<Period> unstable_periods{};  // the first ones, where they are very many
  long unstable_period_count = 0;
  std::vector<Share> border_states{};  // dominate modes below the border: share of the time
  long counted_rejections = 0;         // of steps, for critical_states
  std::string eigenvalues{};           // the file; empty: not requested
  EigenvaluePath path{};               // only if requested
};

// The drift of a quantity that the user named as conserved.
struct Conserved {
  std::string expression{};
  double first = 0, drift = 0, relative_drift = 0;  // the largest
  double excess = 0, time = 0;  // largest drift over what the tolerance allows, and its time
};

struct Decision {
  double time = 0;
  std::string component, method, why;
};

// How the rows of a single co-simulation FMU depend on the communication step and on the tolerance
// given to its solver: differences between runs, in units of the tolerance. No bound of the error.
struct Sensitivity {
  bool converges = false;          // the variation does, so that the difference says something
  double step = 0, tolerance = 0;  // what remains in the delivered rows
  double longest_step = 0, shortest_step = 0;            // in s
  double largest_tolerance = 0, smallest_tolerance = 0;  // given to the FMU
  bool takes_tolerance = false;                          // the rows depend on it
  double order = 0;                                      // observed, of the step; 0: none
  int runs = 0;                                          // in all
  std::string worst{};
  double worst_time = 0;

  double total() const { return step + tolerance; }
};

// How a run ended, for the verdict.
enum class RunEnding { complete, could_not_go_on, interrupted };

// What a run of any kind found. The verdict follows from it.
struct Outcome {
  RunEnding ending = RunEnding::could_not_go_on;
  std::vector<Bell> bells;
  std::optional<double> estimated_error;  // in units of the tolerance; nothing: not estimated
  std::map<std::string, double> estimated_error_per_variable;
  std::map<std::string, double> absolute_tolerance_per_variable{};  // of the estimate
  std::optional<Certificate> certificate{};
  std::vector<LocatedEvent> events{};        // only if the error was estimated
  std::optional<Sensitivity> sensitivity{};  // of a single co-simulation FMU
  bool coupling_only = false;                // internal errors of co-simulation FMUs are unknown
  std::string not_estimated{};  // why there is no estimate: "--step was given"; ends a sentence
  std::vector<std::string> prevented_by{};  // keys of all options that exclude it: "step"
  std::string method, master;
  Approach approach{};
  std::vector<Decision> decisions{};  // of automatic methods, in the order of time
  Trace trace{};
  double reached = 0;
  Statistics statistics;
  std::vector<std::pair<std::string, Cell>> final_values;
  std::array<std::optional<double>, 6> features{};  // FF1 to FF6; nothing: not measured
  std::vector<Share> critical_states{};             // share of the rejected steps
  std::vector<Share> critical_couplings{};          // of rejected communication steps
  std::optional<Diagnosis> diagnosis{};
  std::vector<Conserved> conserved{};
  std::vector<StepSpan> step_spans{};  // of the delivered integration or march; only if requested
};

// What is known of a recorded variable besides its values.
struct Described {
  std::string name, unit, description;
};

struct RunResult : Outcome {
  Verdict verdict = Verdict::rejected;
  ExitCode exit_code = ExitCode::stopped;
  double tolerance = 0;  // relative, as used
  double start = 0, stop = 0;
  std::string time_unit{};  // of the rows; empty: s
  double seconds_in_unit = 1;
  std::vector<Described> variables{};  // of the rows; those with a unit or a description
  std::optional<Verdict> required{};  // by --require; a lesser verdict is rejected with exit code 3
  Provenance provenance{};
  Trajectory trajectory{};                   // filled when no output file was requested
  std::string requested_output{}, output{};  // the given name; the actual file; empty: above
  bool earlier_result = false;               // a file of an earlier run has the requested name
  bool reader_left = false;                  // of standard output, before it had all rows
  std::string package{};                     // the target with its result; empty: none
  std::string checkpoint{};                  // from which it can be resumed; empty: none
};

}  // namespace bw::result
