#include "cosim/coupling.h"

#include <algorithm>

#include "math/norms.h"

namespace bw::cosim {

using model::count_reals;
using model::lane_positions;

Coupling::Coupling(std::vector<std::unique_ptr<model::Part>> parts,
                   const std::vector<Connection>& connections)
    : parts_(std::move(parts)), inputs_(parts_.size()), counters_(parts_.size()) {
  place_outputs();
  lay(connections);
}

void Coupling::place_outputs() {
  for (const auto& part : parts_) {
    const auto& outputs = part->shape().outputs;
    const std::size_t reals = count_reals(outputs);
    const Place place{now_.reals.size(), reals, now_.discretes.size(), outputs.size() - reals};
    places_.push_back(place);
    now_.reals.resize(place.real + place.reals);
    now_.discretes.resize(place.discrete + place.discretes);
  }
}

void Coupling::lay(const std::vector<Connection>& connections) {
  std::vector<std::vector<std::size_t>> in, out;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const model::PartShape& s = shape(i);
    in.push_back(lane_positions(s.inputs));
    out.push_back(lane_positions(s.outputs));
    const std::size_t reals = count_reals(s.inputs);
    inputs_[i].values.reals.resize(reals);
    inputs_[i].values.discretes.resize(s.inputs.size() - reals);
    inputs_[i].view = {inputs_[i].values.reals, inputs_[i].values.discretes};
  }
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  for (const Connection& c : connections) {
    const std::size_t target = in[c.to][c.input], source = out[c.from][c.output];
    const bool real = is_real(shape(c.to).inputs[c.input].type);
    if (real && (c.gain != 1.0 || c.offset != 0.0))
      inputs_[c.to].scaled_reals.push_back({places_[c.from].real + source, target, c.gain, c.offset});
    else if (real)
      inputs_[c.to].reals.push_back({places_[c.from].real + source, target});
    else
      inputs_[c.to].discretes.push_back({places_[c.from].discrete + source, target});
    edges.emplace_back(c.from, c.to);
  }
  loops_ = find_loops(parts_.size(), edges);
}

const model::SignalsIn& Coupling::inputs(std::size_t part, const Signals& source) {
  Inputs& in = inputs_[part];
  for (const Copy& w : in.reals) in.values.reals[w.target] = source.reals[w.source];
  for (const Scaled& w : in.scaled_reals)
    in.values.reals[w.target] = w.gain * source.reals[w.source] + w.offset;
  for (const Copy& w : in.discretes) in.values.discretes[w.target] = source.discretes[w.source];
  return in.view;
}

model::SignalsOut Coupling::outputs(std::size_t part, Signals& target) const {
  const Place& p = places_[part];
  return {{target.reals.data() + p.real, p.reals}, {target.discretes.data() + p.discrete, p.discretes}};
}

PartStatus Coupling::advance(std::size_t part, const Signals& source, double t, double h,
                             Signals& target) {
  PartCounters& counters = counters_[part];
  ++counters.advances;
  const model::SignalsIn& u = inputs(part, source);
  const model::SignalsOut y = outputs(part, target);
  const model::Advance moved =
      counters.inside.time([&] { return parts_[part]->advance(u, t, h, y); });
  if (moved.status != model::Advance::Status::completed) [[unlikely]]
    return report(moved.status == model::Advance::Status::discarded ? PartStatus::discarded
                                                                    : PartStatus::terminated,
                  part, moved.reached, parts_[part]->reason());
  return check(part, moved.reached, y);
}

PartStatus Coupling::evaluate(std::size_t part, const Signals& source, double t, Signals& target) {
  const model::SignalsOut y = outputs(part, target);
  parts_[part]->evaluate(inputs(part, source), y);
  return check(part, t, y);
}

PartStatus Coupling::read(std::size_t part, double t, Signals& target) {
  const model::SignalsOut y = outputs(part, target);
  parts_[part]->get_outputs(y);
  return check(part, t, y);
}

PartStatus Coupling::check(std::size_t part, double t, const model::SignalsOut& y) {
  if (math::all_finite(y.reals)) [[likely]] return PartStatus::ok;
  return find_not_finite(part, t, y.reals);
}

PartStatus Coupling::find_not_finite(std::size_t part, double t, std::span<const double> reals) {
  const auto lanes = lane_positions(shape(part).outputs);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const model::Variable& v = shape(part).outputs[i];
    if (is_real(v.type) && !math::all_finite(reals.subspan(lanes[i], 1)))
      return report(PartStatus::not_finite, part, t, v.name);
  }
  return report(PartStatus::not_finite, part, t, "an output");
}

void Coupling::mark(const std::vector<std::size_t>& parts, Checkpoint& into) {
  into.parts.resize(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    auto& [part, snapshot] = into.parts[k];
    if (part != parts[k]) snapshot.reset();  // another part's snapshot cannot be overwritten
    part = parts[k];
    counters_[part].inside.time([&] { parts_[part]->save(snapshot); });
    ++counters_[part].saves;
  }
}

void Coupling::return_to(const Checkpoint& checkpoint) {
  for (const auto& [part, snapshot] : checkpoint.parts) {
    counters_[part].inside.time([&] { parts_[part]->restore(*snapshot); });
    ++counters_[part].restores;
  }
}

PartStatus Coupling::report(PartStatus status, std::size_t part, double time, std::string reason) {
  trouble_ = {status, part, time, std::move(reason)};
  return status;
}

}  // namespace bw::cosim
