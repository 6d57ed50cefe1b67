#include "ode/event_march.h"

#include <algorithm>
#include <cmath>

#include "math/finite.h"
#include "ode/crossing.h"

namespace bw::ode {
namespace {

constexpr double default_steps = 1000;     // of a fixed-step method whose step nobody names
constexpr double steps_with_events = 500;  // at least: what lies between two steps is not seen
constexpr double least_steps = 10;
constexpr int most_events = 1000;  // that follow each other without time passing
constexpr double epsilon = std::numeric_limits<double>::epsilon();

Setup completed(Setup setup, const MethodKind& method, const model::ModelShape& shape) {
  const double span = setup.stop - setup.start;
  if (method.fixed_step && setup.step <= 0) setup.step = span / default_steps;
  const double steps = shape.indicators > 0 ? steps_with_events : least_steps;
  setup.largest_step = std::min(setup.largest_step, span / steps);
  return setup;
}

std::optional<math::Pattern> pattern_of(const model::ModelShape& shape) {
  if (!shape.sparsity) return {};
  math::Pattern pattern;
  for (const std::vector<std::size_t>& row : *shape.sparsity) pattern.add_row(row);
  return pattern;
}

}  // namespace

struct EventMarch::Memory final : model::Snapshot {
  Standing standing;
  std::unique_ptr<Integrator> integrator;
  std::unique_ptr<model::Snapshot> model;
};

EventMarch::EventMarch(model::Model& model, const MethodKind& method, Setup setup)
    : model_(model),
      method_(method),
      setup_(completed(setup, method, model.shape())),
      runs_ahead_(model.shape().inputs.empty()),
      sparsity_(pattern_of(model.shape())) {
  const std::size_t states = model.shape().states.size();
  for (const model::Variable& v : model.shape().inputs)
    if (is_real(v.type)) discrete_real_.push_back(v.variability != model::Variability::continuous);
  now_.x.resize(states);
  now_.z.resize(model.shape().indicators);
  z_ = now_.z;
  nominals_.resize(states, 1.0);
  scratch_.resize(states);
  integrator_ = method.make(*this, setup_);
}

void EventMarch::start(const model::SignalsIn& u, std::span<const double> x,
                       const model::EventUpdate& first) {
  now_.time = now_.inputs_since = setup_.start;
  now_.last_event = -std::numeric_limits<double>::infinity();
  now_.x.assign(x.begin(), x.end());
  now_.inputs.reals.assign(u.reals.begin(), u.reals.end());
  now_.inputs.discretes.assign(u.discretes.begin(), u.discretes.end());
  driven_ = now_.inputs;
  now_.next_time_event = first.next_time_event;
  now_.ends = first.ends;
  model_.nominals(nominals_);
  integrator_->restart(now_.time, now_.x, nominals_);
  indicators(now_.time, now_.x, now_.z);
}

// ---- inputs ----

MarchEnd EventMarch::set_inputs(const model::SignalsIn& u, std::span<const double> slopes) {
  if (runs_ahead_) return reached();
  bool jumped = false, event = false;
  for (std::size_t i = 0; i < u.reals.size(); ++i) {
    const double slope = now_.slopes.empty() || discrete_real_[i] ? 0.0 : now_.slopes[i];
    const double value = now_.inputs.reals[i] + slope * (now_.time - now_.inputs_since);
    if (value != u.reals[i]) (discrete_real_[i] ? event : jumped) = true;
  }
  event = event || !std::equal(u.discretes.begin(), u.discretes.end(),
                               now_.inputs.discretes.begin(), now_.inputs.discretes.end());
  now_.inputs.reals.assign(u.reals.begin(), u.reals.end());
  std::copy(u.discretes.begin(), u.discretes.end(), now_.inputs.discretes.begin());
  now_.slopes.assign(slopes.begin(), slopes.end());
  now_.inputs_since = now_.time;
  driven_ = now_.inputs;
  if (!jumped && !event) return reached();
  model_.set_inputs(u);
  if (event) return handle_events();
  integrator_->refresh();
  bool left = false;
  const MarchEnd end = look_at_sides(left);
  return end.good() && left ? handle_events() : end;
}

void EventMarch::apply_inputs(double t) {
  if (now_.slopes.empty()) return;
  for (std::size_t i = 0; i < driven_.reals.size(); ++i)
    if (!discrete_real_[i])
      driven_.reals[i] = now_.inputs.reals[i] + now_.slopes[i] * (t - now_.inputs_since);
  model_.set_inputs({driven_.reals, driven_.discretes});
}

void EventMarch::derivatives(double t, std::span<const double> x, std::span<double> dx) {
  ++rhs_evaluations_;
  apply_inputs(t);
  model_.derivatives(t, x, dx);
}

void EventMarch::jacobian(double t, std::span<const double> x, std::span<double> j) {
  apply_inputs(t);
  model_.jacobian(t, x, j);
}

void EventMarch::indicators(double t, std::span<const double> x, std::span<double> z) {
  if (z.empty()) return;
  apply_inputs(t);
  model_.indicators(t, x, z);
}

// ---- steps ----

MarchEnd EventMarch::advance(double target) {
  first_event_ = std::numeric_limits<double>::infinity();
  MarchEnd end = reached();
  if (now_.ends) end.why = MarchEnd::Why::terminated;
  while (end.good()) {
    if (setup_.interrupt != nullptr && setup_.interrupt->load(std::memory_order_relaxed)) {
      end.why = MarchEnd::Why::interrupted;
      break;
    }
    if (now_.pending && integrator_->time() > target) {
      integrator_->interpolate(target, now_.x);
      now_.time = target;
      return reached();
    }
    if (now_.pending)
      end = complete_step();
    else if (now_.next_time_event <= now_.time)
      end = handle_events();
    else if (now_.time >= target)
      return reached();
    else
      end = step(target);
  }
  return end;
}

MarchEnd EventMarch::step(double target) {
  double limit = std::min(runs_ahead_ ? setup_.stop : target, now_.next_time_event);
  if (!method_.fixed_step) limit = std::min(limit, model_.next_kink(now_.time));
  if (const Trouble trouble = integrator_->step(limit)) return ended(trouble);
  now_.pending = true;
  now_.crossed = false;
  if (z_.empty()) return reached();
  indicators(integrator_->time(), integrator_->state(), z_);
  if (!math::all_finite(z_)) return not_finite_indicator(integrator_->time());
  if (has_left(now_.z, z_)) return find_crossing();
  now_.z = z_;
  return reached();
}

MarchEnd EventMarch::find_crossing() {
  const double last = integrator_->time();
  Bracket bracket{integrator_->previous_time(), last, now_.z, z_};
  narrow(bracket, [&](double t, std::span<double> z) {
    integrator_->interpolate(t, scratch_);
    indicators(t, scratch_, z);
  });
  // The state at the event is the method's own. It is not quite the dense output's, so that the
  // indicator may not have changed there yet: then a little later; at `last` it surely has.
  double width = std::max(bracket.hi - bracket.lo, epsilon * std::abs(bracket.hi));
  for (double t = bracket.hi; t < last; t += width, width *= 8) {
    if (const Trouble trouble = integrator_->shorten(t)) return ended(trouble);
    indicators(t, integrator_->state(), z_);
    if (has_left(now_.z, z_)) break;
    if (t + width < last) continue;
    if (const Trouble trouble = integrator_->shorten(last)) return ended(trouble);
    break;
  }
  now_.crossed = true;
  return reached();
}

MarchEnd EventMarch::complete_step() {
  now_.pending = false;
  now_.time = integrator_->time();
  std::copy(integrator_->state().begin(), integrator_->state().end(), now_.x.begin());
  apply_inputs(now_.time);
  const model::StepEnd end = model_.completed_step(now_.time, now_.x);
  if (end.ends) {
    now_.ends = true;
    return {MarchEnd::Why::terminated, now_.time, {}};
  }
  if (now_.crossed || end.event || now_.next_time_event <= now_.time) return handle_events();
  return reached();
}

// ---- events ----

MarchEnd EventMarch::handle_events() {
  now_.crossed = false;
  first_event_ = std::min(first_event_, now_.time);
  do {
    if (stands_still()) return {MarchEnd::Why::too_many_events, now_.time, {}};
    apply_inputs(now_.time);
    const model::EventUpdate update = model_.handle_event(now_.time, now_.x);
    ++events_;
    now_.next_time_event = update.next_time_event;
    now_.ends = update.ends;
    if (update.ends) return {MarchEnd::Why::terminated, now_.time, {}};
  } while (now_.next_time_event <= now_.time);
  return begin_anew();
}

// Whatever an event changed: f may be another one although no state has a new value.
MarchEnd EventMarch::begin_anew() {
  if (!math::all_finite(now_.x)) {
    MarchEnd end{MarchEnd::Why::not_finite, now_.time, {}};
    for (std::size_t i = 0; i < now_.x.size(); ++i)
      if (!std::isfinite(now_.x[i])) end.states.push_back(i);
    return end;
  }
  model_.nominals(nominals_);
  integrator_->restart(now_.time, now_.x, nominals_);
  bool left = false;
  return look_at_sides(left);
}

MarchEnd EventMarch::look_at_sides(bool& left) {
  indicators(now_.time, now_.x, z_);
  if (!math::all_finite(z_)) return not_finite_indicator(now_.time);
  left = has_left(now_.z, z_);
  now_.z = z_;
  return reached();
}

// An event right after the last one is nothing special, a thousand of them are chattering.
bool EventMarch::stands_still() {
  const double near = 128 * epsilon * std::abs(now_.time) + 1e-13 * (setup_.stop - setup_.start);
  now_.events_here = now_.time - now_.last_event <= near ? now_.events_here + 1 : 1;
  now_.last_event = now_.time;
  return now_.events_here > most_events;
}

MarchEnd EventMarch::ended(const Trouble& trouble) {
  using Why = MarchEnd::Why;
  const Why why = trouble.kind == Trouble::Kind::not_finite      ? Why::not_finite
                  : trouble.kind == Trouble::Kind::not_converged ? Why::not_converged
                                                                 : Why::step_too_small;
  return {why, trouble.time, trouble.states};
}

MarchEnd EventMarch::not_finite_indicator(double t) const {
  MarchEnd end{MarchEnd::Why::not_finite, t, {}};
  for (std::size_t i = 0; i < z_.size() && !end.indicator; ++i)
    if (!std::isfinite(z_[i])) end.indicator = i;
  return end;
}

// ---- the rest ----

model::Work EventMarch::statistics() const {
  const Counts& counts = integrator_->counts();
  return {counts.steps, counts.rejected, events_, rhs_evaluations_, counts.jacobian_evaluations};
}

void EventMarch::save(std::unique_ptr<model::Snapshot>& into) {
  if (into == nullptr) into = std::make_unique<Memory>();
  auto& memory = dynamic_cast<Memory&>(*into);
  memory.standing = now_;
  if (memory.integrator == nullptr)
    memory.integrator = integrator_->clone();
  else
    memory.integrator->assign(*integrator_);
  model_.save(memory.model);
}

void EventMarch::restore(const model::Snapshot& from) {
  const auto& memory = dynamic_cast<const Memory&>(from);
  now_ = memory.standing;
  driven_ = now_.inputs;
  integrator_->assign(*memory.integrator);
  model_.restore(*memory.model);
  model_.set_inputs({driven_.reals, driven_.discretes});
}

}  // namespace bw::ode
