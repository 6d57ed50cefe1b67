#include "ode/events/event_march.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/run_control.h"
#include "math/finite.h"
#include "ode/kernel/watcher.h"

namespace bw::ode {
namespace {

using Kind = model::EventMark::Kind;

constexpr double default_steps = 1000;     // of a fixed-step method without a given step
constexpr double steps_with_events = 100;  // at least, each sampled at its quarters
constexpr double least_steps = 10;
constexpr double most_shrink = 5;  // of a step in one rejection, see math/step_controller
constexpr double sudden = 0.5;  // this much shorter than the previous step: f may be discontinuous
constexpr int most_vain = 5;    // fruitless searches before only sudden changes count

Setup completed(Setup setup, const MethodKind& method, model::Model& model) {
  const model::ModelShape& shape = model.shape();
  const double span = setup.stop - setup.start;
  if (method.fixed_step && setup.step <= 0) setup.step = span / default_steps;
  const double steps = shape.indicators > 0 ? steps_with_events : least_steps;
  setup.largest_step = std::min(setup.largest_step, span / (steps * setup.finer));
  setup.has_indicators = shape.indicators > 0 || shape.checks_steps;
  setup.enclosure = model.enclosure();
  setup.steps_are_searched = setup.has_indicators || setup.enclosure != nullptr;
  setup.has_formulas = shape.has_formulas;
  setup.rhs_seconds = shape.rhs_seconds;
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
      setup_(completed(setup, method, model)),
      runs_ahead_(model.shape().inputs.empty()),
      sparsity_(pattern_of(model.shape())),
      causes_(model.shape().indicators),
      scan_(model.shape().indicators),
      jumps_(model.shape().states.size()),
      hidden_(model.enclosure(), setup_, model.shape().states.size(), model.shape().indicators),
      evaluate_z_([this](double t, std::span<const double> x, std::span<double> z) {
        indicators(t, x, z);
      }) {
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
  // Integrations that are compared must not begin with the same error.
  if (setup_.first_step > 0) integrator_->propose(setup_.first_step / setup_.finer);
  indicators(now_.time, now_.x, now_.z);
  now_.z_at_event = now_.z;
  now_.noise.see(now_.z);
  if (setup_.watcher != nullptr) setup_.watcher->begin(model_.shape(), *this, nominals_, setup_);
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
  if (event) return handle_events({now_.time, Kind::input});
  integrator_->refresh();
  if (MarchEnd end = evaluate_indicators(); !end.good()) return end;
  if (now_.in_noise) now_.noise.keep_sides(now_.z, z_);
  if (has_left(now_.z, z_)) return handle_events(what_left(now_.time, Kind::input));
  take_sides();
  return reached();
}

void EventMarch::apply_inputs(double t) {
  if (now_.slopes.empty()) return;
  for (std::size_t i = 0; i < driven_.reals.size(); ++i)
    if (!discrete_real_[i])
      driven_.reals[i] = now_.inputs.reals[i] + now_.slopes[i] * (t - now_.inputs_since);
  model_.set_inputs({driven_.reals, driven_.discretes});
}

void EventMarch::derivatives(double t, std::span<const double> x, std::span<double> dx) {
  if (setup_.interrupt != nullptr && setup_.interrupt->load(std::memory_order_relaxed)) [[unlikely]]
    throw Interrupted(ended_by() + " within a step.");  // an FMU may take long for each evaluation
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

// Of the step that began with the indicators now_.z.
void EventMarch::sides(double t, std::span<const double> x, std::span<double> z) {
  indicators(t, x, z);
  if (now_.in_noise) [[unlikely]]
    now_.noise.keep_sides(now_.z, z);
}

void EventMarch::take_sides() {
  now_.z = z_;
  now_.noise.see(z_);
  if (now_.in_noise) now_.in_noise = now_.noise.covers_any(z_);
}

// ---- steps ----

MarchEnd EventMarch::advance(double target) {
  first_event_ = std::numeric_limits<double>::infinity();
  if (!math::all_finite(now_.z)) return not_finite_indicator(now_.time, now_.z);
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
      end = handle_events({now_.time, Kind::time});
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
  if (now_.jump && now_.jump->lo <= now_.time) return pass_jump();
  if (now_.jump) limit = std::min(limit, part_of_first(now_.jump->lo));
  limit = limit_in_feature(limit);
  const long rejected = integrator_->counts().rejected;
  if (const Trouble trouble = integrator_->step(limit)) return ended(trouble);
  now_.pending = true;
  now_.crossing.reset();
  if (integrator_->counts().rejected > rejected)
    if (const Trouble trouble = search_jump(limit)) return ended(trouble);
  if (hidden_.is_active())
    if (const Trouble trouble = search_hidden()) return ended(trouble);
  now_.step = integrator_->time() - integrator_->previous_time();
  return z_.empty() ? reached() : search_crossing();
}

void EventMarch::on_dense_output(double t, std::span<double> z) {
  integrator_->interpolate(t, scratch_);
  sides(t, scratch_, z);
}

MarchEnd EventMarch::search_crossing() {
  sides(integrator_->time(), integrator_->state(), z_);
  if (!math::all_finite(z_)) return not_finite_indicator(integrator_->time(), z_);
  StepScan::Found found =
      scan_.look(integrator_->previous_time(), integrator_->time(), now_.z, z_,
                 [this](double t, std::span<double> z) { on_dense_output(t, z); });
  if (found.graze) {  // too close for the dense output: repeat the step to that point
    if (const Trouble trouble = integrator_->shorten(*found.graze)) return ended(trouble);
    sides(*found.graze, integrator_->state(), z_);
    if (has_left(now_.z, z_))
      found.crossing = {integrator_->previous_time(), *found.graze, now_.z, z_};
    else
      note_distance(*found.graze, integrator_->state());
  }
  if (found.crossing) return end_step_at(std::move(*found.crossing));
  for (const double t : found.turns) {
    if (t >= integrator_->time()) continue;
    std::vector<double> x(now_.x.size());
    integrator_->interpolate(t, x);
    note_distance(t, x);
  }
  take_sides();
  return reached();
}

// After a rejected step: f may be discontinuous before the end of the rejected attempt. The
// solution there is extrapolated. (The error estimate of a step over a discontinuity may be a
// hundred times too small, so waiting for several rejections would not do.)
Trouble EventMarch::search_jump(double limit) {
  const double begin = integrator_->previous_time(), end = integrator_->time();
  if (now_.step == 0) return {};  // the size of a first step is a guess
  if (now_.vain_searches >= most_vain && end - begin > sudden * now_.step) return {};
  std::vector<double> slope(now_.x.size());
  derivatives(end, integrator_->state(), slope);
  const double far = std::max(end, std::min(limit, begin + most_shrink * (end - begin)));
  const auto place = jumps_.find(begin, far, [&](double t, std::span<double> dx) {
    integrator_->interpolate(std::min(t, end), scratch_);
    for (std::size_t i = 0; t > end && i < slope.size(); ++i) scratch_[i] += (t - end) * slope[i];
    derivatives(t, scratch_, dx);
  });
  now_.vain_searches = place ? 0 : now_.vain_searches + 1;
  if (!place || place->lo <= begin) return {};
  now_.jump = place;
  return place->lo < end ? end_step_at_jump() : Trouble{};
}

// From the last time before the discontinuity to the first one behind it.
MarchEnd EventMarch::pass_jump() {
  go_behind_jump();
  now_.jump.reset();
  now_.step = 0;
  now_.log.add({now_.time, Kind::discontinuity});
  if (setup_.watcher != nullptr) setup_.watcher->changed();
  if (jumps_too_often()) return {MarchEnd::Why::too_many_events, now_.time, {}};
  integrator_->restart(now_.time, now_.x, nominals_);
  return reached();
}

// A solution that slides along a discontinuity of f is chattering, too.
bool EventMarch::jumps_too_often() const {
  constexpr std::size_t many = 300;
  constexpr double short_time = 0.1;  // of the simulated time
  const auto marks = event_marks();
  if (marks.size() < many) return false;
  const auto last = marks.last(many);
  return std::all_of(last.begin(), last.end(),
                     [](const auto& mark) { return mark.kind == Kind::discontinuity; }) &&
         last.back().time - last.front().time < short_time * (setup_.stop - setup_.start);
}

MarchEnd EventMarch::complete_step() {
  if (setup_.watcher != nullptr) [[unlikely]]
    notify_watcher();
  now_.pending = false;
  now_.time = integrator_->time();
  std::copy(integrator_->state().begin(), integrator_->state().end(), now_.x.begin());
  apply_inputs(now_.time);
  const model::StepEnd end = model_.completed_step(now_.time, now_.x);
  if (end.ends) {
    now_.ends = true;
    return {MarchEnd::Why::terminated, now_.time, {}};
  }
  if (now_.crossing) {
    join_company();
    return handle_events(*now_.crossing);
  }
  if (now_.next_time_event <= now_.time) return handle_events({now_.time, Kind::time});
  if (end.event) return handle_events({now_.time, Kind::step});
  return reached();
}

void EventMarch::notify_watcher() {
  const long asked = rhs_evaluations_;
  setup_.watcher->accepted(*integrator_);
  rhs_evaluations_ = asked;
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
