#include <nlohmann/json.hpp>

#include "base/position.h"
#include "equation/live/equation_blueprint.h"
#include "inspect/info.h"
#include "inspect/info_json.h"
#include "model/blueprint.h"
#include "model/variable.h"

namespace bw::inspect {
namespace {

using equation::Structure;

Json variable_json(const model::Variable& v) {
  Json object = {{"name", v.name},
                 {"type", name(v.type)},
                 {"causality", name(v.causality)},
                 {"variability", name(v.variability)},
                 {"is_state", v.is_state},
                 {"takes_start", v.takes_start},
                 {"unit", v.unit},
                 {"start", v.start ? inspect::json(*v.start) : Json()},
                 {"description", v.description}};
  if (is_real(v.type)) object.update({{"nominal", v.nominal}, {"min", v.min}, {"max", v.max}});
  return object;
}

std::string_view way_word(Structure::Way way) {
  switch (way) {
    case Structure::Way::formula: return "formula";
    case Structure::Way::linear_loop: return "linear loop";
    case Structure::Way::nonlinear_loop: return "nonlinear loop";
  }
  return "";
}

Json blocks_json(const std::vector<Structure::Block>& blocks) {
  Json list = Json::array();
  for (const Structure::Block& block : blocks) {
    Json places = Json::array();
    for (const Position& place : block.places) places.push_back(place.text());
    list.push_back({{"way", way_word(block.way)},
                    {"unknowns", block.unknowns},
                    {"equations", block.equations},
                    {"places", places},
                    {"iterated", block.tears}});
  }
  return list;
}

}  // namespace

Json equations_json(const EquationsInfo& info) {
  const Structure& s = info.model->structure();
  const model::Experiment& experiment = info.model->experiment();
  Json variables = Json::array(), aliases = Json::object();
  for (const model::Variable& v : info.model->variables()) variables.push_back(variable_json(v));
  for (const auto& [alias, kept] : s.aliases) aliases[alias] = kept;
  return {{"kind", "equations"},
          {"file", info.file.string()},
          {"model_name", info.model->name()},
          {"description", info.model->description()},
          {"default_experiment",
           {{"start", or_null(experiment.start)},
            {"stop", or_null(experiment.stop)},
            {"step", or_null(experiment.step)},
            {"tolerance", or_null(experiment.tolerance)}}},
          {"variables", variables},
          {"states", s.states},
          {"assumed_starts", s.assumed_starts},
          {"equations", blocks_json(s.blocks)},
          {"initial_loops", blocks_json(s.initial_loops)},
          {"aliases", aliases},
          {"state_events", s.state_events},
          {"time_events", s.time_events},
          {"jacobian_entries", s.has_jacobian ? Json(s.jacobian_entries) : Json()},
          {"findings", inspect::json(info.report)}};
}

}  // namespace bw::inspect
