#include "fmi/instance/events.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"

namespace bw::fmi {
namespace {

// A model that needs more does not converge.
constexpr int most_iterations = 1000;

enum class InputKind { continuous, held, clocked, trigger };

InputKind kind_of(const Layout& layout, std::size_t scalar) {
  const model::Variable& variable = layout.scalars()[scalar];
  if (variable.type == Type::clock) return InputKind::trigger;
  if (!layout.variable_of(scalar).clocks.empty()) return InputKind::clocked;
  const bool smooth =
      is_real(variable.type) && variable.variability == model::Variability::continuous;
  return smooth ? InputKind::continuous : InputKind::held;
}

std::vector<std::size_t> select(const Layout& layout, std::span<const std::size_t> inputs,
                                InputKind kind) {
  std::vector<std::size_t> found;
  for (const std::size_t scalar : inputs)
    if (kind_of(layout, scalar) == kind) found.push_back(scalar);
  return found;
}

}  // namespace

Events::Events(const Layout& layout, Instance& instance, std::span<const std::size_t> inputs)
    : instance_(instance),
      clocks_(layout, instance),
      continuous_(layout, select(layout, inputs, InputKind::continuous)),
      held_(layout, select(layout, inputs, InputKind::held)) {
  std::size_t reals = 0, discretes = 0;
  for (const std::size_t scalar : inputs) {
    const bool real = is_real(layout.scalars()[scalar].type);
    const std::size_t lane = real ? reals++ : discretes++;
    switch (kind_of(layout, scalar)) {
      case InputKind::continuous: continuous_lane_.push_back(lane); break;
      case InputKind::held: (real ? held_lane_ : discrete_lane_).push_back(lane); break;
      case InputKind::trigger: triggers_.emplace_back(lane, layout.element(scalar).variable); break;
      case InputKind::clocked: {
        const std::size_t one[] = {scalar};
        Clocked& clocked =
            clocked_.emplace_back(Clocked{VariableGroup(layout, one), {}, lane, real});
        for (const std::size_t clock : layout.variable_of(scalar).clocks)
          clocked.clocks.push_back(layout.description().variables[clock].reference);
      }
    }
  }
  has_discretes_ = discretes > 0;
  continuous_values_.resize(continuous_lane_.size());
  held_values_.resize(held_lane_.size());
  held_discretes_.resize(discrete_lane_.size());
  const std::size_t count = layout.description().variables.size();
  ones_ = std::make_unique<bool[]>(count);
  std::fill_n(ones_.get(), count, true);
}

model::SignalsIn Events::continuous_part(const model::SignalsIn& u) {
  if (continuous_lane_.size() == u.reals.size()) return {u.reals, {}};
  for (std::size_t i = 0; i < continuous_lane_.size(); ++i)
    continuous_values_[i] = u.reals[continuous_lane_[i]];
  return {continuous_values_, {}};
}

bool Events::inputs_changed(const model::SignalsIn& u) const {
  for (std::size_t i = 0; i < held_lane_.size(); ++i)
    if (held_values_[i] != u.reals[held_lane_[i]]) return true;
  return has_discretes_ && !std::ranges::equal(u.discretes, discretes_);
}

void Events::set_inputs(const model::SignalsIn& u) {
  continuous_.set(instance_, continuous_part(u));
  for (std::size_t i = 0; i < held_lane_.size(); ++i) held_values_[i] = u.reals[held_lane_[i]];
  for (std::size_t i = 0; i < discrete_lane_.size(); ++i)
    held_discretes_[i] = u.discretes[discrete_lane_[i]];
  held_.set(instance_, {held_values_, held_discretes_});
  discretes_.assign(u.discretes.begin(), u.discretes.end());
}

void Events::set_clocked_inputs(const model::SignalsIn& u, const std::vector<Reference>& due) {
  for (Clocked& input : clocked_) {
    const auto ticks = [&](Reference clock) { return std::ranges::find(due, clock) != due.end(); };
    if (!std::ranges::any_of(input.clocks, ticks)) continue;
    if (input.real)
      input.group.set(instance_, {u.reals.subspan(input.lane, 1), {}});
    else
      input.group.set(instance_, {{}, u.discretes.subspan(input.lane, 1)});
  }
}

// A clock on the discrete lane is a count: it ticks when the count has grown.
void Events::pull_triggered(const model::SignalsIn& u) {
  for (const auto& [place, variable] : triggers_) {
    const std::int64_t before = discretes_.empty() ? 0 : std::get<std::int64_t>(discretes_[place]);
    if (std::get<std::int64_t>(u.discretes[place]) > before) clocks_.trigger(variable);
  }
}

EventInfo Events::begin(double start, const model::SignalsIn& u) {
  clocks_.begin(start);
  return iterate(start, u);
}

EventInfo Events::handle(double t, const model::SignalsIn& u) {
  instance_.enter_event_mode();
  return iterate(t, u);
}

EventInfo Events::iterate(double t, const model::SignalsIn& u) {
  pull_triggered(u);
  const std::vector<Reference>& due = clocks_.take_due(t);
  if (!due.empty()) instance_.set_clocks(due, {ones_.get(), due.size()});
  set_inputs(u);
  if (!clocked_.empty()) set_clocked_inputs(u, due);
  EventInfo all;
  for (int i = 0; i < most_iterations; ++i) {
    clocks_.watch();
    const EventInfo one = instance_.update_discrete_states();
    all.ends = all.ends || one.ends;
    all.states_changed = all.states_changed || one.states_changed;
    all.nominals_changed = all.nominals_changed || one.nominals_changed;
    all.next_time_event = one.next_time_event;
    if (one.again && !all.ends) continue;
    next_time_event_ = std::isnan(all.next_time_event) ? std::numeric_limits<double>::infinity()
                                                       : all.next_time_event;
    clocks_.renew(t);
    instance_.settle();
    all.next_time_event = next();
    return all;
  }
  throw ComponentFailure(instance_.name(),
                         "component '" + instance_.name() + "': the event at t = " + brief(t) +
                             " did not end after " + std::to_string(most_iterations) +
                             " iterations. The run cannot go on.");
}

void Events::save(Memory& into) const {
  clocks_.save(into.clocks);
  into.reals = held_values_;
  into.discretes = discretes_;
  into.next_time_event = next_time_event_;
}

void Events::restore(const Memory& from) {
  clocks_.restore(from.clocks);
  held_values_ = from.reals;
  discretes_ = from.discretes;
  next_time_event_ = from.next_time_event;
}

}  // namespace bw::fmi
