#include "run/open/input_table.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "run/open/column_reader.h"
#include "run/open/stages.h"

namespace bw::run {
namespace {

using model::Causality;
using model::Variable;
using result::TableColumn;

struct Lanes {
  std::vector<std::size_t> inputs;
  std::vector<model::Timetable::Reals> reals;
  std::vector<std::vector<Discrete>> discretes;
};

void check_input(const Found& found, const std::string& shown, const std::string& where) {
  const Variable& v = found.variable;
  const bool is_tunable =
      v.causality == Causality::parameter && v.variability == model::Variability::tunable;
  if (v.causality == Causality::input || is_tunable) return;
  std::string hint;
  if (v.causality == Causality::parameter || v.causality == Causality::structural_parameter)
    hint = " Set its value with [parameters] or --set.";
  throw InputError(where + ": '" + shown + "' is of causality " + std::string(name(v.causality)) +
                   " and type " + std::string(name(v.type)) +
                   ", but a table can drive inputs only." + hint);
}

// The input of that name; the message of a mistake proposes the nearest one.
Found find_input(const OpenComponents& components, const std::string& name,
                 const std::string& where) {
  const system::Endpoint end = components.endpoint(name, where);
  try {
    return components.find(end, where);
  } catch (const InputError&) {
    std::vector<std::string> inputs;
    for (std::size_t component = 0; component < components.size(); ++component)
      for (const Variable& v : components.variables(component))
        if (v.causality == Causality::input) inputs.push_back(components.shown(component, v.name));
    throw InputError(where + ": there is no input '" + components.shown(end) + "'." +
                     did_you_mean(components.shown(end), inputs));
  }
}

// An input, or what follows a connector of the system.
void add_column(const result::Table& table, const TableColumn& column, const Found& found,
                const std::string& where, std::vector<Lanes>& lanes) {
  check_input(found, column.name, where);
  const ColumnReader reader(table, column, found.variable, where);
  Lanes& component = lanes[found.component];
  if (std::ranges::find(component.inputs, found.index) != component.inputs.end())
    throw InputError(where + ": this input has two columns; remove one.");
  if (is_real(found.variable.type))
    component.reals.push_back(
        {reader.reals(), found.variable.variability != model::Variability::continuous});
  else
    component.discretes.push_back(reader.discretes());
  component.inputs.push_back(found.index);
}

// The numbers of the column are in the unit of the connector, where it declares one.
void add_way(const result::Table& table, const TableColumn& column,
             const system::Entrance& entrance, const system::Entrance::Way& way, const Found& found,
             const std::string& where, std::vector<Lanes>& lanes, Bells& bells) {
  const auto has_map = [](const system::Stage& stage) { return !stage.map.empty(); };
  if (std::ranges::any_of(way.stages, has_map))
    throw InputError(where + ": a mapping of values leads from here to '" + way.target.text() +
                     "'; name this input instead.");
  if (!is_real(found.variable.type)) return add_column(table, column, found, where, lanes);
  Variable connector = found.variable;
  if (!entrance.unit.name.empty()) {
    connector.unit = entrance.unit.name;
    connector.unit_meaning = entrance.unit.meaning;
  }
  const Affine affine =
      affine_of_way({connector.unit, connector.unit_meaning}, way, found.variable, where, bells);
  add_column(table, column, {found.component, found.index, connector}, where, lanes);
  for (double& value : lanes[found.component].reals.back().values) value = affine(value);
}

void add_column(const result::Table& table, const TableColumn& column,
                const OpenComponents& components, std::vector<Lanes>& lanes, Bells& bells) {
  const std::string where = table.file + ": column '" + column.name + "'";
  const system::Entrance* entrance = components.entrance(column.name);
  if (entrance == nullptr)
    return add_column(table, column, find_input(components, column.name, where), where, lanes);
  for (const system::Entrance::Way& way : entrance->ways)
    add_way(table, column, *entrance, way, components.find(way.target, where), where, lanes, bells);
}

}  // namespace

std::vector<DrivenByTable> read_inputs(const result::Table& table, const OpenComponents& components,
                                       Bells& bells, Report& findings) {
  std::vector<DrivenByTable> driven(components.size());
  if (table.times.empty()) {
    findings.attempt([&] { throw InputError(table.file + ": the input table has no rows."); });
    return driven;
  }
  std::vector<Lanes> lanes(components.size());
  for (const TableColumn& column : table.columns)
    findings.attempt([&] { add_column(table, column, components, lanes, bells); });
  for (std::size_t component = 0; component < components.size(); ++component) {
    if (lanes[component].inputs.empty()) continue;
    driven[component].inputs = std::move(lanes[component].inputs);
    driven[component].table = std::make_shared<model::Timetable>(
        table.times, std::move(lanes[component].reals), std::move(lanes[component].discretes));
  }
  return driven;
}

}  // namespace bw::run
