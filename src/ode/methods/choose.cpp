#include "ode/methods/choose.h"

#include <algorithm>

#include "base/text.h"

namespace bw::ode {
namespace {

// Where a decay limits the steps they may settle well below the border, and no step is rejected:
// the tighter the tolerance, the lower.
constexpr double near_border = 0.5;      // of stability: probably limits the steps
constexpr double far_from_border = 0.1;  // it may, if it lasts long
constexpr int near_weight = 10;          // one of the first kind counts as this many of the second
constexpr int calm_steps = 6;            // after which earlier ones are forgotten
constexpr int first_dwell = 100, more_dwell = 4, most_dwell = 1 << 20;
constexpr double least_steps_left = 30;
constexpr int trial = 6;         // steps of the stiff method before it is judged
constexpr int easy_steps = 3;    // before a return to the explicit method
constexpr double advantage = 2;  // explicit steps may be this much smaller and still be cheaper

const MethodKind& row(std::string_view name) { return *find_method(name); }

const MethodKind& choose_explicit(const Features& f) {
  if (f.accuracy >= thresholds::low_accuracy) return row("dopri5");
  if (f.accuracy > thresholds::high_accuracy && f.events_per_step > thresholds::many_events)
    return row("dopri5");
  return row("dop853");
}

const MethodKind& choose_stiff(const Features& f) {
  const bool many = f.size > thresholds::many_states;
  if (many && !f.sparse) return row("bdf");
  // Rosenbrock methods need a Jacobian per step, but no iteration.
  const bool expensive_jacobian = f.seconds_of_rhs > thresholds::expensive_rhs && !f.exact_jacobian;
  if (many || expensive_jacobian)
    return row(f.accuracy > thresholds::high_accuracy ? "radau5" : "radau9");
  return row(f.accuracy > thresholds::high_accuracy_stiff ? "rosenbrock" : "radau9");
}

}  // namespace

const MethodKind& choose(const Features& features) {
  return features.stiff ? choose_stiff(features) : choose_explicit(features);
}

std::string reason_for(const Features& f) {
  std::string reason = f.stiff ? "stiff" : "not stiff";
  reason += ", accuracy " + rough(f.accuracy);
  if (f.events_per_step > thresholds::many_events)
    reason += ", an event every " + brief(1 / f.events_per_step, 2) + " steps";
  if (f.size > thresholds::many_states)
    reason +=
        ", " + std::to_string(f.size) + " states" + (f.sparse ? " with a sparse Jacobian" : "");
  if (f.seconds_of_rhs > thresholds::expensive_rhs)
    reason += ", " + brief(1e6 * f.seconds_of_rhs, 2) + " microseconds for a right-hand side";
  return reason;
}

// Few states: calls and loops dominate; many: factorisation and solution.
double steps_worth(std::size_t size, bool sparse) {
  constexpr double of_few = 3, of_each = 0.1;
  return of_few + (sparse ? 0 : of_each * static_cast<double>(size));
}

bool StiffnessWatch::explicit_step(double h, double lambda, double border, double steps_left) {
  const double size = h * lambda;
  if (size < far_from_border * border) {
    if (++calm_ >= calm_steps) suspicion_ = 0;
    return false;
  }
  calm_ = 0;
  suspicion_ += size < near_border * border ? 1 : near_weight;
  if (suspicion_ < dwell_ || steps_left < least_steps_left) return false;
  explicit_step_ = h;
  followed_ = std::min(size, border);
  return true;
}

bool StiffnessWatch::implicit_step(double h, double lambda, double cost_ratio) {
  ++since_;
  if (since_ == trial && explicit_step_ > 0 && h < cost_ratio * explicit_step_) return true;
  easy_ = h * lambda < advantage * followed_ ? easy_ + 1 : 0;
  return since_ > trial && easy_ >= easy_steps;
}

void StiffnessWatch::changed() {
  suspicion_ = calm_ = easy_ = 0;
  since_ = 0;
}

void StiffnessWatch::returned() {
  dwell_ = since_ <= trial ? std::min(more_dwell * dwell_, most_dwell) : first_dwell;
  changed();
}

}  // namespace bw::ode
