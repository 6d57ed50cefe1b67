#include "cosim/coupling/initial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/run_control.h"
#include "base/text.h"
#include "cosim/coupling/loop_signals.h"
#include "math/constants.h"
#include "math/linear.h"

namespace bw::cosim {
namespace {

using math::epsilon;

constexpr int most_evaluations = 50;  // sweeps and Newton steps together
// An error left here stays in the whole trajectory, so aim far below the tolerance; noise of a
// component's own solver may prevent that, and then the tolerance itself must suffice.
constexpr double aim = 1e-3;
constexpr double contracting = 0.5;

InitialConditions not_finite(const Coupling& coupling) {
  const Trouble& trouble = coupling.trouble();
  return {InitialConditions::End::not_finite,
          coupling.shape(trouble.component).name + "." + trouble.reason};
}

// Signals of the whole system, for its loops one after the other: copies for each loop would cost
// the square of the system's size. `y` is the solution so far, and `next` equals it between two
// loops; of the others only the signals of a loop that is being solved mean something.
struct Scratch {
  explicit Scratch(const Signals& now) : y(now), next(now), base(now), moved(now) {}
  Signals y, next, base, moved;
};

class LoopSolver {
 public:
  LoopSolver(Coupling& coupling, const Loop& loop, double t, const Tolerance& tolerance,
             Scratch& scratch)
      : coupling_(coupling),
        loop_(loop),
        signals_(coupling, loop, tolerance),
        reals_(signals_.reals()),
        t_(t),
        scratch_(scratch),
        y_(scratch.y),
        next_(scratch.next) {}

  InitialConditions solve() {
    double last = std::numeric_limits<double>::infinity();
    bool use_newton = false;
    InitialConditions result;
    for (result.evaluations = 1; result.evaluations <= most_evaluations; ++result.evaluations) {
      throw_if_interrupted();
      signals_.copy(y_, next_);
      if (!(use_newton ? newton(next_) : sweep(next_))) return not_finite(coupling_);
      const bool settled = signals_.same_discretes(y_, next_);
      result.change = signals_.distance(next_, y_);
      swap(y_, next_);
      if (settled && result.change <= aim && settles()) return accept(result);
      // Two sweeps are needed for a rate; from then on a slow or growing one switches to Newton.
      if (result.evaluations >= 3 && !(result.change <= contracting * last)) use_newton = true;
      last = result.change;
    }
    if (result.change <= 1.0 && settles()) return accept(result);
    result.end = InitialConditions::End::not_converged;
    result.subject = name_of(coupling_, loop_);
    return result;
  }

 private:
  bool sweep(Signals& y) {
    for (const std::size_t component : loop_.components)
      if (coupling_.evaluate(component, y, t_, y) != ComponentStatus::ok) return false;
    return true;
  }

  // S(y): every component evaluates the same y.
  bool evaluate_all(const Signals& y, Signals& answer) {
    for (const std::size_t component : loop_.components)
      if (coupling_.evaluate(component, y, t_, answer) != ComponentStatus::ok) return false;
    return true;
  }

  // Every signal is scaled by its own increment: a loop of pascals and cubic metres a second would
  // look singular otherwise.
  bool newton(Signals& y) {
    const std::size_t n = reals_.size();
    Signals &base = scratch_.base, &moved = scratch_.moved;
    if (!evaluate_all(y, base)) return false;
    math::Matrix jacobian(n);
    std::vector<double> residual(n), unit(n);
    double noise = 0.0;  // of the differences, by rounding
    for (std::size_t i = 0; i < n; ++i) {
      const double size = std::abs(y.reals[reals_[i]]), answer = std::abs(base.reals[reals_[i]]);
      unit[i] = signals_.relative() * size + 0.01 * signals_.absolute(i);
      noise = std::max(noise, 8.0 * epsilon * (size + answer) / unit[i]);
    }
    for (std::size_t c = 0; c < n; ++c) {
      const double old = y.reals[reals_[c]];
      y.reals[reals_[c]] = old + unit[c];
      if (!evaluate_all(y, moved)) return false;
      for (std::size_t r = 0; r < n; ++r)
        jacobian.at(r, c) =
            (r == c ? 1.0 : 0.0) - (moved.reals[reals_[r]] - base.reals[reals_[r]]) / unit[r];
      y.reals[reals_[c]] = old;
      residual[c] = (base.reals[reals_[c]] - old) / unit[c];
    }
    signals_.copy_discretes(base, y);
    const auto change = math::solve(jacobian, residual, noise);
    if (!change) {  // singular: try a plain sweep
      signals_.copy(base, y);
      return true;
    }
    for (std::size_t i = 0; i < n; ++i) y.reals[reals_[i]] += (*change)[i] * unit[i];
    return true;
  }

  // After the iteration every component must have the final inputs, not perturbed ones, and its
  // outputs must be the solution.
  bool settles() {
    signals_.copy(y_, next_);
    if (!sweep(next_) || !signals_.same_discretes(y_, next_) ||
        !(signals_.distance(next_, y_) <= 1.0))
      return false;
    swap(y_, next_);
    return true;
  }

  InitialConditions accept(InitialConditions result) {
    signals_.copy(y_, next_);
    result.end = InitialConditions::End::found;
    return result;
  }

  Coupling& coupling_;
  const Loop& loop_;
  LoopSignals signals_;
  const std::vector<std::size_t>& reals_;  // of the loop's signals
  double t_;
  Scratch& scratch_;
  Signals &y_, &next_;
};

void copy_outputs(const Coupling::Place& place, const Signals& from, Signals& to) {
  for (std::size_t i = place.real; i < place.real + place.reals; ++i) to.reals[i] = from.reals[i];
  for (std::size_t i = place.discrete; i < place.discrete + place.discretes; ++i)
    to.discretes[i] = from.discretes[i];
}

}  // namespace

std::string InitialConditions::sentence() const {
  if (end == End::not_finite) return subject + " is not a finite number at the start.";
  return "the initial values of the loop " + subject + " did not converge in " +
         std::to_string(evaluations - 1) + " iterations; the last change was " + rough(change) +
         " times the tolerance.";
}

InitialConditions find_initial_conditions(Coupling& coupling, double t, Tolerance tolerance) {
  // The components' own outputs are the first guess, which a loop needs. Others are not read before
  // their inputs are known: for some FMUs reading ends initialisation.
  Signals guess = coupling.now();
  for (const Loop& loop : coupling.loops())
    for (const std::size_t component : loop.components)
      if (loop.closed)
        (void)coupling.read(component, t, guess);  // NaN before inputs are set is no finding
  for (double& value : guess.reals)
    if (!std::isfinite(value)) value = 0.0;

  InitialConditions result;
  Scratch scratch(guess);
  for (const Loop& loop : coupling.loops()) {
    if (!loop.closed) {
      const std::size_t component = loop.components.front();
      if (coupling.evaluate(component, scratch.y, t, scratch.y) != ComponentStatus::ok)
        return not_finite(coupling);
      copy_outputs(coupling.place(component), scratch.y, scratch.next);
      continue;
    }
    result = LoopSolver(coupling, loop, t, tolerance, scratch).solve();
    if (result.end != InitialConditions::End::found) break;
  }
  coupling.accept(scratch.y);
  return result;
}

InitialConditions initialise(Coupling& coupling, double start, double stop, Tolerance tolerance) {
  for (std::size_t i = 0; i < coupling.size(); ++i) coupling.component(i).begin(start, stop);
  InitialConditions found = find_initial_conditions(coupling, start, tolerance);
  if (found.end != InitialConditions::End::found) return found;
  Signals first = coupling.now();
  for (std::size_t i = 0; i < coupling.size(); ++i) coupling.component(i).start();
  for (std::size_t i = 0; i < coupling.size(); ++i)
    if (coupling.read(i, start, first) != ComponentStatus::ok) return not_finite(coupling);
  coupling.accept(first);
  return found;
}

}  // namespace bw::cosim
