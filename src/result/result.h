#pragma once
// What a run gives back.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bell.h"
#include "base/error.h"
#include "base/value.h"
#include "result/trajectory.h"

namespace bw::result {

enum class Verdict { trusted, doubtful, refused };

std::string_view name(Verdict verdict);

struct ComponentStatistics {
  std::string name;
  long do_step = 0, get_state = 0, set_state = 0;
  // Spent inside the component; measured on a sample of the calls.
  double do_step_seconds = 0, get_state_seconds = 0, set_state_seconds = 0;
  double seconds() const { return do_step_seconds + get_state_seconds + set_state_seconds; }
};

struct Statistics {
  long steps = 0, rejected = 0, error_test_failures = 0, convergence_failures = 0;
  long iteration_limit_hits = 0, events = 0, rhs_evaluations = 0, jacobian_evaluations = 0;
  long rows = 0;
  double last_row_time = 0;  // the run itself may have got further
  std::vector<ComponentStatistics> components;
  struct {
    double total = 0, master = 0, error_test = 0, output = 0, startup = 0;
  } seconds;
};

// How an estimate of the global error came about.
struct Certificate {
  int passes = 0;       // of an integration, with different tolerances; 0: of chains
  int chains = 0;       // that were combined
  long chains_run = 0;  // all, probes included
  double order = 0;     // observed
  long cells = 0;       // between times that all chains share
  double scan = 0;      // how much faster than the steps something is at the start: about 1 is good
  std::string worst{};  // the variable with the largest error, and when
  double worst_time = 0;
  std::string limiting_connection{};  // the signal between components with the largest error
};

struct LocatedEvent {
  double time = 0, error = 0;  // an estimate of it
  std::string signal{};        // the first that jumped
};

// A state and how often it was to blame, or a connection.
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
  std::vector<Share> border_states{};  // that dominate modes below the border: share of the time
  long counted_rejections = 0;         // of steps, for critical_states
  std::string eigenvalues{};           // the file; empty: none was asked for
};

// What the user named as conserved.
struct Conserved {
  std::string expression{};
  double first = 0, drift = 0, relative_drift = 0;  // the largest
  double excess = 0, time = 0;  // drift in units of what the tolerance allows, where it is largest
};

struct Decision {
  double time = 0;
  std::string component, method, why;
};

// How a run ended, as far as its verdict is concerned.
enum class RunEnding { complete, could_not_go_on, interrupted };

// What a run found out, of whatever kind it was. The verdict follows from it.
struct Outcome {
  RunEnding ending = RunEnding::could_not_go_on;
  std::vector<Bell> bells;
  std::optional<double> estimated_error;  // in units of the tolerance; nothing: none could be made
  std::map<std::string, double> estimated_error_per_variable;
  std::optional<Certificate> certificate{};
  std::vector<LocatedEvent> events{};  // of a run whose error was estimated
  bool coupling_only = false;  // co-simulation FMUs have errors of their own, which nobody sees
  std::string method, master, why;
  std::vector<Decision> decisions{};  // of what chooses by itself, in the order of time
  double reached = 0;
  Statistics statistics;
  std::vector<std::pair<std::string, Cell>> final_values;
  std::array<std::optional<double>, 6> features{};  // FF1 to FF6; nothing: not measured
  std::vector<Share> critical_states{};             // share of the rejected steps
  std::vector<Share> critical_couplings{};          // of rejected communication steps
  std::optional<Diagnosis> diagnosis{};
  std::vector<Conserved> conserved{};
};

struct RunResult : Outcome {
  Verdict verdict = Verdict::refused;
  ExitCode exit_code = ExitCode::stopped;
  double tolerance = 0;  // relative, as it was taken
  double start = 0, stop = 0;
  Trajectory trajectory{};               // filled when no output file was requested
  std::string asked_output{}, output{};  // where rows should be and where they are; empty: above
  bool earlier_result = false;           // a file of an earlier run stood under the requested name
  bool reader_left = false;              // of standard output, before it had all rows
};

}  // namespace bw::result
