// Ends a step behind the first crossing of an event indicator.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "math/constants.h"
#include "math/finite.h"
#include "model/event_mark.h"
#include "ode/events/approach.h"
#include "ode/events/crossing.h"
#include "ode/events/event_march.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {
namespace {

using math::epsilon;
using Kind = model::EventMark::Kind;

constexpr double together = 64;     // roundings: simultaneous
constexpr double most_late = 16;    // of these, to leave the rounding noise of an indicator
constexpr long most_vanished = 20;  // crossings that are searched in vain

}  // namespace

MarchEnd EventMarch::end_step_at(Bracket crossing) {
  const double begin = integrator_->previous_time(), end = integrator_->time();
  if (now_.vanished && now_.vanished->count >= most_vanished && has_left(now_.z, z_)) {
    if (const Trouble trouble = integrator_->shorten(end)) return ended(trouble);
    sides(end, integrator_->state(), z_);
    if (!math::all_finite(z_)) return not_finite_indicator(end, z_);
    if (!has_left(now_.z, z_)) return pass_vanished(crossing.z_hi);
  }
  narrow(crossing, [this](double t, std::span<double> z) { on_dense_output(t, z); });
  const double resolution = 2 * epsilon * std::max(std::abs(crossing.hi), end - begin);
  Approach approach(crossing, slopes_near(crossing), begin, end, resolution);
  while (!approach.is_over()) {
    if (const Trouble trouble = integrator_->shorten(approach.at())) return ended(trouble);
    sides(integrator_->time(), integrator_->state(), z_);
    if (!math::all_finite(z_)) return not_finite_indicator(integrator_->time(), z_);
    approach.look(now_.z, z_);
  }
  if (approach.arrived()) return end_behind_crossing(end);
  if (approach.vanished()) return pass_vanished(approach.seen());
  take_sides();
  note_distance(integrator_->time(), integrator_->state());
  return reached();
}

// From where an indicator has changed its sign to where that is certain, at most to the end of the
// whole step. There the sides are checked again: the change may be gone.
MarchEnd EventMarch::end_behind_crossing(double end) {
  const double found = integrator_->time();
  const double late = time_with_company();
  if (const double within = std::min(end, late); within > found) {
    if (const Trouble trouble = integrator_->shorten(within)) return ended(trouble);
    sides(within, integrator_->state(), z_);
    if (!math::all_finite(z_)) return not_finite_indicator(within, z_);
    if (!has_left(now_.z, z_)) {
      if (const Trouble trouble = integrator_->shorten(found)) return ended(trouble);
      sides(found, integrator_->state(), z_);
      if (!math::all_finite(z_)) return not_finite_indicator(found, z_);
    }
  }
  if (!has_left(now_.z, z_)) {  // the next step meets it again, where it is one
    measure_noise(integrator_->time(), integrator_->state());
    take_sides();
    return reached();
  }
  if (late > end && runs_ahead_) now_.company = late;
  now_.crossing = what_left(integrator_->time(), Kind::state);
  return reached();
}

// Rounding noise: the next step meets the crossing where it is clear. Else the model depends on
// what it was evaluated for before, and the run continues from the end of the repeated step. After
// many such crossings the step is repeated once before the next one is searched.
MarchEnd EventMarch::pass_vanished(std::span<const double> seen_there) {
  std::optional<std::size_t> large;
  for (std::size_t i = 0; i < z_.size(); ++i)
    if (on_upper_side(seen_there[i]) != on_upper_side(now_.z[i]) &&
        !now_.noise.widen(i, seen_there[i] - z_[i]) && !large)
      large = i;
  measure_noise(integrator_->time(), integrator_->state());
  if (large && !now_.noise.covers(*large, seen_there[*large])) {
    if (!now_.vanished) now_.vanished = {integrator_->time(), *large, seen_there[*large], 0};
    ++now_.vanished->count;
  }
  take_sides();
  return reached();
}

void EventMarch::measure_noise(double t, std::span<const double> x) {
  now_.noise.measure(t, x, z_.size(),
                     [this](double at, std::span<const double> there, std::span<double> z) {
                       indicators(at, there, z);
                     });
  now_.in_noise = now_.noise.covers_any(z_);
}

// Of an integration that takes events late. Not equally late: the delays of the begin and the end
// of a pulse would cancel.
double EventMarch::delay_at(double t) const {
  constexpr double golden = 0.6180339887498949;
  const double share = golden * static_cast<double>(event_marks().size());
  return setup_.event_delay * (0.5 + share - std::floor(share)) * epsilon * std::abs(t);
}

// Indicators that change at the same time up to rounding are one event: their order would be
// arbitrary, and may decide the result. For the same reason those that have changed shall have left
// their rounding noise: all of it where there are several, because equations decide them together;
// else what a rounding changes, which costs no digit of the event time.
double EventMarch::time_with_company() {
  const double t = integrator_->time(), late = t + delay_at(t);
  const double near = together * epsilon * std::max(std::abs(t), setup_.stop - setup_.start);
  std::vector<double> slope(now_.x.size()), z(z_.size());
  const bool in_noise = now_.in_noise;  // of the step that ends here
  measure_noise(t, integrator_->state());
  now_.in_noise = in_noise;
  derivatives(t, integrator_->state(), slope);
  for (std::size_t i = 0; i < slope.size(); ++i)
    scratch_[i] = integrator_->state()[i] + near * slope[i];
  indicators(t + near, scratch_, z);
  double clear = 0;
  bool company = false;
  std::size_t changed = 0;
  for (std::size_t i = 0; i < z.size(); ++i)
    if (on_upper_side(z[i]) != on_upper_side(now_.z[i])) ++changed;
  now_.several = changed > 1;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const bool was_upper = on_upper_side(now_.z[i]), is_late = on_upper_side(z_[i]) == was_upper;
    if (on_upper_side(z[i]) == was_upper) continue;
    company = company || is_late;
    const double rate = std::abs(z[i] - z_[i]) / near;
    const double rest = (changed > 1 ? now_.noise.band(i) : now_.noise.rounding(i)) +
                        (is_late ? std::abs(z_[i]) : -std::abs(z_[i]));
    if (rest > 0 && (is_late || std::abs(z[i]) > std::abs(z_[i])))
      clear = std::max(clear, std::min(rest / rate, most_late * near));
  }
  // The coarse integration is later, so that the effect shows.
  if (setup_.event_delay > 0) clear *= 2;
  return company ? late + std::max(near, clear) : late + clear;
}

// Extends the step to where the simultaneous indicators have changed, too.
void EventMarch::join_company() {
  const std::optional<double> late = std::exchange(now_.company, std::nullopt);
  if (!late || *late > setup_.stop || *late >= now_.next_time_event) return;
  derivatives(now_.time, now_.x, scratch_);
  for (std::size_t i = 0; i < now_.x.size(); ++i) now_.x[i] += (*late - now_.time) * scratch_[i];
  now_.time = now_.crossing->time = *late;
}

// dz/dt on the dense output; empty: an indicator is discontinuous at its crossing.
std::vector<double> EventMarch::slopes_near(const Bracket& crossing) {
  constexpr double share = 1e-2, jump = 0.1;
  const double begin = integrator_->previous_time(), end = integrator_->time();
  const double lo = std::max(begin, crossing.lo - share * (end - begin));
  const double hi = std::min(end, crossing.hi + share * (end - begin));
  std::vector<double> slopes(z_.size()), before(z_.size());
  on_dense_output(lo, before);
  on_dense_output(hi, slopes);
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    const double all = slopes[i] - before[i], here = crossing.z_hi[i] - crossing.z_lo[i];
    if (has_left({&crossing.z_lo[i], 1}, {&crossing.z_hi[i], 1}) &&
        std::abs(here) > jump * std::abs(all))
      return {};
    slopes[i] = all / (hi - lo);
  }
  return slopes;
}

}  // namespace bw::ode
