#include "cosim/coupling/coupling.h"

#include <algorithm>

#include "cosim/coupling/divided_component.h"
#include "math/finite.h"

namespace bw::cosim {

using model::count_reals;
using model::lane_positions;

namespace {

ComponentStatus status_of(model::Advance::Status status) {
  switch (status) {
    case model::Advance::Status::completed: return ComponentStatus::ok;
    case model::Advance::Status::discarded: return ComponentStatus::discarded;
    case model::Advance::Status::terminated: return ComponentStatus::terminated;
    case model::Advance::Status::interrupted: return ComponentStatus::interrupted;
    case model::Advance::Status::event: return ComponentStatus::event;
  }
  return ComponentStatus::discarded;
}

}  // namespace

Coupling::Coupling(std::vector<std::unique_ptr<model::Component>> components,
                   const std::vector<Connection>& connections)
    : seats_(components.size()) {
  std::size_t inputs = 0;
  for (std::size_t i = 0; i < components.size(); ++i) {
    seats_[i].component = std::move(components[i]);
    place(seats_[i]);
    inputs += seats_[i].other.late.size();
  }
  inputs_.resize(inputs);
  double* next = inputs_.data();
  for (Seat& seat : seats_) {
    seat.inputs = {{next, seat.other.late.size()}, seat.other.values};
    next += seat.other.late.size();
  }
  lay(connections);
}

void Coupling::place(Seat& seat) {
  const model::ComponentShape& shape = seat.component->shape();
  const std::size_t outputs = count_reals(shape.outputs), inputs = count_reals(shape.inputs);
  seat.out = {now_.reals.size(), outputs, now_.discretes.size(), shape.outputs.size() - outputs};
  for (const model::Variable& v : shape.outputs)
    if (is_real(v.type)) nominals_.push_back(v.nominal);
  now_.reals.resize(seat.out.real + seat.out.reals);
  now_.discretes.resize(seat.out.discrete + seat.out.discretes);
  seat.other.late.resize(inputs);
  seat.other.values.resize(shape.inputs.size() - inputs);
}

void Coupling::lay(const std::vector<Connection>& connections) {
  std::vector<std::vector<std::size_t>> in, out;
  for (const Seat& seat : seats_) {
    in.push_back(lane_positions(seat.component->shape().inputs));
    out.push_back(lane_positions(seat.component->shape().outputs));
  }
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  std::vector<std::vector<Copy>> copies(seats_.size());
  for (const Connection& c : connections) {
    const Place& place = seats_[c.from].out;
    const std::size_t target = in[c.to][c.input], source = out[c.from][c.output];
    OtherInputs& into = seats_[c.to].other;
    const std::size_t real = first_input(seats_[c.to]) + target;
    const bool carries_real = is_real(shape(c.to).inputs[c.input].type);
    if (carries_real && c.gain == 1.0 && c.offset == 0.0)
      copies[c.to].push_back({place.real + source, real});
    else if (carries_real)
      into.reals.push_back({place.real + source, real, c.gain, c.offset});
    else if (c.map != nullptr)
      into.mapped_discretes.push_back({place.discrete + source, target, c.map});
    else
      into.discretes.push_back({place.discrete + source, target});
    if (carries_real && !is_smooth(shape(c.from).outputs[c.output])) into.jumping.push_back(target);
    edges.emplace_back(c.from, c.to);
  }
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    Seat& seat = seats_[i];
    seat.copy = copies_.size();
    seat.copies = static_cast<std::uint32_t>(copies[i].size());
    copies_.insert(copies_.end(), copies[i].begin(), copies[i].end());
    seat.has_other_inputs = !seat.other.reals.empty() || !seat.other.discretes.empty() ||
                            !seat.other.mapped_discretes.empty();
  }
  loops_ = find_loops(seats_.size(), edges);
  for (const Loop& loop : loops_)
    order_.insert(order_.end(), loop.components.begin(), loop.components.end());
}

std::span<const Coupling::Copy> Coupling::copies_of(const Seat& seat) const {
  return std::span(copies_).subspan(seat.copy, seat.copies);
}

std::size_t Coupling::first_input(const Seat& seat) const {
  return static_cast<std::size_t>(seat.inputs.reals.data() - inputs_.data());
}

[[gnu::always_inline]] inline const model::SignalsIn& Coupling::inputs(Seat& seat,
                                                                       const Signals& source) {
  const Copy* copy = copies_.data() + seat.copy;
  for (std::uint32_t i = 0; i < seat.copies; ++i, ++copy)
    inputs_[copy->target] = source.reals[copy->source];
  if (seat.has_other_inputs) [[unlikely]]
    other_inputs(seat, source);
  return seat.inputs;
}

void Coupling::other_inputs(Seat& seat, const Signals& source) {
  for (const Scaled& w : seat.other.reals)
    inputs_[w.target] = w.gain * source.reals[w.source] + w.offset;
  for (const Copy& w : seat.other.discretes)
    seat.other.values[w.target] = source.discretes[w.source];
  for (const Mapped& w : seat.other.mapped_discretes)
    seat.other.values[w.target] = (*w.map)(source.discretes[w.source]);
}

[[gnu::always_inline]] inline model::SignalsOut Coupling::outputs(const Seat& seat,
                                                                  Signals& target) {
  const Place& p = seat.out;
  return {{target.reals.data() + p.real, p.reals},
          {target.discretes.data() + p.discrete, p.discretes}};
}

[[gnu::always_inline]] inline ComponentStatus Coupling::check(std::size_t component, double t,
                                                              const model::SignalsOut& y,
                                                              Trouble& trouble) const {
  if (math::all_finite(y.reals)) [[likely]]
    return ComponentStatus::ok;
  return find_not_finite(component, t, y.reals, trouble);
}

ComponentStatus Coupling::not_moved(Seat& seat, const model::Advance& moved,
                                    const model::SignalsOut& y, Trouble& trouble) const {
  const auto component = static_cast<std::size_t>(&seat - seats_.data());
  trouble = {status_of(moved.status), component, moved.reached, seat.component->reason(), false};
  trouble.has_outputs =
      moved.has_outputs && check(component, moved.reached, y, trouble) == ComponentStatus::ok;
  return trouble.status;
}

// With the inputs that have been set. It and the three above are in the loop of every plain run,
// where a call costs as much as what it does.
[[gnu::always_inline]] inline ComponentStatus Coupling::move(Seat& seat, double t, double h,
                                                             const model::SignalsOut& y,
                                                             Trouble& trouble) {
  ++seat.counters.advances;
  const model::Advance moved =
      seat.counters.advancing.time([&] { return seat.component->advance(seat.inputs, t, h, y); });
  if (moved.status != model::Advance::Status::completed) [[unlikely]]
    return not_moved(seat, moved, y, trouble);
  return check(static_cast<std::size_t>(&seat - seats_.data()), moved.reached, y, trouble);
}

ComponentStatus Coupling::advance(std::size_t component, const Signals& source, double t, double h,
                                  Signals& target, Trouble& trouble) {
  Seat& seat = seats_[component];
  inputs(seat, source);
  return move(seat, t, h, outputs(seat, target), trouble);
}

ComponentStatus Coupling::sweep(double t, double h, Signals& next) {
  model::copy(now_, next);
  for (const std::size_t component : order_) {
    Seat& seat = seats_[component];
    inputs(seat, next);
    const ComponentStatus status = move(seat, t, h, outputs(seat, next), trouble_);
    if (status != ComponentStatus::ok) [[unlikely]]
      return status;
  }
  return ComponentStatus::ok;
}

void Coupling::begin_advance(std::size_t component, const Signals& source, double t, double h) {
  Seat& seat = seats_[component];
  (void)seat.component->begin_advance(inputs(seat, source), t, h);  // else advance() does it all
}

ComponentStatus Coupling::advance(std::size_t component, const Signals& begin, const Signals& end,
                                  Course course, double t, double h, Signals& target,
                                  Trouble& trouble) {
  Seat& seat = seats_[component];
  const std::span<double> reals = reals_into(seat);
  std::vector<double>& late = seat.other.late;
  const model::SignalsOut y = outputs(seat, target);
  set_both_ends(seat, begin, end);
  switch (course) {
    case Course::mean:
      for (std::size_t i = 0; i < reals.size(); ++i) reals[i] += (late[i] - reals[i]) / 2;
      return move(seat, t, h, y, trouble);
    case Course::halves: {
      const double mid = t + h / 2;
      const ComponentStatus status = move(seat, t, mid - t, y, trouble);
      if (status != ComponentStatus::ok) [[unlikely]]
        return status;
      std::copy(late.begin(), late.end(), reals.begin());
      return move(seat, mid, (t + h) - mid, y, trouble);
    }
    case Course::slopes:
      for (std::size_t i = 0; i < reals.size(); ++i) late[i] = (late[i] - reals[i]) / h;
      seat.component->set_slopes(late);
      return move(seat, t, h, y, trouble);
  }
  return ComponentStatus::ok;
}

// Of a component, to be written.
std::span<double> Coupling::reals_into(const Seat& seat) {
  return std::span(inputs_).subspan(first_input(seat), seat.inputs.reals.size());
}

// Inputs without a connection have their start values at both ends.
void Coupling::set_both_ends(Seat& seat, const Signals& begin, const Signals& end) {
  inputs(seat, end);
  const std::span<double> reals = reals_into(seat);
  std::copy(reals.begin(), reals.end(), seat.other.late.begin());
  for (const Copy& w : copies_of(seat)) inputs_[w.target] = begin.reals[w.source];
  for (const Scaled& w : seat.other.reals)
    inputs_[w.target] = w.gain * begin.reals[w.source] + w.offset;
  for (const std::size_t i : seat.other.jumping) reals[i] = seat.other.late[i];
}

ComponentStatus Coupling::evaluate(std::size_t component, const Signals& source, double t,
                                   Signals& target) {
  const model::SignalsOut y = outputs(seats_[component], target);
  seats_[component].component->evaluate(inputs(seats_[component], source), y);
  return check(component, t, y, trouble_);
}

ComponentStatus Coupling::read(std::size_t component, double t, Signals& target) {
  const model::SignalsOut y = outputs(seats_[component], target);
  seats_[component].component->get_outputs(y);
  return check(component, t, y, trouble_);
}

ComponentStatus Coupling::find_not_finite(std::size_t component, double t,
                                          std::span<const double> reals, Trouble& trouble) const {
  trouble = {ComponentStatus::not_finite, component, t, "an output", false};
  const auto lanes = lane_positions(shape(component).outputs);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const model::Variable& v = shape(component).outputs[i];
    if (!is_real(v.type) || math::all_finite(reals.subspan(lanes[i], 1))) continue;
    trouble.reason = v.name;
    break;
  }
  return trouble.status;
}

void Coupling::divide_steps(int parts, double from) {
  for (Seat& seat : seats_)
    seat.component = std::make_unique<DividedComponent>(std::move(seat.component), parts, from,
                                                        seat.counters.advances);
}

void Coupling::mark(const std::vector<std::size_t>& components, Checkpoint& into) {
  into.components.resize(seats_.size());
  for (const std::size_t component : components) {
    Seat& seat = seats_[component];
    seat.counters.saving.time([&] { seat.component->save(into.components[component]); });
    ++seat.counters.saves;
  }
}

void Coupling::return_to(const Checkpoint& checkpoint, const std::vector<std::size_t>& components) {
  for (const std::size_t component : components) {
    Seat& seat = seats_[component];
    seat.counters.restoring.time(
        [&] { seat.component->restore(*checkpoint.components[component]); });
    ++seat.counters.restores;
  }
}

std::vector<Coupling::RealConnection> Coupling::real_connections(std::size_t component) const {
  std::vector<RealConnection> connections;
  const std::size_t first = first_input(seats_[component]);
  for (const Copy& w : copies_of(seats_[component]))
    connections.push_back({w.source, w.target - first, 1.0});
  for (const Scaled& w : seats_[component].other.reals)
    connections.push_back({w.source, w.target - first, w.gain});
  return connections;
}

bool Coupling::drives_itself(std::size_t component) const {
  const Place& own = seats_[component].out;
  const OtherInputs& other = seats_[component].other;
  const auto from_own_real = [&](const auto& w) { return w.source - own.real < own.reals; };
  const auto from_own_discrete = [&](const auto& w) {
    return w.source - own.discrete < own.discretes;
  };
  return std::ranges::any_of(copies_of(seats_[component]), from_own_real) ||
         std::ranges::any_of(other.reals, from_own_real) ||
         std::ranges::any_of(other.discretes, from_own_discrete) ||
         std::ranges::any_of(other.mapped_discretes, from_own_discrete);
}

std::string Coupling::real_name(std::size_t real) const {
  for (const Seat& seat : seats_) {
    if (real < seat.out.real || real >= seat.out.real + seat.out.reals) continue;
    const model::ComponentShape& shape = seat.component->shape();
    const auto lanes = lane_positions(shape.outputs);
    for (std::size_t i = 0; i < lanes.size(); ++i)
      if (is_real(shape.outputs[i].type) && lanes[i] == real - seat.out.real)
        return shape.name + "." + shape.outputs[i].name;
  }
  return "?";
}

}  // namespace bw::cosim
