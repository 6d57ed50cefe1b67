#include "run/publish/columns.h"

#include <algorithm>
#include <set>

namespace bw::run {
namespace {

std::vector<std::size_t> lanes(const std::vector<Type>& types) {
  std::vector<std::size_t> positions;
  std::size_t reals = 0, discretes = 0;
  for (const Type type : types) positions.push_back(is_real(type) ? reals++ : discretes++);
  return positions;
}

std::size_t count(const std::vector<Type>& types) {
  return static_cast<std::size_t>(std::count_if(types.begin(), types.end(), is_real));
}

}  // namespace

ComponentTypes types_of(const model::ComponentShape& shape) {
  ComponentTypes types;
  for (const model::Variable& v : shape.outputs) types.outputs.push_back(v.type);
  for (const model::Variable& v : shape.records) types.records.push_back(v.type);
  return types;
}

std::vector<ComponentTypes> types_of(const Assembly& assembly) {
  std::vector<ComponentTypes> components;
  for (std::size_t i = 0; i < assembly.requests.size(); ++i) {
    const auto& variables = assembly.blueprints[i]->variables();
    ComponentTypes& types = components.emplace_back();
    for (const std::size_t v : assembly.requests[i].outputs)
      types.outputs.push_back(variables[v].type);
    for (const std::size_t v : assembly.requests[i].records)
      types.records.push_back(variables[v].type);
  }
  return components;
}

Columns::Columns(const std::vector<ComponentTypes>& components,
                 const std::vector<Recorded>& recorded) {
  std::size_t real = 0, discrete = 0;
  for (const ComponentTypes& types : components) {
    components_.push_back({types, real, discrete, lanes(types.outputs), lanes(types.records)});
    real += count(types.outputs);
    discrete += types.outputs.size() - count(types.outputs);
  }
  for (const Recorded& r : recorded) add(r);
}

void Columns::add(const Recorded& recorded) {
  const Component& component = components_[recorded.component];
  const auto& types = recorded.from_outputs ? component.types.outputs : component.types.records;
  const bool real = is_real(types[recorded.place]);
  const std::size_t to = real ? real_sources_.size() : discrete_count_++;
  if (real) real_sources_.push_back({recorded.component, recorded.place, recorded.from_outputs});
  if (recorded.from_outputs) {
    (real ? reals_ : discretes_)
        .push_back({(real ? component.first_real : component.first_discrete) +
                        component.output_lane[recorded.place],
                    to});
    return;
  }
  auto place = std::find_if(records_.begin(), records_.end(), [&](const ComponentRecords& r) {
    return r.component == recorded.component;
  });
  if (place == records_.end()) {
    place = records_.insert(place, ComponentRecords{recorded.component, {}, {}, {}});
    place->values.reals.resize(count(component.types.records));
    place->values.discretes.resize(component.types.records.size() - place->values.reals.size());
  }
  (real ? place->reals : place->discretes).push_back({component.record_lane[recorded.place], to});
}

void Columns::add_connections(const std::vector<cosim::Connection>& connections) {
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (const Source& source : real_sources_)
    if (source.from_outputs) known.emplace(source.component, source.place);
  std::set<std::size_t> read;
  for (const Copy& copy : discretes_) read.insert(copy.from);
  for (const cosim::Connection& c : connections) {
    const Component& component = components_[c.from];
    const bool real = is_real(component.types.outputs[c.output]);
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
  for (const ComponentRecords& component : records_) {
    coupling.component(component.component)
        .get_records({component.values.reals, component.values.discretes});
    for (const Copy& c : component.reals) reals[c.to] = component.values.reals[c.from];
    for (const Copy& c : component.discretes) discretes[c.to] = component.values.discretes[c.from];
  }
}

}  // namespace bw::run
