#include "ode/methods/choose.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace bw::ode {
namespace {

// Where a decay limits the steps they may settle well below the border, and no step is rejected:
// the tighter the tolerance, the lower.
constexpr double far_from_border = 0.1;  // it may, if it lasts long
constexpr int near_weight = 10;          // one of the first kind counts as this many of the second
constexpr int calm_steps = 6;            // after which earlier ones are forgotten
constexpr int dwell_of_decay = 40;       // of a model whose Jacobian has shown that it decays
constexpr int first_dwell = 100, more_dwell = 4, most_dwell = 1 << 20;
constexpr double least_steps_left = 30;
constexpr int trial = 6;            // steps of the stiff method before it is judged
constexpr int long_trial = 30;      // of one that must first find its order and its step
constexpr int easy_steps = 3;       // before a return to the explicit method
constexpr double advantage = 2;     // explicit steps may be this much smaller and still be cheaper
constexpr double hysteresis = 0.7;  // of the cost that a trial has to be worth

const MethodKind& row(std::string_view name) { return *find_method(name); }

const MethodKind& choose_explicit(const Features& f) {
  if (f.accuracy >= thresholds::low_accuracy) return row("dopri5");
  if (f.accuracy > thresholds::high_accuracy && f.events_per_step > thresholds::many_events)
    return row("dopri5");
  return row("dop853");
}

bool is_expensive(const Features& f) { return f.seconds_of_rhs > thresholds::expensive_rhs; }

const MethodKind& choose_stiff(const Features& f) {
  const bool many = f.size > thresholds::many_states;
  // Of high order it is unstable where modes turn.
  if (many && !f.sparse && !f.turns && f.events_per_step <= thresholds::few_events)
    return row("bdf");
  // Rosenbrock methods need a Jacobian per step and one evaluation more, but no iteration.
  if ((many && (f.sparse || f.turns)) || is_expensive(f))
    return row(f.accuracy > thresholds::high_accuracy_kept ? "radau5" : "radau9");
  return row(f.accuracy > thresholds::high_accuracy_stiff ? "rosenbrock" : "radau9");
}

bool is_one_oscillation(const Features& f) {
  const double more = f.tight_start ? 1 : thresholds::more_after_errors;
  const bool rounds = !f.tight_start && f.tolerance > 0 &&
                      f.tolerance < thresholds::least_after_errors * f.periods_left;
  if (rounds) return false;
  return !f.stiff && !f.searched && !f.shown && f.periods_left >= more * many_periods(f.accuracy) &&
         f.drift >= more * slow_drift(f.accuracy) &&
         f.steps_per_period >= thresholds::steps_per_period &&
         f.steps_per_period <= thresholds::most_steps_per_period;
}

// Instructions, as measured: 12 evaluations of f and 60 n for a step of dop853; 80 n^3 for the
// modes, which are kept over events, and 15 evaluations and 400 n^2 + 5000 n for a step in them, of
// which there are at least two between two time events.
bool are_modes_worth_it(const Features& f) {
  if (!f.linear || !f.swings || f.has_indicators || f.shown) return false;
  if (f.size > thresholds::many_modes || f.steps_left < thresholds::steps_for_modes) return false;
  constexpr double per_second = 3e9, of_cheap_rhs = 10, least_steps = 2;
  const double n = static_cast<double>(f.size);
  const double rhs = f.seconds_of_rhs > thresholds::expensive_rhs ? per_second * f.seconds_of_rhs
                                                                  : of_cheap_rhs * n;
  const double step = 12 * (rhs + 60 * n) * (f.stiff ? steps_worth(f.size, f.sparse) : 1);
  const double long_step = 15 * rhs + 400 * n * n + 5000 * n;
  const double worth = thresholds::worth_modes;
  return f.steps_in_all * step > worth * (80 * n * n * n + f.long_steps * long_step) &&
         f.steps_left * step > worth * least_steps * long_step;
}

}  // namespace

double slow_drift(double accuracy) {
  return thresholds::slow_drift / std::pow(accuracy, thresholds::slow_drift_power);
}

double many_periods(double accuracy) {
  const double tighter = std::max(1.0, thresholds::many_periods_accuracy / accuracy);
  return thresholds::many_periods * std::pow(tighter, thresholds::slow_drift_power);
}

const MethodKind& choose(const Features& features) {
  if (are_modes_worth_it(features)) return row("modal");
  if (is_one_oscillation(features)) return row("multirev");
  return features.stiff ? choose_stiff(features) : choose_explicit(features);
}

std::string reason_for(const Features& f) {
  if (are_modes_worth_it(f))
    return "linear with constant coefficients, " + std::to_string(f.size) + " states, " +
           grouped(std::llround(f.steps_in_all)) + " steps left";
  if (is_one_oscillation(f))
    return "one fast oscillation of period " + rough(f.period) + ", " +
           grouped(std::llround(f.periods_left)) + " periods left, whose drift " +
           (std::isinf(f.drift) ? std::string("does not change")
                                : "changes in " + rough(f.drift) + " periods");
  std::string reason = f.stiff ? "stiff" : "not stiff";
  reason += ", accuracy " + rough(f.accuracy);
  const double decided = f.stiff && f.size > thresholds::many_states && !f.sparse
                             ? thresholds::few_events
                             : thresholds::many_events;
  if (f.events_per_step > decided)
    reason += ", an event every " + brief(1 / f.events_per_step, 2) + " steps";
  if (f.size > thresholds::many_states)
    reason +=
        ", " + std::to_string(f.size) + " states" + (f.sparse ? " with a sparse Jacobian" : "");
  if (f.stiff && is_expensive(f))
    reason += ", about " + brief(1e6 * f.seconds_of_rhs, 2) + " microseconds per RHS evaluation";
  return reason;
}

// Few states: calls and loops dominate; many: factorisation and solution.
double steps_worth(std::size_t size, bool sparse) {
  constexpr double of_few = 3, of_each = 0.1;
  return of_few + (sparse ? 0 : of_each * static_cast<double>(size));
}

// RHS evaluations, in units of the twelve of a dop853 step (bench/ode_thresholds.sh).
double steps_worth(const Features& f) {
  constexpr double of_radau = 2, of_bdf = 0.1, steps_per_jacobian = 50, evaluations = 12;
  if (!is_expensive(f)) return steps_worth(f.size, f.sparse);
  const double columns = f.sparse || f.exact_jacobian ? 0 : static_cast<double>(f.size);
  if (!choose_stiff(f).self_starting) return of_bdf + columns / steps_per_jacobian / evaluations;
  return of_radau + columns / evaluations;
}

bool StiffnessWatch::explicit_step(double h, double lambda, double border, double steps_left,
                                   bool decays) {
  const double size = h * lambda;
  if (size < far_from_border * border) {
    if (++calm_ >= calm_steps) suspicion_ = 0;
    return false;
  }
  calm_ = 0;
  suspicion_ += size < thresholds::near_border * border ? 1 : near_weight;
  const bool early = decays && !was_too_early_ && dwell_ == first_dwell;
  if (suspicion_ < (early ? dwell_of_decay : dwell_) || steps_left < least_steps_left) return false;
  is_early_ = early;
  explicit_step_ = h;
  followed_ = std::min(size, border);
  return true;
}

bool StiffnessWatch::implicit_step(double h, double lambda, double cost_ratio) {
  ++since_;
  if (since_ == trial_ && explicit_step_ > 0 && h < cost_ratio * explicit_step_) return true;
  const double shorter = std::min(advantage, hysteresis * cost_ratio);
  easy_ = h * lambda < shorter * followed_ ? easy_ + 1 : 0;
  return since_ > trial_ && easy_ >= easy_steps;
}

void StiffnessWatch::changed(bool self_starting) {
  suspicion_ = calm_ = easy_ = 0;
  since_ = 0;
  trial_ = self_starting ? trial : long_trial;
}

void StiffnessWatch::returned() {
  const bool in_vain = since_ <= trial_, too_early = in_vain && is_early_;
  was_too_early_ = was_too_early_ || too_early;
  dwell_ = !in_vain || too_early ? first_dwell : std::min(more_dwell * dwell_, most_dwell);
  is_early_ = false;
  changed();
  if (too_early) suspicion_ = dwell_of_decay;
}

}  // namespace bw::ode
