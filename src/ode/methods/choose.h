#pragma once
// Selects a method: a pure function of features, one table, and the rules for changes during a run.
//
//                            low           medium        high accuracy
//   not stiff                dopri5        dop853        dop853
//     many events            dopri5        dopri5        dop853
//   stiff                    rosenbrock    rosenbrock    radau9
//     df/dx expensive        radau5        radau5        radau9
//     many states, sparse    radau5        radau5        radau9
//     many states, full      bdf           bdf           bdf
//
// Undamped oscillations need short steps with any method: they are not stiff.
//
// Source: F. E. Cellier, D. P. F. Moebius 1979 (clusters of accuracy, smoothness and stiffness);
// the entries were measured, see docs/integration.md.

#include <cstddef>
#include <string>

#include "ode/kernel/integrator.h"

namespace bw::ode {

struct Features {
  double accuracy = 1e-4;       // relative, the user's tolerance
  double events_per_step = 0;   // smoothness
  bool stiff = false;           // an explicit method would be limited by its stability
  std::size_t size = 1;         // states
  bool sparse = false;          // the pattern of df/dx is known
  bool exact_jacobian = false;  // the model gives df/dx
  double seconds_of_rhs = 0;    // 0: not measured, assumed cheap
};

namespace thresholds {
inline constexpr double low_accuracy = 3e-3;           // and looser
inline constexpr double high_accuracy = 1.1e-7;        // and tighter
inline constexpr double high_accuracy_stiff = 0.9e-5;  // likewise: implicit ones gain earlier
inline constexpr double many_events = 0.8;             // per step
inline constexpr std::size_t many_states = 150;        // factorisation and solution dominate
inline constexpr double expensive_rhs = 5e-6;          // s: one Jacobian per step is too expensive
}  // namespace thresholds

const MethodKind& choose(const Features& features);

// The features that decided, with their figures: ends a sentence.
std::string reason_for(const Features& features);

// Decides from the steps whether a run is stiff. While explicit: h |lambda| is near the border of
// stability, or for long not far from it; then the stiff method is tried. If its steps do not grow
// by as much as they are more expensive, the next trial waits four times longer. While implicit:
// back where h |lambda| is so small that explicit steps can follow.
class StiffnessWatch {
 public:
  // After each examined step; `border` is the method's stability, `steps_left` the rest of the run
  // in steps of this size. True: change the method.
  bool explicit_step(double h, double lambda, double border, double steps_left);
  // After each step; `cost_ratio`: the number of explicit steps that one costs.
  bool implicit_step(double h, double lambda, double cost_ratio);
  // Steps need not all be examined: nothing suspicious is going on.
  bool is_calm() const { return suspicion_ == 0; }
  void changed();   // to the stiff kind; restarts the counting
  void returned();  // to the explicit one

 private:
  int suspicion_ = 0, calm_ = 0, easy_ = 0;
  int dwell_ = 100;                          // suspicion needed for a change
  int since_ = 0;                            // steps since the change to the stiff kind
  double explicit_step_ = 0, followed_ = 3;  // h and h |lambda| at the last change
};

// The number of explicit steps that a step of a stiff method costs with `size` states.
double steps_worth(std::size_t size, bool sparse);

}  // namespace bw::ode
