#pragma once
// Chooses the end of the next communication step. Two paces: a grid whose points are multiplied,
// never accumulated; and adaptive steps.
//
// Chosen steps, with an error test:     h <- h clamp(0.9 / sqrt(e), 0.2, 2)
//               without one:            h <- 2 h after a step that converged in at most half of the
//                                       allowed iterations
//               not converged:          h <- h / 5
// all within the smallest and the largest step. A step that would leave a remainder below 1e-6 of
// itself before the stop time is stretched to it.
// Source: A. Nicolai, MasterSim, "MathAlgorithms".

#include <cstdint>
#include <memory>

#include "cosim/march/stepper.h"
#include "math/step_controller.h"

namespace bw::cosim {

struct Grid {
  double start = 0, stop = 1;
  double interval = 1;  // > 0
  int substeps = 1;     // communication steps per interval

  std::int64_t intervals() const;
  bool operator==(const Grid&) const = default;
};

struct ChosenSteps {
  double first = 0;  // 0: determined by a probe step
  double least = 0, most = 0;
  int iterations = 1;  // that the master may take

  bool operator==(const ChosenSteps&) const = default;
};

class Pace {
 public:
  virtual ~Pace() = default;
  virtual double target(double t) = 0;
  // The system is at t, after an ordinary step, or after one that was cut short for an event.
  virtual void accepted(const Tried& tried, double t) = 0;
  virtual bool at_grid(double t) const = 0;
  // True: another, shorter target; false: there is none.
  [[nodiscard]] virtual bool rejected(const Tried& tried) = 0;
  virtual bool is_smallest(const Tried& tried) const = 0;  // or the only one
  // The next step must end at `t` at the latest.
  virtual void limit(double t) = 0;
  virtual void undone(double t) = 0;  // the last accepted step was undone
  virtual void restart() = 0;         // after an event, previous steps are meaningless

  // For a checkpoint: of both paces.
  struct Memory {
    std::int64_t interval = 0;
    int substep = 0;
    double from = 0, to = 0, limit = 0, h = 0;
    math::StepController::Memory controller{};
  };
  virtual Memory memory() const = 0;
  virtual void remember(const Memory& memory) = 0;
};

std::unique_ptr<Pace> make_grid_pace(const Grid& grid);
std::unique_ptr<Pace> make_chosen_pace(double start, double stop, const ChosenSteps& steps,
                                       bool error_test, double first);

}  // namespace bw::cosim
