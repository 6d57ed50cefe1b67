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

  // The unknowns of all loops.
  void read(std::span<const double> memory, std::span<const double> derivatives,
            std::vector<double>& into) const;
  void write(std::span<const double> unknowns, std::span<double> memory,
             std::span<double> derivatives) const;

 private:
  struct Where {
    double t;
    double *x, *w, *d;
  };
  struct Work {
    explicit Work(const MachineLoop& loop);
    math::Shifted matrix;
    std::vector<double> entries, residuals, step, next, z, trial, larger, starts, begin;
    double first = 0;        // first correction
    bool is_damped = false;  // some correction was shortened
    long solved = 0;         // number of solutions
  };

  static int solve_loop(Host* host, int loop, double t, double* x, double* w, double* d);
  static int respond_of_loop(Host* host, int loop, double t, double* x, double* w, double* d,
                             double* columns, int count);
  bool solve_linear(const MachineLoop& loop, Work& work, const Where& at);
  bool solve_newton(const MachineLoop& loop, Work& work, const Where& at);
  bool find_by_halving(const MachineLoop& loop, Work& work, const Where& at);
  bool is_pole(const MachineLoop& loop, Work& work, const Where& at, double at_first);
  bool iterate(const MachineLoop& loop, Work& work, const Where& at);
  // One damped step; nothing: no step reduces the correction.
  std::optional<double> damped_step(const MachineLoop& loop, Work& work, const Where& at,
                                    double size);
  bool factorise(const MachineLoop& loop, Work& work, const Where& at);
  bool find_residuals(const MachineLoop& loop, Work& work, const Where& at,
                      std::span<const double> z);
  void sample_noise(const MachineLoop& loop, Work& work, const Where& at);
  void note_stray(const MachineLoop& loop, Work& work);
  void note_uncertainty(const MachineLoop& loop, const Work& work, double t,
                        std::span<const double> correction);

  const Machine& machine_;
  std::vector<Work> work_;
  std::optional<std::size_t> failed_, stray_;
  double uncertainty_ = 0, least_certain_time_ = 0;
  std::size_t least_certain_ = 0;
};

}  // namespace bw::equation
