#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/value.h"
#include "fmi/description/description.h"
#include "inspect/info_json.h"
#include "inspect/info_words.h"
#include "model/variable.h"

namespace bw::inspect {
namespace {

using fmi::DataType;
using fmi::Description;

std::string hexadecimal(const std::string& bytes) {
  std::string digits;
  for (const char byte : bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

Json start_json(const Value& value, DataType type) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole != nullptr && type == DataType::uint64) return static_cast<std::uint64_t>(*whole);
  if (whole != nullptr && type == DataType::boolean) return *whole != 0;
  if (type == DataType::binary && std::holds_alternative<std::string>(value))
    return hexadecimal(std::get<std::string>(value));
  return json(value);
}

Json starts_json(const fmi::Variable& v) {
  if (v.starts.empty() || v.type == DataType::clock) return nullptr;
  if (!v.is_array()) return start_json(v.starts.front(), v.type);
  Json list = Json::array();
  for (const Value& start : v.starts) list.push_back(start_json(start, v.type));
  return list;
}

// One word for each causality, as FMI 3.0 writes it.
const char* causality_word(model::Causality causality) {
  switch (causality) {
    case model::Causality::parameter: return "parameter";
    case model::Causality::calculated_parameter: return "calculatedParameter";
    case model::Causality::structural_parameter: return "structuralParameter";
    case model::Causality::input: return "input";
    case model::Causality::output: return "output";
    case model::Causality::local: return "local";
    case model::Causality::independent: return "independent";
  }
  return "?";
}

Json dimensions_json(const fmi::Variable& v, const Description& d) {
  Json list = Json::array();
  for (const fmi::Dimension& dimension : v.dimensions)
    list.push_back(
        {{"size", dimension.size},
         {"parameter", dimension.parameter ? Json(d.variables[*dimension.parameter].face.name)
                                           : Json(nullptr)}});
  return list;
}

Json clock_json(const fmi::Clock& clock) {
  return {{"interval_kind", name(clock.kind)},
          {"interval", or_null(clock.interval)},
          {"shift", or_null(clock.shift)},
          {"priority", or_null(clock.priority)},
          {"can_be_deactivated", clock.can_be_deactivated},
          {"supports_fraction", clock.supports_fraction}};
}

Json named(const std::optional<std::size_t>& index, const Description& d) {
  return index ? Json(d.variables[*index].face.name) : Json(nullptr);
}

Json names(const std::vector<std::size_t>& indices, const Description& d) {
  Json list = Json::array();
  for (const std::size_t index : indices) list.push_back(d.variables[index].face.name);
  return list;
}

// Keys that belong to few variables stand only there.
void add_rarities(Json& object, const fmi::Variable& v, const Description& d) {
  if (!v.face.items.empty()) {
    Json items = Json::array();
    for (const auto& [item, number] : v.face.items)
      items.push_back({{"name", item}, {"value", number}});
    object["items"] = items;
  }
  if (v.is_array()) object["dimensions"] = dimensions_json(v, d);
  if (v.clock) object["clock"] = clock_json(*v.clock);
  if (!v.clocks.empty()) object["clocks"] = names(v.clocks, d);
  if (v.previous) object["previous"] = named(v.previous, d);
  if (!v.mime_type.empty()) object["mime_type"] = v.mime_type;
  if (v.max_size) object["max_size"] = *v.max_size;
  if (v.face.relative_quantity) object["relative_quantity"] = true;
  if (!v.aliases.empty()) {
    Json aliases = Json::array();
    for (const fmi::Alias& alias : v.aliases)
      aliases.push_back({{"name", alias.name},
                         {"description", alias.description},
                         {"display_unit", alias.display_unit}});
    object["aliases"] = aliases;
  }
}

Json variable_json(const fmi::Variable& v, const Description& d) {
  Json object = {
      {"name", v.face.name},
      {"reference", v.reference},
      {"type", d.version == fmi::Version::fmi3 ? fmi::name(v.type) : bw::name(v.face.type)},
      {"declared_type", v.declared_type},
      {"causality", causality_word(v.face.causality)},
      {"variability", model::name(v.face.variability)},
      {"initial", v.initial ? Json(fmi::name(*v.initial)) : Json(nullptr)},
      {"takes_start", v.face.takes_start},
      {"start", starts_json(v)},
      {"unit", v.face.unit},
      {"display_unit", v.display_unit},
      {"quantity", v.quantity},
      {"min", v.face.min},
      {"max", v.face.max},
      {"nominal", v.face.nominal},
      {"derivative_of", named(v.derivative_of, d)},
      {"description", v.face.description}};
  add_rarities(object, v, d);
  return object;
}

Json unknowns_json(const std::vector<fmi::Unknown>& unknowns, const Description& d) {
  Json list = Json::array();
  for (const fmi::Unknown& unknown : unknowns) {
    Json dependencies = unknown.dependencies ? Json::array() : Json(nullptr);
    if (unknown.dependencies)
      for (const fmi::Dependency& dependency : *unknown.dependencies)
        dependencies.push_back({{"variable", d.variables[dependency.variable].face.name},
                                {"kind", name(dependency.kind)}});
    list.push_back(
        {{"variable", d.variables[unknown.variable].face.name}, {"dependencies", dependencies}});
  }
  return list;
}

}  // namespace

Json variables_json(const Description& description) {
  Json list = Json::array();
  for (const fmi::Variable& variable : description.variables)
    list.push_back(variable_json(variable, description));
  return list;
}

Json structure_json(const Description& d) {
  Json feed_through = Json::array();
  for (const fmi::Variable& v : d.variables)
    if (v.face.causality == model::Causality::output && v.type != DataType::clock)
      feed_through.push_back(
          {{"output", v.face.name},
           {"inputs", v.face.direct_inputs ? names(*v.face.direct_inputs, d) : Json(nullptr)}});
  return {{"feed_through", feed_through},
          {"outputs", unknowns_json(d.structure.outputs, d)},
          {"derivatives", unknowns_json(d.structure.derivatives, d)},
          {"clocked_states", unknowns_json(d.structure.clocked_states, d)},
          {"initial_unknowns", unknowns_json(d.structure.initial_unknowns, d)},
          {"event_indicators", unknowns_json(d.structure.event_indicators, d)}};
}

}  // namespace bw::inspect
