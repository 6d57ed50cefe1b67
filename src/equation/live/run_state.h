#pragma once
// A model in a run: its memory, its initialisation and its event handling.
//
//   begin:  parameters -> formulas of them -> start values
//   start:  repeat the initial equations until no relation changes; pre := values; then an event
//   event:  pre := values
//           repeat  repeat the equations until no relation changes
//                   actions that fire: reinit, terminate, assert
//                   pre := values
//           until no discrete variable differs from its pre value
//
// Source: Modelica Language Specification 3.6, appendix B (hybrid DAEs, event iteration).

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "equation/code/code.h"
#include "equation/code/machine.h"
#include "equation/live/loop_solver.h"
#include "equation/live/state_selection.h"
#include "equation/sort/parameter_values.h"
#include "equation/sort/system.h"

namespace bw::equation {

// Given by the user: values of parameters and start values, by variable.
struct Settings {
  ParameterValues::Given parameters, starts;
};

// The message of an assertion or terminate().
struct Said {
  const Deed* deed = nullptr;
  double time = 0;
};

struct [[nodiscard]] EventOutcome {
  bool states_changed = false, ends = false;
  bool has_other_values = false;  // behind the end of a solution, of which nothing decides for one
  double next_time_event = std::numeric_limits<double>::infinity();
  std::vector<Said> said;
};

// A solution of the equations at the start that nothing but the first guess excludes.
struct OtherSolution {
  std::string variable;  // where it differs most from the one that is used
  double used = 0, other = 0;
};

class RunState {
 public:
  explicit RunState(const Machine& machine);

  // Throws InputError: a parameter that depends on itself, a sample without a positive interval.
  void begin(double start, const Settings& settings);
  // Computes the initial values; throws ComponentFailure of `name` where that is not possible.
  void initialise(const std::string& name);
  EventOutcome start(std::span<double> x, const std::string& name);
  // After start(): why the continuation of homotopy() ended before the actual equations, which were
  // solved from the start values then; empty: it did not.
  const std::string& homotopy_end() const { return homotopy_end_; }
  // Of loops at the start, found from other guesses; after start().
  const std::vector<OtherSolution>& other_solutions() const { return other_solutions_; }
  EventOutcome event(double t, std::span<double> x, const std::string& name, bool at_end = false);

  // At the present time; false: a loop has no solution there, see why_not_solved().
  [[nodiscard]] bool derivatives(double t, std::span<const double> x, std::span<double> dx);
  [[nodiscard]] bool indicators(double t, std::span<const double> x, std::span<double> z);
  [[nodiscard]] bool jacobian(double t, std::span<const double> x, std::span<double> entries);
  [[nodiscard]] bool ports(double t, std::span<const double> x, std::span<double> entries);
  // Then value() is that of the present time.
  [[nodiscard]] bool algebraics(double t, std::span<const double> x);

  double value(std::uint32_t variable, std::span<const double> x) const;
  double& input(std::uint32_t variable) { return w_[machine_.layout().variable(variable)]; }
  std::span<const double> initial_states() const { return x_; }
  std::span<const double> memory() const { return w_; }  // valid as long as this object
  double nominal(std::uint32_t variable) const { return nominals_[variable]; }
  // Violated assertions outside of whens; after algebraics().
  void check_assertions(double t, std::span<const double> x, std::vector<Said>& said);

  // Whether an event should choose other states; after algebraics().
  bool needs_other_states(double t, std::span<const double> x);
  std::string why_not_solved() const;  // the last loop that was not
  LoopSolver& loops() { return loops_; }
  double unknown(const LoopPlace& place) const {  // no state
    return (place.array == LoopPlace::Array::memory ? w_ : d_)[place.index];
  }
  void read_unknowns(std::vector<double>& of_loops) const { loops_.read(w_, d_, of_loops); }
  void write_unknowns(std::span<const double> of_loops) { loops_.write(of_loops, w_, d_); }

  struct Saved {
    std::vector<double> memory, derivatives, samples;
  };
  void save(Saved& into) const { into = {w_, d_, next_samples_}; }
  void restore(const Saved& from) {
    w_ = from.memory;
    d_ = from.derivatives;
    next_samples_ = from.samples;
  }

 private:
  bool call(Function function, double t, double* x, double* o);
  double& memory(std::uint32_t index) { return w_[machine_.layout().memory(index)]; }
  bool refresh_relations(double t, std::span<double> x, bool is_initial, bool one_only);
  bool refresh_event_times(double t, std::span<double> x, bool is_initial);
  enum class Settled { yes, not_solved, endless };
  Settled try_to_settle(Function equations, double t, std::span<double> x, bool is_initial,
                        bool& changed);
  void settle(Function equations, double t, std::span<double> x, bool is_initial,
              const std::string& name);
  // ---- run_start.cpp ----
  void take_limits(const Settings& settings, ParameterValues& known);
  class Continuation;
  class Probe;
  void follow_homotopy(const std::string& name);
  void look_for_other_solutions();
  void solve_start(const std::string& name);
  // ---- run_constraints.cpp ----
  void take_set_starts();
  void find_matrices(double t, std::span<const double> x);
  void solve_start_of_sets();
  bool choose_states(double t, std::span<double> x, bool all, const std::string& name);
  void act(double t, std::span<double> x, EventOutcome& outcome);
  bool take_over(std::span<const double> x);
  void iterate(double t, std::span<double> x, EventOutcome& outcome, const std::string& name);
  void set_samples(double t, const std::string& name);
  double count_behind(std::size_t k, double t, const std::string& name) const;
  bool settle_at_once(double t, std::span<double> x, const std::string& name);
  bool search_relations(double t, std::span<double> x);
  bool settles_soon(double t, std::span<double> x);
  bool take_pass(double t, std::span<double> x, const std::string& name);
  void check_integers(double t, const std::string& name) const;
  double next_time_event(double t, std::span<double> x);
  double sample_time(std::size_t k, double count) const;
  [[noreturn]] void fail(double t, const std::string& name, const std::string& what) const;
  std::string what_still_changes() const;

  const Machine& machine_;
  LoopSolver loops_;
  StateSelection selection_;
  std::vector<double> w_, d_, o_, x_;
  std::vector<double> nominals_;
  std::vector<std::uint32_t> discretes_, continuous_before_;
  struct Clock {
    double first = 0, interval = 1;
  };
  std::vector<Clock> clocks_;
  std::vector<double> next_samples_;  // number of intervals after the first
  double start_ = 0;
  struct Bound {
    std::uint32_t variable = 0;
    double min = 0, max = 0;
  };
  std::vector<Bound> bounds_;  // of variables that have any
  std::vector<double> hints_;  // each variable: its start value, where one is given; else NaN
  std::vector<OtherSolution> other_solutions_;
  std::string homotopy_end_;
  bool has_other_values_ = false;      // at this event
  long calls_ = 0;                     // not yet counted
  std::uint32_t changed_ = unmatched;  // a variable that the last round of an event changed
};

}  // namespace bw::equation
