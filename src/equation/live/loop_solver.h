#pragma once
// Solves the algebraic loops of a running model.
//
//   Newton: dr/dz dz = -r(z),  z += lambda dz,  lambda = 1, 1/2, ... until the next correction with
//   the same matrix is smaller (natural monotonicity); starts from the last solution, where that
//   fails from the start values. Linear ones take one step from 0 and one refinement. One unknown
//   that is not found so: search on both sides of the start value for a sign change of r, further
//   and further away, bisect and start there (a pole is rejected by Newton).
//
// Source: P. Deuflhard, Newton Methods for Nonlinear Problems, Springer 2004, 3.3 (NLEQ-RES/ERR).

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "equation/code/code.h"
#include "equation/code/machine.h"
#include "equation/code/newton.h"
#include "math/least_change.h"
#include "math/shifted.h"

namespace bw::equation {

class LoopSolver : private Host {
 public:
  explicit LoopSolver(const Machine& machine);
  LoopSolver(const LoopSolver&) = delete;
  LoopSolver& operator=(const LoopSolver&) = delete;

  Host* host() { return this; }
  // Alternative starts of the iterations: a model's memory and states with their start values.
  void remember_starts(std::span<const double> memory, std::span<const double> states);
  // The last loop that was not solved.
  std::optional<std::size_t> failed() const { return failed_; }

  // Since the last call: a loop whose iteration did not converge directly, so that its solution may
  // be another branch.
  std::optional<std::size_t> take_stray() { return std::exchange(stray_, std::nullopt); }
  // Since the start: the relative uncertainty of a solution, where above rounding; its loop, and
  // the time.
  double uncertainty() const { return uncertainty_; }
  std::size_t least_certain() const { return least_certain_; }
  double least_certain_time() const { return least_certain_time_; }

  // The last loop whose equations do not determine all of its unknowns: they change least.
  std::optional<std::size_t> undetermined() const { return undetermined_; }

  // Trials: loops are solved from the values that the model has or not at all, and nothing is noted
  // about them but the last one whose iteration did not converge directly.
  void set_trial(bool on);
  std::optional<std::size_t> take_trial_stray() {
    return std::exchange(trial_stray_, std::nullopt);
  }
  // One loop from other values of its tears; in a trial.
  bool solve_from(std::size_t loop, std::span<const double> guess, double t, double* x, double* w,
                  double* d);
  void take_starts(std::size_t loop, double* x, double* w, double* d);  // into its tears

  // The unknowns of all loops.
  void read(std::span<const double> memory, std::span<const double> derivatives,
            std::vector<double>& into) const;
  void write(std::span<const double> unknowns, std::span<double> memory,
             std::span<double> derivatives) const;

 private:
  struct Work : Newton {
    Work(LoopSolver& of, const MachineLoop& in);
    LoopSolver& solver;
    const MachineLoop& loop;
    math::Shifted matrix;
    math::LeastChange rest;  // where the matrix is singular
    bool takes_least_change = false;
    std::vector<double> entries, first_values, last, room;
    double t = 0, *x = nullptr, *w = nullptr, *d = nullptr;  // where it is solved
    long solved = 0;                                         // number of solutions

    double& value(const LoopPlace& place) const;
    bool find_matrix();
    void find_least_change();
  };

  static int solve_loop(Host* host, int loop, double t, double* x, double* w, double* d);
  static int respond_of_loop(Host* host, int loop, double t, double* x, double* w, double* d,
                             double* columns, int count);
  Work& work_at(int loop, double t, double* x, double* w, double* d);
  static bool solve_by_least_change(Work& work);
  void sample_noise(Work& work);
  void note_uncertainty(const Work& work, const double* correction);

  const Machine& machine_;
  std::vector<Work> work_;
  std::optional<std::size_t> failed_, stray_, trial_stray_, undetermined_;
  bool is_trial_ = false;
  double uncertainty_ = 0, least_certain_time_ = 0;
  std::size_t least_certain_ = 0;
};

}  // namespace bw::equation
