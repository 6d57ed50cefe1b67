// What the evaluations of a step did not meet: the step is repeated to end before it.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "math/constants.h"
#include "model/solver_report.h"
#include "ode/events/event_march.h"
#include "ode/events/hidden_search.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {
namespace {

using math::epsilon;

constexpr double roundings_at_jump = 16;  // on both sides of a jump
constexpr double first_part = 1e-3;       // of a feature's width: a step that hardly enters it
constexpr double most_steps = 1e4;        // in one feature

}  // namespace

// Whether so many were found within a short time that the search goes round in circles.
bool EventMarch::features_follow_each_other() {
  constexpr double short_time = 1e-3;  // of the simulated time
  constexpr int many = 200;
  if (now_.time - now_.features_since > short_time * (setup_.stop - setup_.start)) {
    now_.features_since = now_.time;
    now_.features_here = 0;
  }
  return ++now_.features_here > many;
}

void EventMarch::note_unresolved(const HiddenSearch::Found& found) {
  if (now_.unresolved) return;
  const bool is_state = found.state < model_.shape().states.size();
  now_.unresolved = {.lo = found.lo,
                     .hi = found.hi,
                     .what = is_state ? "der(" + model_.shape().states[found.state] + ")"
                                      : std::string("an event indicator")};
}

// Steps end where a feature becomes narrow, and must not pass over it inside of it.
double EventMarch::limit_in_feature(double limit) const {
  if (!now_.feature || now_.time >= now_.feature->hi) return limit;
  if (now_.time < now_.feature->lo - now_.feature->width)
    return std::min(limit, part_of_first(now_.feature->lo));
  return std::min(limit, now_.time + now_.feature->width);
}

Trouble EventMarch::search_hidden() {
  using Hidden = HiddenSearch::Found::Kind;
  if (!z_.empty()) indicators(integrator_->time(), integrator_->state(), z_);
  const HiddenSearch::Found found = hidden_.look({.integrator = *integrator_,
                                                  .equations = *this,
                                                  .indicators = evaluate_z_,
                                                  .x_before = now_.x,
                                                  .z_before = now_.z,
                                                  .z_after = z_,
                                                  .nominals = nominals_,
                                                  .inputs = now_.inputs.reals,
                                                  .slopes = now_.slopes,
                                                  .input_time = now_.inputs_since});
  if (found.kind == Hidden::nothing) return {};
  const double begin = integrator_->previous_time(), end = integrator_->time();
  const bool is_crossing = found.kind == Hidden::crossing;
  if (found.kind == Hidden::unresolved || (method_.fixed_step && !is_crossing) ||
      features_follow_each_other()) {
    note_unresolved(found);
    return {};
  }
  ++features_;
  if (is_crossing) return integrator_->shorten(found.hi);
  if (found.kind == Hidden::jump) {
    now_.jump = {found.lo, found.hi};
    if (Trouble trouble = end_step_at_jump()) return trouble;
    return shorten_until_accurate();
  }
  if (end - begin <= found.width) return {};
  const double width = std::max(found.width, (found.hi - found.narrow) / most_steps);
  if (width > found.width) note_unresolved(found);
  const double inside = begin + first_part * width;
  if (Trouble trouble =
          found.lo > inside ? end_step_before(found.lo) : integrator_->shorten(inside))
    return trouble;
  now_.feature = {.lo = found.narrow, .hi = found.hi + width, .width = width};
  return shorten_until_accurate();
}

// To a place that was found, from a restart or from another one, integrations that are compared
// would make the same step, with the same error, which a method may not see where f is not smooth:
// finer ones make it in parts.
double EventMarch::part_of(double end) const {
  const double part = now_.time + (end - now_.time) / setup_.finer;
  return part > now_.time ? part : end;
}

double EventMarch::part_of_first(double end) const { return now_.step > 0 ? end : part_of(end); }

// A step that passed over something was accepted for what it saw of it; the shorter one may see
// more. The next steps lead to where it was to end.
Trouble EventMarch::shorten_until_accurate() {
  constexpr int most_attempts = 30;
  constexpr double shorter = 0.3;
  const double begin = integrator_->previous_time(), part = part_of(integrator_->time());
  if (part < integrator_->time())
    if (Trouble trouble = integrator_->shorten(part)) return trouble;
  for (int k = 0; k < most_attempts && integrator_->step_error() > 1; ++k) {
    const double end = begin + shorter * (integrator_->time() - begin);
    if (end <= begin) break;
    if (Trouble trouble = integrator_->shorten(end)) return trouble;
  }
  return {};
}

// At the last time before the jump, as it was found on the dense output; earlier where the method's
// own solution jumps before it.
Trouble EventMarch::end_step_at_jump() {
  const double lo = now_.jump->lo;
  if (Trouble trouble = integrator_->shorten(lo)) return trouble;
  if (!jumps_at_end(roundings_at_jump * epsilon * std::max(std::abs(lo), now_.step))) return {};
  Trouble trouble = end_step_before(lo);
  now_.jump->lo = integrator_->time();
  return trouble;
}

// The states follow their derivatives over a jump; further where f has not jumped with them. An
// integration that takes events late takes jumps late, too: where f is large, a rounding of the
// time is an error that all integrations share.
void EventMarch::go_behind_jump() {
  constexpr int most_attempts = 4;
  constexpr double further = 16, late_share = 0.5;  // of events: a jump is between two times
  const double limit = std::min(setup_.stop, now_.next_time_event), hi = now_.jump->hi;
  const double rounding = epsilon * std::abs(hi);
  std::vector<double> slope(now_.x.size()), behind(now_.x.size());
  derivatives(now_.time, now_.x, slope);
  const auto follow = [&](double length) {
    for (std::size_t i = 0; i < slope.size(); ++i) scratch_[i] = now_.x[i] + length * slope[i];
  };
  double length = std::max(std::min(hi, limit) - now_.time, 0.0), passed = length;
  for (int k = 0; k < most_attempts && now_.time + length <= limit; ++k) {
    follow(length);
    derivatives(now_.time + length, scratch_, behind);
    if (behind != slope) {
      passed = length;
      break;
    }
    length = std::max(length, roundings_at_jump * rounding) * (k > 0 ? further : 1);
  }
  passed = std::min(passed + late_share * delay_at(hi), limit - now_.time);
  follow(passed);
  now_.time += passed;
  now_.x = scratch_;
}

// The method's own states differ from the dense output, and its last stages are evaluated at the
// end of the step: they must not see beyond a jump. Further before t until they do not.
Trouble EventMarch::end_step_before(double t) {
  constexpr int most_attempts = 3;
  constexpr double further = 16;
  const double begin = integrator_->previous_time();
  double margin = roundings_at_jump * epsilon * std::max(std::abs(t), t - begin);
  for (int k = 0; k < most_attempts; ++k, margin *= further) {
    if (Trouble trouble = integrator_->shorten(std::max(t - margin, begin + (t - begin) / 2)))
      return trouble;
    if (!jumps_at_end(margin)) break;
  }
  return {};
}

// Whether f jumps so close to the end of the step, before or behind it, that a stage there may see
// the other side. Behind it only the states are moved: a jump in time alone is exact.
bool EventMarch::jumps_at_end(double part) {
  const double t = integrator_->time(), h = t - integrator_->previous_time();
  std::vector<double> at_end(now_.x.size()), other(now_.x.size());
  derivatives(t, integrator_->state(), at_end);
  const auto differs = [&] {
    for (std::size_t i = 0; i < other.size(); ++i) {
      const double weight = setup_.tolerance.relative * std::abs(integrator_->state()[i]) +
                            setup_.tolerance.absolute_for(nominals_[i]);
      if (!(std::abs(at_end[i] - other[i]) * h <= weight)) return true;
    }
    return false;
  };
  const double earlier = std::max(t - part, integrator_->previous_time());
  integrator_->interpolate(earlier, scratch_);
  derivatives(earlier, scratch_, other);
  if (differs()) return true;
  for (std::size_t i = 0; i < other.size(); ++i)
    scratch_[i] = integrator_->state()[i] + part / 2 * at_end[i];
  derivatives(t, scratch_, other);
  return differs();
}

}  // namespace bw::ode
