#include <nlohmann/json.hpp>

#include "base/value.h"
#include "cosim/coupling/loops.h"
#include "inspect/info.h"
#include "inspect/info_json.h"
#include "system/system.h"

namespace bw::inspect {
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

Json component_json(const ComponentInfo& component) {
  return {{"name", component.name},
          {"file", component.file.string()},
          {"model_name", component.model_name},
          {"fmi_version", component.fmi_version},
          {"is_equations", component.is_equations},
          {"interface", component.table ? Json() : Json(model::short_name(component.interface))},
          {"interface_asked_for", component.asked_for},
          {"has_library", component.has_library},
          {"undriven_inputs", component.undriven_inputs},
          {"table", table_json(component.table)}};
}

Json connection_json(const ConnectionInfo& connection) {
  return {{"input", connection.connection.target.text()},
          {"input_unit", connection.target_unit},
          {"output", connection.connection.source.text()},
          {"output_unit", connection.source_unit},
          {"named_unit", connection.connection.unit},
          {"gain", connection.scaling.gain},
          {"offset", connection.scaling.offset},
          {"place", connection.connection.position.text()}};
}

}  // namespace

Json system_json(const SystemInfo& info) {
  Json components = Json::array(), connections = Json::array(), order = Json::array();
  Json parameters = Json::array(), settings = Json::object();
  for (const ComponentInfo& component : info.components)
    components.push_back(component_json(component));
  for (const ConnectionInfo& connection : info.connections)
    connections.push_back(connection_json(connection));
  for (const cosim::Loop& loop : info.loops) {
    Json names = Json::array();
    for (const std::size_t component : loop.components)
      names.push_back(info.components[component].name);
    order.push_back({{"parts", names}, {"closed", loop.closed}});
  }
  for (const system::Parameter& p : info.system.parameters)
    parameters.push_back({{"variable", p.target.text()}, {"value", inspect::json(p.value)}});
  for (const system::Setting& setting : info.system.settings) {
    Json values = Json::array();
    for (const Value& value : setting.values) values.push_back(inspect::json(value));
    settings[setting.key] = setting.values.size() == 1 ? values.front() : values;
  }
  return {{"kind", "system"},     {"file", info.system.file.string()},
          {"parts", components},  {"wires", connections},
          {"order", order},       {"parameters", parameters},
          {"settings", settings}, {"findings", inspect::json(info.report)}};
}

}  // namespace bw::inspect
