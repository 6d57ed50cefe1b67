// The variables of an FMU and their dependencies.

#include <map>
#include <nlohmann/json.hpp>

#include "base/hexadecimal.h"
#include "base/value.h"
#include "fmi/description/description.h"
#include "inspect/info.h"
#include "inspect/info_facts.h"
#include "model/variable.h"

namespace bw::inspect {
namespace {

using fmi::DataType;
using fmi::Description;

Json start_facts(const Value& value, DataType type) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole != nullptr && type == DataType::uint64) return static_cast<std::uint64_t>(*whole);
  if (whole != nullptr && type == DataType::boolean) return *whole != 0;
  if (type == DataType::binary && std::holds_alternative<std::string>(value))
    return hexadecimal(std::get<std::string>(value));
  return facts_of(value);
}

Json starts_facts(const fmi::Variable& v) {
  if (v.starts.empty() || v.type == DataType::clock) return nullptr;
  if (!v.is_array()) return start_facts(v.starts.front(), v.type);
  return list_of(v.starts, [&](const Value& start) { return start_facts(start, v.type); });
}

Json clock_facts(const fmi::Clock& clock) {
  static constexpr std::string_view intervals[] = {"constant", "fixed",     "calculated", "tunable",
                                                   "changing", "countdown", "triggered"};
  return {{"interval_kind", intervals[static_cast<std::size_t>(clock.kind)]},
          {"interval", or_null(clock.interval)},
          {"shift", or_null(clock.shift)},
          {"priority", or_null(clock.priority)},
          {"can_be_deactivated", clock.can_be_deactivated},
          {"supports_fraction", clock.supports_fraction}};
}

// The name of a variable instead of its index.
class Names {
 public:
  explicit Names(const Description& description) : variables_(description.variables) {}
  Json operator()(std::size_t index) const { return variables_[index].face.name; }
  Json operator()(const std::optional<std::size_t>& index) const {
    return index ? (*this)(*index) : Json();
  }
  Json operator()(const std::vector<std::size_t>& indices) const { return list_of(indices, *this); }

 private:
  const std::vector<fmi::Variable>& variables_;
};

// Keys that few variables have are left out of the others.
void add_rarities(const fmi::Variable& v, const Names& names, Json& facts) {
  if (!v.face.items.empty())
    facts["items"] = list_of(v.face.items, [](const auto& item) -> Json {
      return {{"name", item.first}, {"value", item.second}};
    });
  if (v.is_array())
    facts["dimensions"] = list_of(v.dimensions, [&](const fmi::Dimension& dimension) -> Json {
      return {{"size", dimension.size}, {"parameter", names(dimension.parameter)}};
    });
  if (v.clock) facts["clock"] = clock_facts(*v.clock);
  if (!v.clocks.empty()) facts["clocks"] = names(v.clocks);
  if (v.previous) facts["previous"] = names(v.previous);
  if (!v.mime_type.empty()) facts["mime_type"] = v.mime_type;
  if (v.max_size) facts["max_size"] = *v.max_size;
  if (v.face.relative_quantity) facts["relative_quantity"] = true;
  if (!v.aliases.empty())
    facts["aliases"] = list_of(v.aliases, [](const fmi::Alias& alias) -> Json {
      return {{"name", alias.name},
              {"description", alias.description},
              {"display_unit", alias.display_unit}};
    });
  if (!v.annotations.empty()) facts["annotations"] = facts_of(v.annotations);
}

Json variable_facts(const fmi::Variable& v, const Description& d) {
  const Names names(d);
  Json facts = {
      {"name", v.face.name},
      {"reference", v.reference},
      {"type", d.version == fmi::Version::fmi3 ? fmi::name(v.type) : bw::name(v.face.type)},
      {"declared_type", v.declared_type},
      {"causality", causality_words[static_cast<std::size_t>(v.face.causality)]},
      {"variability", model::name(v.face.variability)},
      {"initial", v.initial ? Json(fmi::name(*v.initial)) : Json()},
      {"takes_start", v.face.takes_start},
      {"start", starts_facts(v)},
      {"unit", v.face.unit},
      {"display_unit", v.display_unit},
      {"quantity", v.quantity},
      {"min", v.face.min},
      {"max", v.face.max},
      {"nominal", v.face.nominal},
      {"derivative_of", names(v.derivative_of)},
      {"description", v.face.description}};
  add_rarities(v, names, facts);
  return facts;
}

Json dependencies_facts(const std::vector<fmi::Dependency>& dependencies, const Names& names) {
  static constexpr std::string_view kinds[] = {"dependent", "constant", "fixed", "tunable",
                                               "discrete"};
  return list_of(dependencies, [&](const fmi::Dependency& dependency) -> Json {
    return {{"variable", names(dependency.variable)},
            {"kind", kinds[static_cast<std::size_t>(dependency.kind)]}};
  });
}

}  // namespace

std::string_view role_of(const Json& variable) {
  static const std::map<std::string_view, std::string_view> by_causality = {
      {"parameter", "parameters"},
      {"calculatedParameter", "calculated_parameters"},
      {"structuralParameter", "structural_parameters"},
      {"input", "inputs"},
      {"output", "outputs"},
      {"local", "local"},
      {"independent", ""}};
  if (variable.at("type") == "Clock") return "clocks";
  const std::string_view role = by_causality.at(variable.at("causality").get<std::string_view>());
  return role == "local" && variable.at("variability") == "constant" ? "constants" : role;
}

Json facts_of(const std::vector<fmi::Annotation>& annotations) {
  return list_of(annotations, [](const fmi::Annotation& a) -> Json {
    return {{"tool", a.tool}, {"text", a.text}};
  });
}

Json variables_facts(const Description& description) {
  return list_of(description.variables,
                 [&](const fmi::Variable& v) { return variable_facts(v, description); });
}

Json structure_facts(const Description& d) {
  const Names names(d);
  Json feed_through = Json::array();
  for (const fmi::Variable& v : d.variables)
    if (v.face.causality == model::Causality::output && v.type != DataType::clock)
      feed_through.push_back(
          {{"output", v.face.name},
           {"inputs", v.face.direct_inputs ? names(*v.face.direct_inputs) : Json()}});
  const auto unknowns = [&](const std::vector<fmi::Unknown>& list) {
    return list_of(list, [&](const fmi::Unknown& unknown) -> Json {
      return {{"variable", names(unknown.variable)},
              {"dependencies",
               unknown.dependencies ? dependencies_facts(*unknown.dependencies, names) : Json()}};
    });
  };
  return {{"feed_through", std::move(feed_through)},
          {"outputs", unknowns(d.structure.outputs)},
          {"derivatives", unknowns(d.structure.derivatives)},
          {"clocked_states", unknowns(d.structure.clocked_states)},
          {"initial_unknowns", unknowns(d.structure.initial_unknowns)},
          {"event_indicators", unknowns(d.structure.event_indicators)}};
}

}  // namespace bw::inspect
