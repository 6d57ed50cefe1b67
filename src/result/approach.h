#pragma once
// How a run computed its rows, as facts. The report and the summary make sentences of them.

#include <optional>
#include <string>
#include <vector>

namespace bw::result {

struct Approach {
  std::string name{};                  // of the master, base method or integration methods
  std::string textbook{};              // "Strang splitting"; empty: the name is that of textbooks
  std::string option{};                // which named it: "--master"; empty: it was chosen
  std::vector<std::string> details{};  // "step 0.01 (--step)", "at most 5 iterations"
  std::vector<std::string> left{};  // base methods that were left: "alternating stalled at kinks"
  std::string reason{};             // what was known or measured; follows "because"

  bool operator==(const Approach&) const = default;
};

// "alternating (Strang splitting), extrapolated from 5 step sizes".
std::string method_line(const Approach& approach);
// The same with the reason, for the summary and `--dry-run`.
std::string sentence(const Approach& approach);

std::string tolerance_figure(double tolerance);  // "1e-4", not "0.0001"

// What was computed on the way to an estimate, for `--verbose`.
struct Trace {
  // Runs with different step sizes, extrapolated together.
  struct Level {
    std::string method{};
    int steps = 1;                  // per interval, of the run with the longest steps
    int step_sizes = 0;             // extrapolated from
    std::optional<double> error{};  // in units of the tolerance; nothing: a check failed
    double order = 0;               // observed
    std::string failed{};           // the check that was not passed
  };
  struct BaseMethod {
    std::string name{};
    std::string left{};  // why it was left: "stalled at kinks"; empty: its rows were delivered
    long do_steps = 0, runs = 0;
  };
  // Of an integrated model.
  struct Integration {
    double tolerance = 0;
    long steps = 0, rhs_evaluations = 0;
    std::optional<double> difference{};  // from the one before, in units of the requested tolerance
    std::string failed{};
  };
  std::vector<BaseMethod> base_methods{};
  std::vector<Level> levels{};
  std::vector<Integration> integrations{};
};

}  // namespace bw::result
