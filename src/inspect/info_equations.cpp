#include <nlohmann/json.hpp>

#include "base/bell.h"
#include "base/position.h"
#include "equation/live/equation_blueprint.h"
#include "inspect/info.h"
#include "inspect/info_facts.h"
#include "model/variable.h"
#include "run/open/open_file.h"

namespace bw::inspect {
namespace {

using equation::Structure;

Json model_variable_facts(const model::Variable& v) {
  return {{"name", v.name},
          {"type", name(v.type)},
          {"causality", name(v.causality)},
          {"variability", name(v.variability)},
          {"is_state", v.is_state},
          {"takes_start", v.takes_start},
          {"unit", v.unit},
          {"start", v.start ? facts_of(*v.start) : Json()},
          {"description", v.description},
          {"nominal", v.nominal},
          {"min", v.min},
          {"max", v.max}};
}

std::string_view way_word(Structure::Way way) {
  switch (way) {
    case Structure::Way::formula: return "formula";
    case Structure::Way::linear_loop: return "linear loop";
    case Structure::Way::nonlinear_loop: return "nonlinear loop";
  }
  return "";
}

Json block_facts(const Structure::Block& block) {
  return {{"way", way_word(block.way)},
          {"unknowns", block.unknowns},
          {"equations", block.equations},
          {"places", list_of(block.places, [](const Position& place) { return place.text(); })},
          {"iterated", block.tears}};
}

}  // namespace

Json equations_facts(const std::filesystem::path& file) {
  Bells bells;
  const auto model = run::open_equations(file, bells);
  const Structure& s = model->structure();
  Json aliases = Json::object();  // many: a search for each one would be quadratic
  for (const auto& [alias, kept] : s.aliases)
    aliases.get_ref<Json::object_t&>().emplace_back(alias, kept);
  return {{"kind", "equations"},
          {"file", file.string()},
          {"model_name", model->name()},
          {"description", model->description()},
          {"default_experiment", facts_of(model->experiment())},
          {"variables", list_of(model->variables(), model_variable_facts)},
          {"states", s.states},
          {"assumed_starts", s.assumed_starts},
          {"equations", list_of(s.blocks, block_facts)},
          {"initial_loops", list_of(s.initial_loops, block_facts)},
          {"aliases", std::move(aliases)},
          {"state_events", s.state_events},
          {"time_events", s.time_events},
          {"jacobian_entries", s.has_jacobian ? Json(s.jacobian_entries) : Json()},
          {"findings", facts_of(bells)}};
}

}  // namespace bw::inspect
