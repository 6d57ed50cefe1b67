#pragma once
// Selects a method: a pure function of features, one table, and the rules for changes during a run.
//
//   one fast oscillation     multirev, where it pays
//   linear and oscillating   modal, likewise
//                            low           medium        high accuracy
//   not stiff                dopri5        dop853        dop853
//     many events            dopri5        dopri5        dop853
//   stiff                    rosenbrock    rosenbrock    radau9
//     f expensive            radau5        radau9        radau9
//     many states, sparse    radau5        radau9        radau9
//     many states, full      bdf           bdf           bdf
//       and many events      as above, as if they were few
//       and modes that turn  radau5        radau9        radau9
//
// Undamped oscillations need short steps with any other method: they are not stiff.
//
// Source: F. E. Cellier, D. P. F. Moebius 1979 (clusters of accuracy, smoothness and stiffness);
// the entries were measured, see docs/integration.md. Those for size, for the cost of f and for
// events of a multistep method: bench/ode_thresholds.sh.

#include <cstddef>
#include <string>

#include "ode/kernel/integrator.h"

namespace bw::ode {

struct Features {
  double accuracy = 1e-4;       // relative, the user's tolerance
  double events_per_step = 0;   // smoothness
  bool stiff = false;           // an explicit method would be limited by its stability
  bool turns = false;           // ... of modes that turn and do not move
  std::size_t size = 1;         // states
  bool sparse = false;          // the pattern of df/dx is known
  bool exact_jacobian = false;  // the model gives df/dx
  double seconds_of_rhs = 0;    // estimated; 0: cheap
  bool shown = false;           // the steps themselves are looked at
  bool searched = false;        // events or narrow features are searched within steps
  bool has_indicators = false;  // events are
  // One fast oscillation (ode/methods/automatic/oscillation_watch); no periods: none.
  double period = 0, periods_left = 0;  // to the next time event, or to the end
  double drift = 0;                     // revolutions in which the drift changes by itself
  double steps_per_period = 0;          // of the explicit method
  bool tight_start = false;             // the steps so far were more accurate than required
  double tolerance = 0;  // relative, of this integration: a part of the accuracy; 0: not known
  // f is linear in x, with a constant df/dx.
  bool linear = false;
  bool swings = false;  // its modes oscillate, so fast that implicit steps have to follow
  // As long as the last one, to the next time event and to the end.
  double steps_left = 0, steps_in_all = 0;
  double long_steps = 20;  // to the end, if only the force on a linear model limited them
};

namespace thresholds {
inline constexpr double low_accuracy = 3e-3;           // and looser
inline constexpr double high_accuracy = 1.1e-7;        // and tighter
inline constexpr double high_accuracy_stiff = 0.9e-5;  // likewise: implicit ones gain earlier
inline constexpr double high_accuracy_kept = 3e-4;     // likewise: a Jacobian for several steps
inline constexpr double many_events = 0.8;             // per step
inline constexpr double few_events = 0.03;             // likewise, for a method that restarts
inline constexpr std::size_t many_states = 25;         // one Jacobian per step is too expensive
inline constexpr double expensive_rhs = 2e-6;          // s: likewise
// Of stability: h |lambda| above it probably limits the steps of an explicit method.
inline constexpr double near_border = 0.5;
// One fast oscillation: fewer revolutions than these do not pay for the first long steps.
// To the next time event, or to the end; times (1e-6 / accuracy)^(1/12) where that is more.
inline constexpr double many_periods = 700, many_periods_accuracy = 1e-6;
// Revolutions in which the drift changes by itself, times accuracy^(1/12), as measured: long steps
// of eight nodes have an error of order nine in their length, but the steps that they replace have
// to be shorter for more accuracy, too.
inline constexpr double slow_drift = 16.5, slow_drift_power = 1.0 / 12;
// And looser: where the first revolutions change a little too fast, slower ones are awaited. With
// more accuracy that was in vain (forced and FPU, 1600 periods).
inline constexpr double awaits_slow_drift = 0.9e-6;
// Of both, where steps of the usual accuracy have amplified their errors already.
inline constexpr double more_after_errors = 3;
// Then also: tolerance by periods left. With less, rounding would spoil the revolutions, and the
// integration is that accurate only because of the errors before.
inline constexpr double least_after_errors = 7e-15;
inline constexpr double steps_per_period = 3;         // at least: else explicit steps are cheap
inline constexpr double most_steps_per_period = 200;  // more: something else limits the steps
// Linear models: the eigenvectors of df/dx, once, and full matrices in each step must be worth it.
inline constexpr std::size_t many_modes = 200;  // states
inline constexpr double steps_for_modes = 20;   // at least, between two time events
// Times their cost: that of the steps saved. Below 1, as two integrations in modes are enough for a
// verdict, where those that follow the oscillations are mostly repeated with a tighter tolerance.
inline constexpr double worth_modes = 0.8;
}  // namespace thresholds

const MethodKind& choose(const Features& features);
// The least drift that is slow for this accuracy, and the least number of periods that are many.
double slow_drift(double accuracy);
double many_periods(double accuracy);

// The features that decided, with their figures: ends a sentence.
std::string reason_for(const Features& features);

// Decides from the steps whether a run is stiff. While explicit: h |lambda| is near the border of
// stability, or for long not far from it; then the stiff method is tried. If its steps do not grow
// by as much as they are more expensive, the next trial waits four times longer. While implicit:
// back where h |lambda| is so small that explicit steps can follow.
class StiffnessWatch {
 public:
  // After each examined step; `border` is the method's stability, `steps_left` the rest of the run
  // in steps of this size; `decays`: the Jacobian has shown what fewer steps have to show then.
  // True: change the method.
  bool explicit_step(double h, double lambda, double border, double steps_left,
                     bool decays = false);
  // After each step; `cost_ratio`: the number of explicit steps that one costs.
  bool implicit_step(double h, double lambda, double cost_ratio);
  // Steps need not all be examined: nothing suspicious is going on.
  bool is_calm() const { return suspicion_ == 0; }
  // To the stiff kind; restarts the counting. A method that starts with order 1 and a step of its
  // own is judged later: `self_starting` as in MethodKind.
  void changed(bool self_starting = true);
  void returned();  // to the explicit one

 private:
  int suspicion_ = 0, calm_ = 0, easy_ = 0;
  int dwell_ = 100;  // suspicion needed for a change
  // The trial that began last because of the Jacobian, and whether one was in vain: the next one
  // comes when it would have without the Jacobian.
  bool is_early_ = false, was_too_early_ = false;
  int since_ = 0;                            // steps since the change to the stiff kind
  int trial_ = 6;                            // steps of the stiff method before it is judged
  double explicit_step_ = 0, followed_ = 3;  // h and h |lambda| at the last change
};

// The number of explicit steps that a step of a stiff method costs with `size` states.
double steps_worth(std::size_t size, bool sparse);
// Likewise of the method for these features, where an expensive f outweighs all else.
double steps_worth(const Features& features);

}  // namespace bw::ode
