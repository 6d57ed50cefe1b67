#pragma once
// Solves the loops of a running model by equation/code/newton, and notices what that found hard.

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "equation/code/code.h"
#include "equation/code/machine.h"
#include "equation/code/newton.h"
#include "math/shifted.h"

namespace bw::equation {

class LoopSolver : private Host {
 public:
  explicit LoopSolver(const Machine& machine);
  LoopSolver(const LoopSolver&) = delete;
  LoopSolver& operator=(const LoopSolver&) = delete;

  Host* host() { return this; }
  // Where iterations may begin if the last solution does not do: a model's memory and states that
  // have their start values.
  void remember_starts(std::span<const double> memory, std::span<const double> states);
  // The last loop that was not solved.
  std::optional<std::size_t> failed() const { return failed_; }

  // Since it was asked last: a loop whose iteration did not go straight to its solution, which may
  // be another one then.
  std::optional<std::size_t> take_stray() { return std::exchange(stray_, std::nullopt); }
  // Since the start: by how much a solution is uncertain, where more than rounding, relative to it
  // and its nominal value; of which loop, and when.
  double uncertainty() const { return uncertainty_; }
  std::size_t least_certain() const { return least_certain_; }
  double least_certain_time() const { return least_certain_time_; }

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
    std::vector<double> entries, first_values, room;
    double t = 0, *x = nullptr, *w = nullptr, *d = nullptr;  // where it is solved
    long solved = 0;                                         // so often

    double& value(const LoopPlace& place) const;
    bool find_matrix();
  };

  static int solve_loop(Host* host, int loop, double t, double* x, double* w, double* d);
  static int respond_of_loop(Host* host, int loop, double t, double* x, double* w, double* d,
                             double* columns, int count);
  Work& work_at(int loop, double t, double* x, double* w, double* d);
  void sample_noise(Work& work);
  void note_stray(Work& work);
  void note_uncertainty(const Work& work, const double* correction);

  const Machine& machine_;
  std::vector<Work> work_;
  std::optional<std::size_t> failed_, stray_;
  double uncertainty_ = 0, least_certain_time_ = 0;
  std::size_t least_certain_ = 0;
};

}  // namespace bw::equation
