#include <nlohmann/json.hpp>

#include "run/info_json.h"

namespace bw::run {
namespace {

Json table_json(const std::optional<TableInfo>& table) {
  if (!table) return nullptr;
  Json columns = Json::array();
  for (const TableInfo::Column& column : table->columns)
    columns.push_back({{"name", column.name},
                       {"unit", column.unit},
                       {"type", name(column.type)},
                       {"held", column.held}});
  return {
      {"rows", table->rows}, {"first", table->first}, {"last", table->last}, {"columns", columns}};
}

Json part_json(const PartInfo& part) {
  return {{"name", part.name},
          {"file", part.file.string()},
          {"model_name", part.model_name},
          {"fmi_version", part.fmi_version},
          {"is_equations", part.is_equations},
          {"interface", part.table ? Json() : Json(model::short_name(part.interface))},
          {"interface_asked_for", part.asked_for},
          {"has_library", part.has_library},
          {"undriven_inputs", part.undriven_inputs},
          {"table", table_json(part.table)}};
}

Json wire_json(const WireInfo& wire) {
  return {{"input", wire.wire.target.text()},  {"input_unit", wire.target_unit},
          {"output", wire.wire.source.text()}, {"output_unit", wire.source_unit},
          {"named_unit", wire.wire.unit},      {"gain", wire.scaling.gain},
          {"offset", wire.scaling.offset},     {"place", wire.wire.position.text()}};
}

}  // namespace

Json system_json(const SystemInfo& info) {
  Json parts = Json::array(), wires = Json::array(), order = Json::array();
  Json parameters = Json::array(), settings = Json::object();
  for (const PartInfo& part : info.parts) parts.push_back(part_json(part));
  for (const WireInfo& wire : info.wires) wires.push_back(wire_json(wire));
  for (const cosim::Loop& loop : info.loops) {
    Json names = Json::array();
    for (const std::size_t part : loop.parts) names.push_back(info.parts[part].name);
    order.push_back({{"parts", names}, {"closed", loop.closed}});
  }
  for (const system::Parameter& p : info.system.parameters)
    parameters.push_back({{"variable", p.target.text()}, {"value", run::json(p.value)}});
  for (const system::Setting& setting : info.system.settings) {
    Json values = Json::array();
    for (const Value& value : setting.values) values.push_back(run::json(value));
    settings[setting.key] = setting.values.size() == 1 ? values.front() : values;
  }
  return {{"kind", "system"},     {"file", info.system.file.string()},
          {"parts", parts},       {"wires", wires},
          {"order", order},       {"parameters", parameters},
          {"settings", settings}, {"findings", run::json(info.report)}};
}

}  // namespace bw::run
