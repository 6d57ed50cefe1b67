#include "run/columns.h"

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

PartTypes types_of(const model::PartShape& shape) {
  PartTypes types;
  for (const model::Variable& v : shape.outputs) types.outputs.push_back(v.type);
  for (const model::Variable& v : shape.records) types.records.push_back(v.type);
  return types;
}

std::vector<PartTypes> types_of(const Assembly& assembly) {
  std::vector<PartTypes> parts;
  for (std::size_t i = 0; i < assembly.requests.size(); ++i) {
    const auto& variables = assembly.blueprints[i]->variables();
    PartTypes& types = parts.emplace_back();
    for (const std::size_t v : assembly.requests[i].outputs)
      types.outputs.push_back(variables[v].type);
    for (const std::size_t v : assembly.requests[i].records)
      types.records.push_back(variables[v].type);
  }
  return parts;
}

Columns::Columns(const std::vector<PartTypes>& parts, const std::vector<Recorded>& recorded) {
  std::size_t real = 0, discrete = 0;
  for (const PartTypes& types : parts) {
    parts_.push_back({types, real, discrete, lanes(types.outputs), lanes(types.records)});
    real += count(types.outputs);
    discrete += types.outputs.size() - count(types.outputs);
  }
  for (const Recorded& r : recorded) add(r);
}

void Columns::add(const Recorded& recorded) {
  const Part& part = parts_[recorded.part];
  const auto& types = recorded.from_outputs ? part.types.outputs : part.types.records;
  const bool real = is_real(types[recorded.place]);
  const std::size_t to = real ? real_sources_.size() : discrete_count_++;
  if (real) real_sources_.push_back({recorded.part, recorded.place, recorded.from_outputs});
  if (recorded.from_outputs) {
    (real ? reals_ : discretes_)
        .push_back(
            {(real ? part.first_real : part.first_discrete) + part.output_lane[recorded.place],
             to});
    return;
  }
  auto place = std::find_if(records_.begin(), records_.end(),
                            [&](const PartRecords& r) { return r.part == recorded.part; });
  if (place == records_.end()) {
    place = records_.insert(place, PartRecords{recorded.part, {}, {}, {}});
    place->values.reals.resize(count(part.types.records));
    place->values.discretes.resize(part.types.records.size() - place->values.reals.size());
  }
  (real ? place->reals : place->discretes).push_back({part.record_lane[recorded.place], to});
}

void Columns::add_wires(const std::vector<cosim::Connection>& connections) {
  std::set<std::pair<std::size_t, std::size_t>> known;
  for (const Source& source : real_sources_)
    if (source.from_outputs) known.emplace(source.part, source.place);
  std::set<std::size_t> read;
  for (const Copy& copy : discretes_) read.insert(copy.from);
  for (const cosim::Connection& c : connections) {
    const Part& part = parts_[c.from];
    const bool real = is_real(part.types.outputs[c.output]);
    const bool is_new = real ? known.emplace(c.from, c.output).second
                             : read.insert(part.first_discrete + part.output_lane[c.output]).second;
    Recorded wired;
    wired.part = c.from;
    wired.place = c.output;
    wired.from_outputs = true;
    if (is_new) add(wired);
  }
}

void Columns::read(cosim::Coupling& coupling, const model::Signals& signals,
                   std::span<double> reals, std::span<Discrete> discretes) const {
  for (const Copy& c : reals_) reals[c.to] = signals.reals[c.from];
  for (const Copy& c : discretes_) discretes[c.to] = signals.discretes[c.from];
  for (const PartRecords& part : records_) {
    coupling.part(part.part).get_records({part.values.reals, part.values.discretes});
    for (const Copy& c : part.reals) reals[c.to] = part.values.reals[c.from];
    for (const Copy& c : part.discretes) discretes[c.to] = part.values.discretes[c.from];
  }
}

}  // namespace bw::run
