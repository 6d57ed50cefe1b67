#include "run/execute/columns.h"

#include <algorithm>
#include <set>

namespace bw::run {

using model::count_reals;
using model::lane_positions;

Columns::Columns(const Components& components)
    : Columns(components.shapes(), components.recorded) {}

Columns::Columns(const std::vector<model::ComponentShape>& shapes,
                 const std::vector<Recorded>& recorded) {
  std::size_t real = 0, discrete = 0;
  for (const model::ComponentShape& shape : shapes) {
    components_.push_back(
        {shape, real, discrete, lane_positions(shape.outputs), lane_positions(shape.records)});
    real += count_reals(shape.outputs);
    discrete += shape.outputs.size() - count_reals(shape.outputs);
  }
  for (const Recorded& r : recorded) add(r);
}

void Columns::add(const Recorded& recorded) {
  const Component& component = components_[recorded.component];
  const model::ComponentShape& shape = component.shape;
  const auto& variables = recorded.from_outputs ? shape.outputs : shape.records;
  const bool real = is_real(variables[recorded.place].type);
  const std::size_t to = real ? real_sources_.size() : discrete_count_++;
  if (real) {
    real_sources_.push_back({recorded.component, recorded.place, recorded.from_outputs,
                             recorded.connected.has_value()});
    if (const auto& c = recorded.connected; c && (c->gain != 1.0 || c->offset != 0.0))
      scaled_.push_back({to, c->gain, c->offset});
    real_names_.push_back(recorded.column.name.empty()
                              ? shape.name + "." + variables[recorded.place].name
                              : recorded.column.name);
  }
  if (!real && recorded.connected && recorded.connected->map != nullptr)
    mapped_.push_back({to, recorded.connected->map});
  if (recorded.from_outputs) {
    (real ? reals_ : discretes_)
        .push_back({(real ? component.first_real : component.first_discrete) +
                        component.output_lane[recorded.place],
                    to});
    return;
  }
  auto place = std::ranges::find(records_, recorded.component, &ComponentRecords::component);
  if (place == records_.end()) {
    place = records_.insert(place, ComponentRecords{recorded.component, {}, {}, {}});
    place->values.reals.resize(count_reals(shape.records));
    place->values.discretes.resize(shape.records.size() - place->values.reals.size());
  }
  (real ? place->reals : place->discretes).push_back({component.record_lane[recorded.place], to});
}

void Columns::add_connections(const std::vector<cosim::Connection>& connections) {
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (const Source& source : real_sources_)
    if (source.from_outputs && !source.is_input) known.emplace(source.component, source.place);
  std::set<std::size_t> read;
  for (const Copy& copy : discretes_) read.insert(copy.from);
  for (const cosim::Connection& c : connections) {
    const Component& component = components_[c.from];
    const bool real = is_real(component.shape.outputs[c.output].type);
    const bool is_new =
        real ? known.emplace(c.from, c.output).second
             : read.insert(component.first_discrete + component.output_lane[c.output]).second;
    Recorded connected;
    connected.component = c.from;
    connected.place = c.output;
    connected.from_outputs = true;
    if (is_new) add(connected);
  }
}

void Columns::read(cosim::Coupling& coupling, const model::Signals& signals,
                   std::span<double> reals, std::span<Discrete> discretes) const {
  for (const Copy& c : reals_) reals[c.to] = signals.reals[c.from];
  for (const Copy& c : discretes_) discretes[c.to] = signals.discretes[c.from];
  for (const ComponentRecords& from : records_)
    read_records(from, coupling.component(from.component), reals, discretes);
  scale(reals, discretes);
}

void Columns::read(model::Component& model, std::span<double> reals,
                   std::span<Discrete> discretes) const {
  for (const ComponentRecords& from : records_) read_records(from, model, reals, discretes);
  scale(reals, discretes);
}

void Columns::read_records(const ComponentRecords& from, model::Component& component,
                           std::span<double> reals, std::span<Discrete> discretes) const {
  component.get_records({from.values.reals, from.values.discretes});
  for (const Copy& c : from.reals) reals[c.to] = from.values.reals[c.from];
  for (const Copy& c : from.discretes) discretes[c.to] = from.values.discretes[c.from];
}

}  // namespace bw::run
