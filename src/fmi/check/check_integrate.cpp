// Model exchange by Euler's method, saved states, and single values: the rest of
// fmi/check/check_drive.h.
//
//   h = min(time left, time to the next event, fraction of each state's size / its derivative)
//   x <- x + h f(t, x); t <- t + h; an indicator with another sign: handle an event

#include <algorithm>
#include <cmath>

#include "base/value.h"
#include "fmi/check/check_drive.h"
#include "fmi/description/description.h"
#include "fmi/description/layout.h"
#include "fmi/instance/instance.h"
#include "fmi/instance/variable_group.h"
#include "model/blueprint.h"
#include "model/model.h"
#include "model/signals.h"
#include "model/variable.h"

namespace bw::fmi {
namespace {

constexpr double most_change = 0.05;  // of a state's size, in one step

}  // namespace

double Drive::safe_step(double left) {
  double h = left;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const double size = std::abs(x_[i]) + (sizes_[i] > 0 ? sizes_[i] : 1.0);
    if (std::abs(dx_[i]) * h > most_change * size) h = most_change * size / std::abs(dx_[i]);
  }
  return h;
}

bool Drive::handle_event(double t) {
  const EventInfo info = events_->handle(t, {});
  instance_->enter_continuous_time_mode();
  if (info.states_changed && !x_.empty()) instance_->get_states(x_);
  return !info.ends;
}

// Values that the FMU discards are ignored here: what it computes with them is what is checked.
bool Drive::integrate(double end) {
  while (t_ < end) {
    if (is_late()) return false;
    instance_->set_time(t_);
    if (!x_.empty()) {
      (void)instance_->set_states(x_);
      (void)instance_->get_derivatives(dx_);
    }
    if (!z_.empty()) (void)instance_->get_indicators(z_);
    z_before_ = z_;
    const double goal = std::min(end, std::max(events_->next(), t_));
    const double h = safe_step(goal - t_);
    const double next = h >= goal - t_ ? goal : t_ + h;
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += (next - t_) * dx_[i];
    t_ = next;
    instance_->set_time(t_);
    if (!x_.empty()) (void)instance_->set_states(x_);
    if (!z_.empty()) (void)instance_->get_indicators(z_);
    bool event = events_->next() <= t_;
    for (std::size_t i = 0; i < z_.size(); ++i) event = event || (z_[i] > 0) != (z_before_[i] > 0);
    if (instance_->offered().completed_step_needed) {
      const model::StepEnd done = instance_->completed_step(false);
      event = event || done.event;
      if (done.ends) return false;
    }
    if (event && !handle_event(t_)) return false;
  }
  return true;
}

Row Drive::row() {
  if (is_model_) {
    instance_->set_time(t_);
    if (!x_.empty()) (void)instance_->set_states(x_);
  }
  group_.get(*instance_, {values_.reals, values_.discretes});
  instance_->settle();
  Row row = values_.reals;
  for (const Discrete& value : values_.discretes)
    row.push_back(static_cast<double>(std::get<std::int64_t>(value)));
  return row;
}

void Drive::reset() {
  events_.reset();
  instance_->reset();
  instance_->settle();
}

void Drive::terminate() {
  instance_->terminate();
  instance_->settle();
}

void Drive::save(Memory& into) {
  instance_->get_state(into.state);
  if (events_) events_->save(into.events);
  into.x = x_;
  into.t = t_;
  instance_->settle();
}

void Drive::restore(const Memory& from) {
  instance_->set_state(from.state);
  if (events_) events_->restore(from.events);
  x_ = from.x;
  t_ = from.t;
  instance_->settle();
}

void Drive::through_bytes(Memory& memory) {
  const std::string bytes = instance_->serialise(memory.state);
  instance_->free_state(memory.state);
  memory.state = nullptr;
  instance_->deserialise(bytes, memory.state);
  instance_->settle();
}

void Drive::forget(Memory& memory) { instance_->free_state(memory.state); }

namespace {

std::vector<std::size_t> scalars_of(const Layout& layout, std::size_t variable) {
  std::vector<std::size_t> scalars;
  for (std::size_t i = 0; i < layout.scalars().size() && scalars.size() < layout.size(variable);
       ++i)
    if (layout.element(i).variable == variable) scalars.push_back(i);
  return scalars;
}

model::Signals room_for(const Layout& layout, const std::vector<std::size_t>& scalars) {
  model::Signals signals;
  for (const std::size_t scalar : scalars) {
    const Type type = layout.scalars()[scalar].type;
    if (is_real(type))
      signals.reals.push_back(0);
    else if (type == Type::string || type == Type::binary)
      signals.discretes.emplace_back(std::string());
    else
      signals.discretes.emplace_back(std::int64_t{0});
  }
  return signals;
}

bool has_settable_start(const Variable& v) {
  return v.face.takes_start && v.face.start && !v.clock && v.clocks.empty() &&
         v.face.causality != model::Causality::structural_parameter;
}

}  // namespace

void get_variable(Instance& instance, const Layout& layout, std::size_t variable) {
  const std::vector<std::size_t> scalars = scalars_of(layout, variable);
  model::Signals signals = room_for(layout, scalars);
  VariableGroup(layout, scalars).get(instance, {signals.reals, signals.discretes});
  instance.settle();
}

void set_start(Instance& instance, const Layout& layout, std::size_t variable) {
  if (!has_settable_start(layout.description().variables[variable])) return;
  model::ComponentRequest request;
  for (const std::size_t scalar : scalars_of(layout, variable))
    if (layout.scalars()[scalar].start)
      request.starts.emplace_back(scalar, *layout.scalars()[scalar].start);
  set_starts(instance, layout, request);
}

void set_described_starts(Instance& instance, const Layout& layout) {
  model::ComponentRequest request;
  for (std::size_t i = 0; i < layout.scalars().size(); ++i)
    if (has_settable_start(layout.variable_of(i)) && layout.scalars()[i].start)
      request.starts.emplace_back(i, *layout.scalars()[i].start);
  set_starts(instance, layout, request);
}

}  // namespace bw::fmi
