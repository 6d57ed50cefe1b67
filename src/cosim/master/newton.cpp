// Newton, loop by loop: the signals y that the components of a loop exchange at t + h solve
//
//   G(y) = y - S(y) = 0,   S(y): all components of the loop advance from t to t + h, inputs from y
//
//   y <- y(t)
//   repeat  S(y);  once: J, an approximation of I - dS/dy (see loop_newton.h), factorised
//           J d = S(y) - y;  y <- y + d;  discrete signals <- those of S(y)
//   until WRMS(d) < 1 and the discrete signals stayed as they were
//   S(y) once more, so that the components have the final inputs, not perturbed ones
//
// Where J is singular, as it may be on a discontinuity, d is the plain correction S(y) - y. Loops
// of one component are stepped once. Below the fallback step a loop is swept once, as by
// gauss-seidel.
//
// Source: A. Nicolai, MasterSim, "MathAlgorithms": Newton.

#include <algorithm>
#include <limits>

#include "cosim/coupling/coupling.h"
#include "cosim/coupling/loops.h"
#include "cosim/master/loop_newton.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {
namespace {

constexpr double good_reduction = 0.1;  // what a good Jacobian leaves of a change
constexpr int enough_to_try = 5;        // iterations before a Jacobian is judged

class Newton final : public Master {
 public:
  Newton(const Coupling& coupling, const MasterOptions& options)
      : options_(options), y_(coupling.now()), answer_(y_), moved_(y_) {
    for (const Loop& loop : coupling.loops())
      solvers_.emplace_back(coupling, loop, options.tolerance);
  }

  CommunicationStep step(Coupling& coupling, const Checkpoint& begin, double t, double h,
                         Signals& next) override {
    copy(coupling.now(), next);
    CommunicationStep result;
    for (std::size_t k = 0; k < solvers_.size(); ++k) {
      const Loop& loop = coupling.loops()[k];
      if (!is_iterated(loop))
        result.component = sweep(coupling, loop, t, h, next);
      else if (h < options_.fallback_step)
        solvers_[k].sweep_once(coupling, k, t, h, next, result);
      else
        iterate(coupling, begin, k, t, h, next, result);
      if (result.component != ComponentStatus::ok || !result.converged) return result;
    }
    return result;
  }

 private:
  void iterate(Coupling& coupling, const Checkpoint& begin, std::size_t k, double t, double h,
               Signals& next, CommunicationStep& result) {
    const Loop& loop = coupling.loops()[k];
    LoopNewton& solver = solvers_[k];
    copy(next, y_);  // including the signals of other loops, which are read, too
    bool by_partials = solver.has_partials() && options_.iterations >= enough_to_try;
    double before = std::numeric_limits<double>::infinity();
    for (int iteration = 1; iteration <= options_.iterations; ++iteration) {
      if (iteration > 1) coupling.return_to(begin, loop.components);
      result.iterations = std::max(result.iterations, iteration);
      result.component = solver.evaluate(coupling, t, h, y_, answer_);
      if (result.component != ComponentStatus::ok) return;
      const bool slow = by_partials && iteration > 2 && !(result.change <= good_reduction * before);
      if (iteration == 1 && by_partials) by_partials = solver.take_partials(coupling, y_);
      if (slow || (iteration == 1 && !by_partials)) {
        by_partials = false;
        result.component = solver.differentiate(coupling, begin, t, h, y_, answer_, moved_);
        if (result.component != ComponentStatus::ok) return;
      }
      before = result.change;
      const bool same = solver.signals().same_discretes(y_, answer_);
      result.change = solver.correct(answer_, y_);
      solver.signals().copy_discretes(answer_, y_);
      if (!(result.change < 1.0) || !same) continue;
      coupling.return_to(begin, loop.components);
      result.component = solver.evaluate(coupling, t, h, y_, next);
      return;
    }
    solver.signals().copy(answer_, next);
    result.converged = false;
    result.loop = k;
  }

  MasterOptions options_;
  std::vector<LoopNewton> solvers_;
  Signals y_, answer_, moved_;
};

}  // namespace

extern const MasterKind newton = {
    .name = "newton",
    .summary =
        "solves each loop for the signals at the end of the step by a modified Newton method",
    .source = "A. Nicolai, MasterSim, MathAlgorithms: Newton",
    .order = 1,
    .least_iterations = 2,
    .usual_iterations = 10,
    .most_iterations = 1'000'000,
    .make = [](const Coupling& coupling, const MasterOptions& options) -> std::unique_ptr<Master> {
      return std::make_unique<Newton>(coupling, options);
    }};

}  // namespace bw::cosim
