// Handles events, and measures the distance to events that did not occur.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "base/text.h"
#include "math/constants.h"
#include "math/finite.h"
#include "model/event_mark.h"
#include "model/method_choice.h"
#include "model/model.h"
#include "model/solver_report.h"
#include "ode/events/event_march.h"
#include "ode/events/near_event.h"
#include "ode/events/zeno.h"
#include "ode/kernel/event_observer.h"
#include "ode/kernel/growing_mode.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/watcher.h"

namespace bw::ode {
namespace {

using math::epsilon;
using Kind = model::EventMark::Kind;

constexpr int most_events = 1000;  // consecutive ones without time advancing
constexpr double slow = 1e-9;      // of the simulated time, from event to event
constexpr int most_slow_events = 10'000;
constexpr int most_rounds = 100;  // of events that cause others at the same time

}  // namespace

MarchEnd EventMarch::handle_events(model::EventMark mark) {
  now_.crossing.reset();
  now_.jump.reset();
  now_.step = 0;
  now_.log.add(mark);
  if (now_.log.is_full()) return {MarchEnd::Why::too_many_events, now_.time, {}};
  if (setup_.watcher != nullptr) setup_.watcher->changed();
  // A state event that is about to occur may or may not precede the time event.
  if (mark.kind == Kind::time && !z_.empty()) note_distance(now_.time, now_.x);
  first_event_ = std::min(first_event_, now_.time);
  if (const auto limit = zeno_limit(event_marks(), setup_.stop - setup_.start))
    return {.why = MarchEnd::Why::zeno, .time = now_.time, .states = {}, .limit = *limit};
  EventObserver* const observer = setup_.event_observer;
  if (observer != nullptr) observer->at_event(now_.time, EventObserver::Limit::left);
  MarchEnd end = evaluate_indicators();
  for (std::size_t i = 0; i < z_.size(); ++i)
    causes_[i] = on_upper_side(z_[i]) != on_upper_side(now_.z[i]);
  now_.z = z_;
  bool again = true;
  for (int round = 0; end.good() && again; ++round) {
    if (round >= most_rounds || stands_still())
      return {MarchEnd::Why::too_many_events, now_.time, {}};
    end = handle_event();
    if (end.good()) end = evaluate_indicators();
    again = others_left() || now_.next_time_event <= now_.time;
    now_.z = z_;
  }
  scan_.forget();
  now_.z_at_event = now_.z;
  now_.in_noise = false;
  // A single one may well return at once, and is located where it does.
  if (end.good() && mark.kind == Kind::state && now_.several) measure_noise(now_.time, now_.x);
  // The event may have changed f although no state has a new value.
  if (end.good()) {
    model_.nominals(nominals_);
    integrator_->restart(now_.time, now_.x, nominals_);
    if (observer != nullptr) observer->at_event(now_.time, EventObserver::Limit::right);
  }
  return end;
}

MarchEnd EventMarch::handle_event() {
  apply_inputs(now_.time);
  scratch_ = now_.x;
  const model::EventUpdate update = model_.handle_event(now_.time, now_.x);
  ++events_;
  now_.next_time_event = update.next_time_event;
  now_.ends = update.ends;
  if (now_.x != scratch_) now_.log.moved_states();
  if (update.ends) return {MarchEnd::Why::terminated, now_.time, {}};
  return check_states();
}

// Did the event move indicators over zero that were not its cause? Then they are the next event. A
// cause may well move back: a ball is above the floor again.
bool EventMarch::others_left() {
  bool some = false;
  for (std::size_t i = 0; i < z_.size(); ++i) {
    causes_[i] = !causes_[i] && on_upper_side(z_[i]) != on_upper_side(now_.z[i]);
    some = some || causes_[i];
  }
  return some;
}

MarchEnd EventMarch::check_states() const {
  if (math::all_finite(now_.x)) return reached();
  MarchEnd end{MarchEnd::Why::not_finite, now_.time, {}};
  for (std::size_t i = 0; i < now_.x.size(); ++i)
    if (!std::isfinite(now_.x[i])) end.states.push_back(i);
  return end;
}

// The first indicator in z_ that changed its side.
model::EventMark EventMarch::what_left(double t, Kind kind) const {
  model::EventMark mark{t, kind};
  for (std::size_t i = 0; i < z_.size(); ++i)
    if (on_upper_side(z_[i]) != on_upper_side(now_.z[i]))
      return mark.indicator = i, mark.rises = on_upper_side(z_[i]), mark;
  return mark;
}

MarchEnd EventMarch::evaluate_indicators() {
  indicators(now_.time, now_.x, z_);
  return math::all_finite(z_) ? reached() : not_finite_indicator(now_.time, z_);
}

// An event right after another is normal, a thousand of them are chattering; and so are ten
// thousand that hardly advance the time.
bool EventMarch::stands_still() {
  const double run = setup_.stop - setup_.start, gap = now_.time - now_.last_event;
  now_.events_here =
      gap <= 128 * epsilon * std::abs(now_.time) + 1e-13 * run ? now_.events_here + 1 : 1;
  now_.slow_events = gap <= slow * run ? now_.slow_events + 1 : 1;
  now_.last_event = now_.time;
  return now_.events_here > most_events || now_.slow_events > most_slow_events;
}

MarchEnd EventMarch::ended(const Trouble& trouble) {
  using Why = MarchEnd::Why;
  using What = Trouble::Kind;
  const Why why = trouble.kind == What::not_finite      ? Why::not_finite
                  : trouble.kind == What::not_converged ? Why::not_converged
                  : trouble.kind == What::not_linear    ? Why::not_linear
                  : trouble.kind == What::not_accurate  ? Why::not_accurate
                                                        : Why::step_too_small;
  return {why, trouble.time, trouble.states};
}

MarchEnd EventMarch::not_finite_indicator(double t, std::span<const double> z) {
  MarchEnd end{MarchEnd::Why::not_finite, t, {}};
  for (std::size_t i = 0; i < z.size() && !end.indicator; ++i)
    if (!std::isfinite(z[i])) end.indicator = i;
  return end;
}

std::vector<double> EventMarch::weights_at(std::span<const double> x) const {
  std::vector<double> weights(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    weights[i] =
        setup_.tolerance.relative * std::abs(x[i]) + setup_.tolerance.absolute_for(nominals_[i]);
  return weights;
}

double EventMarch::distance_to_event(double t, std::span<const double> x) {
  return ode::distance_to_event(
      x, weights_at(x), now_.z_at_event,
      [&](std::span<const double> at, std::span<double> z) { indicators(t, at, z); });
}

void EventMarch::note_distance(double t, std::span<const double> x) {
  const double distance = distance_to_event(t, x);
  if (!now_.near_event || distance < now_.near_event->distance) now_.near_event = {t, distance};
}

// Radians of a step, in the mean, from which on an oscillation that is below the tolerance and
// grows by `growth` in a step, as a logarithm, is damped: by implicit methods if it is faster than
// the steps. Infinite: not known, or the steps are of another kind.
double EventMarch::damped_from(double growth) const {
  constexpr double of_implicit = 3, infinite = std::numeric_limits<double>::infinity();
  std::vector<const MethodKind*> kinds;
  for (const model::MethodChoice& choice : integrator_->choices())
    if (const MethodKind* kind = find_method(choice.method)) kinds.push_back(kind);
  if (kinds.empty()) kinds.push_back(&method_);
  const auto is_implicit = [](const MethodKind* kind) { return kind->stiff && !kind->passes_over; };
  if (std::ranges::any_of(kinds, is_implicit)) return of_implicit;
  double least = infinite;
  for (const MethodKind* kind : kinds) {
    if (kind->stability == 0 || kind->fixed_step) return infinite;
    least = std::min(least, radians_of_damping(*kind, growth));
  }
  return least;
}

// Where the run ends: what began below the tolerance and was damped all the time is still there.
void EventMarch::note_damped_oscillation() {
  constexpr double least_growth = 3;  // over the run
  const auto steps = static_cast<double>(integrator_->counts().steps);
  if (steps == 0 || now_.unresolved || now_.x.empty()) return;
  const double span = now_.time - setup_.start, h = span / steps;
  const double least = damped_from(least_growth / steps) / h;
  if (std::isinf(least)) return;
  const long evaluations = rhs_evaluations_;
  const auto mode = growing_mode(*this, now_.time, now_.x, weights_at(now_.x), least);
  rhs_evaluations_ = evaluations;  // not of the integration
  if (!mode || mode->growth * span < least_growth) return;
  if (mode->rate * h < damped_from(mode->growth * h)) return;
  now_.unresolved = {
      .lo = setup_.start,
      .hi = now_.time,
      .what = "a growing oscillation of period " + rough(2 * std::numbers::pi / mode->rate)};
}

model::SolverReport EventMarch::report(model::Probing probing) {
  if (probing == model::Probing::allowed && !now_.ends) {
    if (!z_.empty()) note_distance(now_.time, now_.x);
    note_damped_oscillation();
  }
  const auto marks = event_marks();
  const auto choices = integrator_->choices();
  return {statistics(),
          {marks.begin(), marks.end()},
          {choices.begin(), choices.end()},
          now_.near_event,
          now_.unresolved,
          hidden_.intervals(),
          features_,
          now_.vanished,
          now_.x.empty(),
          integrator_->rounding_factor()};
}

}  // namespace bw::ode
