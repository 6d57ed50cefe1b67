#pragma once
// The inputs of components over a step, for masters that do more than hold them:
//
//   end value   u(t + h) where the source has made the step already, else extrapolated,
//               u(t) + (u(t) - u(t - h_old)) h / h_old; at the start and after a jump u(t)
//   mean        u = (u(t) + u(t + h)) / 2 over the step: second order without direct feedthrough
//   trapezoid   u(t) over the first half, u(t + h) over the second: the same mean, and outputs
//               with direct feedthrough show the last value: second order for them, too
//
// Components that take slopes get a ramp instead. Discrete signals are held.
//
// Source: R. Kübler, W. Schiehlen, "Two methods of simulator coupling", Math. Comp. Modelling of
// Dyn. Systems 6 (2000), for the extrapolation; docs/methods.md for the half steps.

#include <array>
#include <cstddef>
#include <vector>

#include "cosim/coupling/coupling.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {

// The last signals, by time: steps may be repeated, halved and rolled back.
class SignalHistory {
 public:
  void see(double t, const std::vector<double>& reals);
  void forget() { count_ = 0; }
  // Adds to each of these signals in y its extrapolated change over h.
  void extrapolate(double h, const std::vector<std::size_t>& signals, std::vector<double>& y) const;

  struct Entry {
    double t = 0;
    std::vector<double> reals{};
  };
  // For a checkpoint: those that count.
  std::vector<Entry> memory() const {
    return {entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_)};
  }
  void remember(const std::vector<Entry>& memory);

 private:
  // A failed error test rolls back over one entry, and two must be left.
  std::array<Entry, 3> entries_;  // the earliest first
  std::size_t count_ = 0;
};

class Holder {
 public:
  Holder(const Coupling& coupling, Hold hold);

  // At t, where now() is: `end` gets the extrapolated signals at t + h.
  void begin_step(const Coupling& coupling, double t, double h, Signals& end);
  void forget() { history_.forget(); }
  const SignalHistory& history() const { return history_; }
  void restore(const SignalHistory& history) { history_ = history; }

  // `end` may be the target.
  ComponentStatus advance(Coupling& coupling, std::size_t component, double t, double h,
                          const Signals& end, Signals& target, Trouble& trouble) const {
    if (is_held_[component]) return coupling.advance(component, end, t, h, target, trouble);
    return coupling.advance(component, coupling.now(), end, courses_[component], t, h, target,
                            trouble);
  }
  ComponentStatus advance(Coupling& coupling, std::size_t component, double t, double h,
                          const Signals& end, Signals& target) const {
    if (is_held_[component]) return coupling.advance(component, end, t, h, target);
    return coupling.advance(component, coupling.now(), end, courses_[component], t, h, target);
  }

 private:
  std::vector<std::size_t> smooth_;  // real signals
  std::vector<bool> is_held_;        // components that no smooth signal goes to
  std::vector<Course> courses_;      // of the others
  SignalHistory history_;
};

}  // namespace bw::cosim
